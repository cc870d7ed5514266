import Foundation
import HTTPMock

/// Finds secrets in bytes: as they are, percent-encoded, in base64 at every alignment, and JSON-escaped.
///
/// A table has the first eight bytes of each spelling. Thus one pass for each way of decoding finds every secret.
struct SecretSearch {
    /// The length of the shortest value, in bytes, because shorter values occur by chance.
    static let shortestValue = 8

    private struct Needle {
        let bytes: [UInt8]
        let secret: Redactor.Secret
    }

    private var needles: [UInt64: [Needle]] = [:]
    /// Whether any needle begins with a given pair of bytes, to skip most positions quickly.
    private var beginnings = [Bool](repeating: false, count: 1 << 16)

    init(_ secrets: [Redactor.Secret]) {
        for secret in secrets where secret.value.utf8.count >= Self.shortestValue {
            for spelling in Self.spellings(of: Array(secret.value.utf8)) where spelling.count >= Self.shortestValue {
                let key = spelling.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
                needles[key, default: []].append(Needle(bytes: spelling, secret: secret))
                beginnings[Int(spelling.withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) })] = true
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

    /// Returns the first secret in the bytes; nil if there is none.
    func firstSecret(in bytes: Data) -> Redactor.Secret? {
        needles.isEmpty ? nil : search(Array(bytes), decodings: Self.decodingLimit)
    }

    /// The number of times that bytes are decoded.
    ///
    /// A body is escaped once in the file, a second time if it is JSON, and may quote a URL.
    private static let decodingLimit = 3

    private func search(_ bytes: [UInt8], decodings: Int) -> Redactor.Secret? {
        if let secret = scan(bytes) { return secret }
        guard decodings > 0 else { return nil }
        if bytes.contains(UInt8(ascii: "\\")) {
            let decoded = Self.unescaped(bytes)
            if let secret = search(decoded, decodings: decodings - 1) { return secret }
        }
        if bytes.contains(UInt8(ascii: "%")) {
            let decoded = Self.percentDecoded(bytes)
            if decoded != bytes, let secret = search(decoded, decodings: decodings - 1) { return secret }
        }
        return nil
    }

    private func scan(_ bytes: [UInt8]) -> Redactor.Secret? {
        guard bytes.count >= Self.shortestValue else { return nil }
        return bytes.withUnsafeBytes { bytes in
            for offset in 0...(bytes.count - Self.shortestValue)
            where beginnings[Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))] {
                let key = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                for needle in needles[key] ?? [] where bytes[offset...].starts(with: needle.bytes) {
                    return needle.secret
                }
            }
            return nil
        }
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

    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// Returns the bytes with JSON's escapes decoded; other bytes stay.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            if let (text, length) = unicodeEscape(bytes[index...]) {
                decoded += text
                index += length
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "n"): decoded.append(10)
            case UInt8(ascii: "r"): decoded.append(13)
            case UInt8(ascii: "t"): decoded.append(9)
            case UInt8(ascii: "b"): decoded.append(8)
            case UInt8(ascii: "f"): decoded.append(12)
            case let escaped: decoded.append(escaped)
            }
            index += 2
        }
        return decoded
    }

    /// Returns the UTF-8 of `\uXXXX` or of a surrogate pair, and the escape's length.
    private static func unicodeEscape(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], length: Int)? {
        guard let first = codeUnit(bytes) else { return nil }
        if UTF16.isLeadSurrogate(first), let second = codeUnit(bytes.dropFirst(6)), UTF16.isTrailSurrogate(second) {
            return (Array(String(decoding: [first, second], as: UTF16.self).utf8), 12)
        }
        return (Array(String(decoding: [first], as: UTF16.self).utf8), 6)
    }

    private static func codeUnit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        guard bytes.count >= 6, bytes.starts(with: "\\u".utf8) else { return nil }
        return bytes.dropFirst(2).prefix(4).reduce(UInt16?(0)) { unit, byte in
            guard let unit, let digit = byte.hexadecimalValue else { return nil }
            return unit << 4 | UInt16(digit)
        }
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
