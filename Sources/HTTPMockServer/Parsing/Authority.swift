import Foundation
import HTTPMock

/// A host with an optional port and no user, as in a `Host` field.
///
/// - SeeAlso: [RFC 3986 §3.2.2](https://www.rfc-editor.org/rfc/rfc3986.html#section-3.2.2)
struct Authority {
    /// The number of bytes of the host, with the brackets of an IPv6 address.
    let hostLength: Int
    /// The port; nil if there is none, or a colon without digits.
    let port: Int?

    private static let mostPortDigits = 8
    /// The escaped percent sign before the zone of an IPv6 address (RFC 6874).
    private static let zoneMark = "%25"

    /// Parses an authority; nil for bytes outside of the grammar, an empty host, or a port that is too large or long.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")), Self.isAddress(rest[1..<end]) else { return nil }
            rest = rest[(end + 1)...]
        } else {
            let end = Self.endOfName(rest)
            guard end > rest.startIndex else { return nil }
            rest = rest[end...]
        }
        hostLength = rest.startIndex
        guard let colon = rest.first else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.allSatisfy(\.isDigit) else { return nil }
        guard !digits.isEmpty else {
            port = nil
            return
        }
        // Leaves room for some zeros in front, and can't overflow.
        guard digits.count <= Self.mostPortDigits else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        guard number <= 65_535 else { return nil }
        port = number
    }

    /// Returns whether the characters between brackets are those of an IPv6 or later address.
    ///
    /// An IPv6 address may have a zone.
    ///
    /// - SeeAlso: [RFC 6874](https://www.rfc-editor.org/rfc/rfc6874.html)
    private static func isAddress(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let first = bytes.first else { return false }
        if first.asciiLowercased == UInt8(ascii: "v") {
            let version = bytes.dropFirst().prefix { $0.hexadecimalValue != nil }
            let address = bytes[version.endIndex...]
            guard !version.isEmpty, address.first == UInt8(ascii: "."), address.count > 1 else { return false }
            return address.dropFirst().allSatisfy { isNameCharacter($0) || $0 == UInt8(ascii: ":") }
        }
        let address = bytes.prefix { $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        let zone = bytes[address.endIndex...]
        if zone.isEmpty { return true }
        guard !address.isEmpty, zone.starts(with: zoneMark.utf8) else { return false }
        let name = zone.dropFirst(zoneMark.utf8.count)
        // Unlike a registered name, a zone has no `sub-delims`.
        let hasZoneCharacters = name.allSatisfy { isUnreserved($0) || $0 == UInt8(ascii: "%") }
        return hasZoneCharacters && !name.isEmpty && endOfName(name) == name.endIndex
    }

    /// Returns the index after a registered name; the first index if there is no name.
    private static func endOfName(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.endIndex, bytes[index + 1].hexadecimalValue != nil,
                    bytes[index + 2].hexadecimalValue != nil
                else { break }
                index += 3
            } else {
                guard isNameCharacter(bytes[index]) else { break }
                index += 1
            }
        }
        return index
    }

    /// Returns whether a byte is in `unreserved` or `sub-delims` of the grammar.
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=".utf8.contains(byte)
    }

    /// Returns whether a byte is in `unreserved` of the grammar.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }
}
