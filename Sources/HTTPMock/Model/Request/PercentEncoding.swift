import Foundation

/// Decodes percent-encoded bytes, and writes escapes.
///
/// - SeeAlso: [RFC 3986 §2.1](https://www.rfc-editor.org/rfc/rfc3986.html#section-2.1)
package enum PercentEncoding {
    /// Returns the byte of the escape at an index; nil if there is none.
    ///
    /// A `%` without two hexadecimal digits is not an escape. `URL(string:)` writes such a `%` as `%25`.
    static func byte<Bytes>(at index: Int, in bytes: Bytes) -> UInt8?
    where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
        guard bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index >= 3,
            let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
        else { return nil }
        return high << 4 | low
    }

    /// Returns the bytes with all escapes decoded, and in a form with each plus as a space.
    package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        let bytes = Array(bytes)
        let mayHavePlus = plusIsSpace && bytes.contains(UInt8(ascii: "+"))
        guard mayHavePlus || bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let escaped = byte(at: index, in: bytes) {
                decoded.append(escaped)
                index += 3
                continue
            }
            let isSpace = plusIsSpace && bytes[index] == UInt8(ascii: "+")
            decoded.append(isSpace ? UInt8(ascii: " ") : bytes[index])
            index += 1
        }
        return decoded
    }

    /// Returns the escape of a byte, as in `%2F`.
    package static func escape(of byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }

    /// Returns bytes that are not UTF-8 as text, with escapes for all bytes beyond ASCII and for percent signs.
    static func escaped(_ bytes: [UInt8]) -> String {
        var escaped: [UInt8] = []
        for byte in bytes {
            let isPlain = byte < 0x80 && byte != UInt8(ascii: "%")
            escaped += isPlain ? [byte] : escape(of: byte)
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
