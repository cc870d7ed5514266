import Foundation
import HTTPMock

/// Finds secrets in bytes: known values, and values with the shape of a secret.
///
/// A known value is found as it is, percent-encoded, in base64 at every alignment, and JSON-escaped, also if one of
/// these is in another. A table has the first eight bytes of each spelling, so one pass over each decoded form finds
/// all secrets.
struct SecretSearch {
    /// The length of the shortest value, in bytes, because shorter values occur by chance.
    static let shortestValue = 8

    /// A secret that was found.
    enum Match {
        case value(Redactor.Secret)
        case shape(SecretShape, value: String)

        /// The text that is equal for equal secrets.
        fileprivate var identity: String {
            switch self {
            case .value(let secret): "\(secret.variable ?? "")=\(secret.value)"
            case .shape(let shape, let value): "\(shape.name) \(SecretShape.joined(value))"
            }
        }

        /// The secret itself.
        var value: String {
            switch self {
            case .value(let secret): secret.value
            case .shape(_, let value): value
            }
        }

        /// The kind in words, as in `a GitHub token`, or the position of a known value.
        var kind: String {
            switch self {
            case .value(let secret): secret.place
            case .shape(let shape, _): shape.name
            }
        }

        /// The checksum that allows the secret.
        var checksum: String { SecretShape.checksum(of: value) }

        func isEqual(to other: Match) -> Bool { identity == other.identity }
    }

    /// A spelling of a known value.
    private struct Needle {
        let bytes: [UInt8]
        let secret: Redactor.Secret
    }

    /// The marks of a position: a needle or a shape may begin there.
    private enum Mark {
        static let needle: UInt8 = 1
        static let shape: UInt8 = 2
    }

    /// The needles by their first eight bytes.
    private var needles: [UInt64: [Needle]] = [:]
    /// The shapes by the first two bytes of their prefixes.
    private var shapes: [UInt16: [SecretShape]] = [:]
    /// Whether a known value has a space, which a form may spell `+`.
    private var hasSpaces = false
    /// The checksums of values that are not looked for, unless a variable has the value.
    private var allowed: Set<String>
    /// The marks of needles and shapes, by the hash of their first three bytes.
    ///
    /// The search skips positions without a mark.
    private var beginnings = [UInt8](repeating: 0, count: 1 << 16)

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - secrets: The known values.
    ///   - shapes: The shapes to look for.
    ///   - allowed: The checksums of values that are not looked for, unless a variable has the value.
    init(_ secrets: [Redactor.Secret], shapes: [SecretShape] = [], allowed: Set<String> = []) {
        self.allowed = allowed
        for shape in shapes {
            let beginning = UInt16(shape.prefix[0]) | UInt16(shape.prefix[1]) << 8
            self.shapes[beginning, default: []].append(shape)
            // Any third byte may follow a prefix of two bytes.
            var thirds: ClosedRange<UInt8> = 0...255
            if shape.prefix.count > 2 { thirds = shape.prefix[2]...shape.prefix[2] }
            for third in thirds {
                beginnings[Self.hash(shape.prefix[0], shape.prefix[1], third)] |= Mark.shape
            }
        }
        add(secrets)
    }

    /// Adds checksums of values that are not looked for any more, unless a variable has the value.
    mutating func allow(_ checksums: Set<String>) { allowed.formUnion(checksums) }

    /// Adds known values, except short and common ones.
    mutating func add(_ secrets: some Sequence<Redactor.Secret>) {
        for secret in secrets where secret.isDistinctive && secret.value.utf8.count >= Self.shortestValue {
            if secret.value.utf8.contains(Self.space) { hasSpaces = true }
            for spelling in Self.spellings(of: Array(secret.value.utf8)) where spelling.count >= Self.shortestValue {
                let key = spelling.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
                needles[key, default: []].append(Needle(bytes: spelling, secret: secret))
                beginnings[Self.hash(spelling[0], spelling[1], spelling[2])] |= Mark.needle
            }
        }
    }

    /// Returns an index of `beginnings` for three bytes.
    private static func hash(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
        (Int(first) &+ Int(second) &* 37 &+ Int(third) &* 1_369) & 0xFFFF
    }

    /// Returns the values of the environment variables whose names mark them as secret.
    ///
    /// Values that may be common words, such as `disabled`, and numbers of at most 11 digits are left out.
    static func secrets(in environment: [String: String]) -> [Redactor.Secret] {
        // The names of the shell's directories look like abbreviations of "password".
        let directories = ["PWD", "OLDPWD"]
        return environment.filter {
            Redaction.isSecret($0.key) && !directories.contains($0.key) && isNoWord($0.value)
        }
        .sorted { $0.key < $1.key }
        .map { Redactor.Secret(place: "the environment variable \($0.key)", value: $0.value, variable: $0.key) }
    }

    /// Returns whether an environment variable's value can't be a common word: it is long, or has a letter and a digit.
    private static func isNoWord(_ value: String) -> Bool {
        let longestWord = 11
        if value.utf8.count > longestWord { return true }
        return value.contains(where: \.isLetter) && value.contains(where: \.isNumber)
    }

    private var isEmpty: Bool { needles.isEmpty && shapes.isEmpty }

    /// Returns whether bytes have a secret, decoded or not.
    func hasMatch(in bytes: Data) -> Bool { !matches(in: bytes, limit: 1).isEmpty }

    /// Returns the secrets in bytes, decoded or not, each once.
    ///
    /// - Parameter limit: The number of secrets that are enough. The search ends early, and may return some more.
    func matches(in bytes: Data, limit: Int = .max) -> [Match] { matches(in: [UInt8](bytes), limit: limit) }

    /// Returns the secrets in bytes, decoded or not, each once.
    ///
    /// - Parameter limit: The number of secrets that are enough. The search ends early, and may return some more.
    func matches(in bytes: [UInt8], limit: Int = .max) -> [Match] {
        guard !isEmpty, bytes.count >= Self.shortestValue else { return [] }
        return search(bytes, limit: limit)
    }

    /// Returns the secrets in bytes, in the bytes without their escapes, and in all texts in base64.
    ///
    /// A text in base64 is searched like the bytes. Base64 has no escapes, so all its texts are found after the last
    /// escape is decoded.
    private func search(_ bytes: [UInt8], limit: Int, depth: Int = 0) -> [Match] {
        var found: [Match] = []
        var known: Set<String> = []
        func note(_ matches: [Match]) { found += matches.filter { known.insert($0.identity).inserted } }
        func searchLayer(_ layer: [UInt8]) {
            note(scan(layer, limit: limit))
            if hasSpaces { note(scanForm(layer)) }
        }
        searchLayer(bytes)
        var layer = bytes
        for _ in 0..<DecodedText.depthLimit {
            guard found.count < limit, let decoded = DecodedText.withoutOuterEscapes(layer) else { break }
            layer = decoded
            searchLayer(layer)
        }
        guard found.count < limit, depth < DecodedText.depthLimit else { return found }
        let texts = DecodedText.inBase64(of: layer)
        if !texts.isEmpty { note(search(texts, limit: limit, depth: depth + 1)) }
        return found
    }

    /// Returns the known values in bytes whose spaces are spelled `+`, all or some of them.
    private func scanForm(_ bytes: [UInt8]) -> [Match] {
        guard bytes.contains(Self.plus) else { return [] }
        // A secret that is known by its shape may have the sign itself, so only known values count.
        return scan(Self.withoutPlus(bytes), limit: .max).filter { match in
            if case .value = match { true } else { false }
        }
    }

    private static let (space, plus) = (UInt8(ascii: " "), UInt8(ascii: "+"))

    private static func withoutPlus(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 == plus ? space : $0 } }

    /// Returns the secrets at all positions of bytes, as the bytes are.
    private func scan(_ bytes: [UInt8], limit: Int) -> [Match] {
        bytes.withUnsafeBufferPointer { bytes in
            beginnings.withUnsafeBufferPointer { beginnings in
                var found: [Match] = []
                guard bytes.count >= Self.shortestValue, let firstByte = bytes.baseAddress,
                    let allMarks = beginnings.baseAddress
                else { return found }
                var position = 0
                let end = bytes.count &- 2
                // The hash is computed here as well, because a debug build calls a function for each byte otherwise.
                while position < end {
                    let next = firstByte + position
                    let marks = allMarks[(Int(next[0]) &+ Int(next[1]) &* 37 &+ Int(next[2]) &* 1_369) & 0xFFFF]
                    if marks != 0, let match = match(marks, in: bytes, at: position) {
                        found.append(match)
                        if found.count >= limit { return found }
                    }
                    position = position &+ 1
                }
                return found
            }
        }
    }

    /// Returns the secret at a position with some marks; nil if there is none.
    private func match(_ marks: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Match? {
        if marks & Mark.needle != 0, bytes.count - position >= Self.shortestValue {
            let key = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self)
            for needle in needles[key] ?? [] where bytes[position...].starts(with: needle.bytes) {
                // The value of a variable is a secret under any name.
                if needle.secret.variable == nil, isAllowed(needle.secret.value) { continue }
                return .value(needle.secret)
            }
        }
        guard marks & Mark.shape != 0 else { return nil }
        for shape in shapes[UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8] ?? [] {
            guard let value = shape.value(in: bytes, at: position), !isAllowed(value) else { continue }
            return .shape(shape, value: value)
        }
        return nil
    }

    private func isAllowed(_ value: String) -> Bool {
        !allowed.isEmpty && allowed.contains(SecretShape.checksum(of: value))
    }

    /// Returns the value as it is, without its apparent escapes, and in base64.
    ///
    /// The percent-encoded value is spelled in base64 as well. A value with a space is also spelled as the search reads
    /// a form, in which each `+` is a space.
    private static func spellings(of value: [UInt8]) -> [[UInt8]] {
        var spellings = [value]
        if let decoded = DecodedText.withoutEscapes(value) { spellings.append(decoded) }
        if value.contains(space), value.contains(plus) { spellings.append(withoutPlus(value)) }
        let text = String(decoding: value, as: UTF8.self)
        let percentEncoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for bytes in Set([value, Array(percentEncoded.utf8)]) {
            for fragment in base64Fragments(of: bytes) {
                spellings.append(fragment)
                let forURLs = fragment.map(base64URLDigit)
                if forURLs != fragment { spellings.append(forURLs) }
            }
        }
        return spellings
    }

    /// Returns the digit of base64 for URLs.
    ///
    /// - SeeAlso: [RFC 4648 §5](https://www.rfc-editor.org/rfc/rfc4648.html#section-5)
    private static func base64URLDigit(_ digit: UInt8) -> UInt8 {
        switch digit {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: digit
        }
    }

    /// Returns the base64 digits that depend only on a value.
    ///
    /// The digits differ with the alignment, so they are computed after zero, one and two other bytes. A digit with a
    /// bit of another byte is left out.
    private static func base64Fragments(of value: [UInt8]) -> [[UInt8]] {
        (0..<3).map { shift in
            let digits = Array(Data([UInt8](repeating: 0, count: shift) + value).base64EncodedData())
            let bitsOfByte = 8
            let bitsOfDigit = 6
            let startOfValue = shift * bitsOfByte
            let endOfValue = startOfValue + value.count * bitsOfByte
            // The start is rounded up to a whole digit, the end is rounded down.
            let start = (startOfValue + bitsOfDigit - 1) / bitsOfDigit
            let end = endOfValue / bitsOfDigit
            return Array(digits[start..<end])
        }
    }
}
