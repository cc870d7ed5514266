/// Decodes percent-encoded bytes.
///
/// - SeeAlso: [RFC 3986 §2.1](https://www.rfc-editor.org/rfc/rfc3986.html#section-2.1)
enum PercentEncoding {
    /// Returns the byte of the escape at an index; nil if there is none.
    ///
    /// A `%` without two hexadecimal digits is not an escape. `URL` accepts such a `%` as well.
    static func byte<Bytes>(at index: Int, in bytes: Bytes) -> UInt8?
    where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
        guard bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index >= 3,
            let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Returns the bytes with all escapes decoded, and in a form with each plus as a space.
    static func decode<Bytes>(_ bytes: Bytes, plusIsSpace: Bool = false) -> [UInt8]
    where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let escaped = byte(at: index, in: bytes)
            decoded.append(escaped ?? (plusIsSpace && bytes[index] == 0x2B ? 0x20 : bytes[index]))
            index += escaped == nil ? 1 : 3
        }
        return decoded
    }

    /// Returns the escape for a byte: `%2F`.
    static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0" + digits : "%" + digits
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
