import Foundation
import HTTPMock

/// Finds secrets in bytes: known values, and values with the shape of a secret.
///
/// A known value is found as it is, percent-encoded, in base64 at every alignment, and JSON-escaped. A table has the
/// first eight bytes of each spelling. Thus one pass for each way of decoding finds every secret.
struct SecretSearch {
    /// The length of the shortest value, in bytes, because shorter values occur by chance.
    static let shortestValue = 8

    /// A secret that was found.
    enum Match {
        case value(Redactor.Secret)
        case shape(SecretShape, value: String)
    }

    private struct Needle {
        let bytes: [UInt8]
        let secret: Redactor.Secret
    }

    private var needles: [UInt64: [Needle]] = [:]
    private let shapes: [SecretShape]
    private let allowed: Set<String>
    /// For each pair of bytes, whether a needle (1) or a shape (2) begins with the pair, to skip most positions
    /// quickly.
    private var beginnings = [UInt8](repeating: 0, count: 1 << 16)

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - secrets: The known values.
    ///   - shapes: The shapes to look for.
    ///   - allowed: The checksums of values that are allowed although they have such a shape.
    init(_ secrets: [Redactor.Secret], shapes: [SecretShape] = [], allowed: Set<String> = []) {
        self.shapes = shapes
        self.allowed = allowed
        for shape in shapes { beginnings[Int(shape.prefix[0]) | Int(shape.prefix[1]) << 8] |= 2 }
        for secret in secrets where secret.value.utf8.count >= Self.shortestValue {
            for spelling in Self.spellings(of: Array(secret.value.utf8)) where spelling.count >= Self.shortestValue {
                let key = spelling.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
                needles[key, default: []].append(Needle(bytes: spelling, secret: secret))
                beginnings[Int(spelling[0]) | Int(spelling[1]) << 8] |= 1
            }
        }
    }

    /// Returns the values of the environment variables whose names mark them as secret.
    static func secrets(in environment: [String: String]) -> [Redactor.Secret] {
        // The names of the shell's directories look like names of passwords.
        let directories = ["PWD", "OLDPWD"]
        return environment.filter { Redaction.isSecret($0.key) && !directories.contains($0.key) }
            .sorted { $0.key < $1.key }
            .map { Redactor.Secret(place: "the environment variable \($0.key)", value: $0.value, variable: $0.key) }
    }

    private var isEmpty: Bool { needles.isEmpty && shapes.isEmpty }

    /// Returns the first secret in a file of JSON; nil if there is none.
    func firstMatch(inFile bytes: Data) -> Match? {
        guard !isEmpty else { return nil }
        let bytes = [UInt8](bytes)
        return scan(bytes) ?? search(Self.unescaped(bytes) ?? bytes)
    }

    /// Returns the first secret in the bytes, decoded or not; nil if there is none.
    func firstMatch(in bytes: Data) -> Match? {
        isEmpty || bytes.isEmpty ? nil : search([UInt8](bytes))
    }

    /// Searches bytes with at most three layers of escapes.
    ///
    /// A body may be JSON with texts of JSON, and each may quote a URL.
    private func search(_ bytes: [UInt8]) -> Match? {
        var layer: [UInt8]? = bytes
        for _ in 0..<3 {
            guard let current = layer else { return nil }
            if let match = scan(current) { return match }
            if let decoded = Self.percentDecoded(current) {
                if let match = scan(decoded) { return match }
                if let again = Self.percentDecoded(decoded), let match = scan(again) { return match }
                if let unescaped = Self.unescaped(decoded), let match = scan(unescaped) { return match }
            }
            layer = Self.unescaped(current)
        }
        return nil
    }

    private func scan(_ bytes: [UInt8]) -> Match? {
        bytes.withUnsafeBufferPointer { bytes in
            beginnings.withUnsafeBufferPointer { beginnings in
                var position = 0
                // Without generic calls, which a debug build does not inline.
                while position &+ 1 < bytes.count {
                    let kinds = beginnings[Int(bytes[position]) | Int(bytes[position &+ 1]) << 8]
                    if kinds != 0, let match = match(kinds, in: bytes, at: position) { return match }
                    position = position &+ 1
                }
                return nil
            }
        }
    }

    private func match(_ kinds: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Match? {
        if kinds & 1 != 0, bytes.count - position >= Self.shortestValue {
            let key = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self)
            for needle in needles[key] ?? [] where bytes[position...].starts(with: needle.bytes) {
                return .value(needle.secret)
            }
        }
        guard kinds & 2 != 0 else { return nil }
        for shape in shapes where shape.prefix[0] == bytes[position] {
            guard let value = shape.value(in: bytes, at: position),
                !allowed.contains(SecretShape.checksum(of: value))
            else { continue }
            return .shape(shape, value: value)
        }
        return nil
    }

    /// Returns the value as it is, with `+` for its spaces, and in base64.
    ///
    /// The percent-encoded form is spelled in base64 as well.
    private static func spellings(of value: [UInt8]) -> [[UInt8]] {
        let space = UInt8(ascii: " ")
        var spellings = [value]
        if value.contains(space) { spellings.append(value.map { $0 == space ? UInt8(ascii: "+") : $0 }) }
        let encoded = Array(
            (String(decoding: value, as: UTF8.self).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
                .utf8)
        for text in Set([value, encoded]) {
            for fragment in base64Fragments(of: text) {
                spellings.append(fragment)
                let forURLs = fragment.map { byte in
                    byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
                }
                if forURLs != fragment { spellings.append(forURLs) }
            }
        }
        return spellings
    }

    /// Returns the base64 digits that depend only on a value.
    ///
    /// The digits differ with the alignment, so they are computed after zero, one and two other bytes.
    private static func base64Fragments(of value: [UInt8]) -> [[UInt8]] {
        (0..<3).map { shift in
            let digits = Array(Data([UInt8](repeating: 0, count: shift) + value).base64EncodedData())
            let first = (shift * 8 + 5) / 6
            let last = (shift + value.count) * 8 / 6
            return Array(digits[first..<last])
        }
    }
}

extension SecretSearch {
    /// Returns the bytes with all percent escapes decoded; nil if there is none.
    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
        decoded(bytes, at: UInt8(ascii: "%")) { bytes, index in
            guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
                let low = bytes[index + 2].hexadecimalValue
            else { return nil }
            return ([high << 4 | low], 3)
        }
    }

    /// Returns the bytes with JSON's escapes decoded; nil if there is none.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
        decoded(bytes, at: UInt8(ascii: "\\")) { bytes, index in
            guard index + 1 < bytes.count else { return nil }
            switch bytes[index + 1] {
            case UInt8(ascii: "n"): return ([10], 2)
            case UInt8(ascii: "r"): return ([13], 2)
            case UInt8(ascii: "t"): return ([9], 2)
            case UInt8(ascii: "b"): return ([8], 2)
            case UInt8(ascii: "f"): return ([12], 2)
            case UInt8(ascii: "u"): return unicodeEscape(bytes[index...]) ?? ([UInt8(ascii: "u")], 2)
            case let escaped: return ([escaped], 2)
            }
        }
    }

    /// Returns the bytes with their escapes decoded; nil if there is none.
    ///
    /// - Parameters:
    ///   - mark: The first byte of an escape.
    ///   - escape: Returns the bytes of the escape at an index, and its length; nil if there is none.
    private static func decoded(
        _ bytes: [UInt8], at mark: UInt8, _ escape: (_ bytes: [UInt8], _ index: Int) -> ([UInt8], length: Int)?
    ) -> [UInt8]? {
        var decoded: [UInt8] = []
        var copied = 0
        var next = bytes.index(of: mark, from: 0)
        while let index = next {
            guard let (text, length) = escape(bytes, index) else {
                next = bytes.index(of: mark, from: index + 1)
                continue
            }
            if copied == 0 { decoded.reserveCapacity(bytes.count) }
            decoded += bytes[copied..<index]
            decoded += text
            copied = index + length
            next = bytes.index(of: mark, from: copied)
        }
        return copied == 0 ? nil : decoded + bytes[copied...]
    }

    /// Returns the UTF-8 of `\uXXXX` or of a surrogate pair, and the escape's length.
    private static func unicodeEscape(_ bytes: ArraySlice<UInt8>) -> ([UInt8], length: Int)? {
        guard let first = LoneSurrogates.codeUnit(bytes) else { return nil }
        if UTF16.isLeadSurrogate(first), let second = LoneSurrogates.codeUnit(bytes.dropFirst(6)),
            UTF16.isTrailSurrogate(second)
        {
            return (Array(String(decoding: [first, second], as: UTF16.self).utf8), 12)
        }
        return (Array(String(decoding: [first], as: UTF16.self).utf8), 6)
    }
}

/// A secret that would get into a file, since redaction does not recognize it where it is.
struct FoundSecret {
    let match: SecretSearch.Match
    /// The part that has it, as in `the header field X-Note of the response of GET https://a.com/ (shop.har, entry 3)`.
    let place: String

    /// The error that names the fields and not their value.
    var refusal: HTTPMockError {
        switch match {
        case .value(let secret):
            let alternative = secret.variable.map { "unset \($0)" } ?? "turn redaction off: redacting: .nothing"
            return HTTPMockError(
                "the value of \(secret.place) is also in \(place), where redaction does not recognize it, so nothing was "
                    + "written. To fix this, name the field that has it: redacting: .names(…), or \(alternative).")
        case .shape(let shape, let value):
            return HTTPMockError(
                "\(shape.name) is in \(place), where redaction does not recognize it, so nothing was written. To fix this, "
                    + "name the field that has it: redacting: .names(…), or, if it is no secret, allow it: "
                    + "redacting: .allowing([\"\(SecretShape.checksum(of: value))\"]).")
        }
    }
}

extension SecretSearch {
    /// Returns the first secret in the bytes of a file, and the part of the entry that has the secret.
    ///
    /// - Parameters:
    ///   - data: The bytes to write.
    ///   - entries: The entries in the bytes.
    ///   - format: The format of the bytes.
    ///   - file: The name of the file.
    func firstSecret(
        in data: Data, of entries: [HAREntry], _ format: Cassette.Format, file: String
    ) -> FoundSecret? {
        // Bodies in base64 are searched as they were; all others are texts of the file.
        func isInBase64(_ body: HARBody?) -> Bool {
            guard let body, format == .stubbornNetwork || body.text == nil else { return false }
            return firstMatch(in: body.bytes) != nil
        }
        guard let match = firstMatch(inFile: data) else {
            let entry = entries.first { isInBase64($0.request.body) || isInBase64($0.response.body) }
            return entry.flatMap { firstSecret(in: $0, file: file) }
        }
        return entries.lazy.compactMap { firstSecret(in: $0, file: file) }.first
            ?? FoundSecret(match: match, place: file)
    }

    private func firstSecret(in entry: HAREntry, file: String) -> FoundSecret? {
        let (request, response) = (entry.request, entry.response)
        let url = Data(request.url.utf8)
        let shown = Cassette.Entry(entry, in: file)
        let owner = firstMatch(in: url) == nil ? shown.shortDescription : "\(request.method) (\(shown.place))"
        func found(_ part: String, _ bytes: Data?) -> FoundSecret? {
            bytes.flatMap { firstMatch(in: $0) }.map { FoundSecret(match: $0, place: "\(part) of \(owner)") }
        }
        func fields(_ fields: [HARField], _ part: String) -> FoundSecret? {
            fields.lazy.compactMap {
                found("the header field \($0.name) of the \(part)", Data("\($0.name): \($0.value)".utf8))
            }.first
        }
        func body(_ body: HARBody?, _ part: String) -> FoundSecret? {
            guard let body, firstMatch(in: body.bytes) != nil else { return nil }
            let place = place { _ = NamedValues.body(body.bytes, type: body.knownType, $0) }
            return found("\(place.map { "\($0) in " } ?? "")the body of the \(part)", body.bytes)
        }
        let urlPlace = place { _ = NamedValues.url(request.url, $0) }
        return found("\(urlPlace.map { "\($0) in " } ?? "")the URL", url)
            ?? fields(request.headers, "request") ?? body(request.body, "request")
            ?? fields(response.headers, "response") ?? body(response.body, "response")
            ?? found("another member of the entry", Data(entry.json.data))
    }

    /// Returns the first named position whose value has a secret; nil if no value has.
    private func place(_ walk: (ValueReplacement) -> Void) -> String? {
        var place: String?
        walk { candidate, value in
            if place == nil, firstMatch(in: Data(value.utf8)) != nil { place = "the \(candidate.text)" }
            return nil
        }
        return place
    }
}
