/// A host with an optional port, as in a `Host` field; never with a user name.
///
/// - SeeAlso: [RFC 3986 §3.2.2](https://www.rfc-editor.org/rfc/rfc3986.html#section-3.2.2)
struct Authority {
    /// True if a port was given.
    let hasPort: Bool

    /// Checks some bytes; nil if the grammar forbids them or the host is empty.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > 1,
                rest[1..<end].allSatisfy({ $0.hexadecimal != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
                )
            else { return nil }
            rest = rest[(end + 1)...]
        } else {
            guard let end = Self.endOfName(rest) else { return nil }
            rest = rest[end...]
        }
        hasPort = !rest.isEmpty
        guard hasPort else { return }
        // A colon without digits is allowed by the grammar, but nobody means it.
        let port = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), !port.isEmpty, port.allSatisfy(\.isDigit) else { return nil }
        let number = port.count > 8 ? Int.max : port.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        guard number <= 65_535 else { return nil }
    }

    /// The index after a registered name; nil if it is empty or has a character that is not allowed.
    private static func endOfName(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        var index = bytes.startIndex
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: ":") {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.endIndex, bytes[index + 1].hexadecimal != nil,
                    bytes[index + 2].hexadecimal != nil
                else { return nil }
                index += 3
            case let byte where isNameCharacter(byte): index += 1
            default: return nil
            }
        }
        return index == bytes.startIndex ? nil : index
    }

    /// `unreserved` and `sub-delims`.
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=".utf8.contains(byte)
        }
    }
}
