import Foundation

/// The text of a body in another charset than UTF-8.
///
/// A text whose values were replaced is written in the same charset.
struct CharsetText {
    /// The decoded text.
    ///
    /// In UTF-16, malformed code units become U+FFFD, and an odd last byte is left out. In other charsets, the bytes of
    /// a cut last character are left out if they are beyond ASCII and all others are well-formed. Otherwise, a private
    /// scalar marks each malformed byte.
    let text: String
    private let encoding: String.Encoding
    private let byteOrderMark: Data

    /// Reads a body by the mark at its beginning, or else by the charset of its media type.
    ///
    /// Nil without both, for UTF-8 and an unknown charset, and for a body that is UTF-8 and malformed in the charset.
    init?(_ body: Data, type: String?) {
        byteOrderMark = Self.byteOrderMark(of: body)
        guard let encoding = Self.encoding(of: body, byteOrderMark, type: type) else { return nil }
        guard let text = Self.text(of: Data(body.dropFirst(byteOrderMark.count)), encoding) else { return nil }
        self.encoding = encoding
        self.text = text
    }

    /// Returns the byte-order mark of UTF-16 that a body begins with; empty without one.
    private static func byteOrderMark(of body: Data) -> Data {
        let mark = Data(body.prefix(2))
        guard mark == Data([0xFF, 0xFE]) || mark == Data([0xFE, 0xFF]) else { return Data() }
        return mark
    }

    /// Returns the encoding by the mark or the charset of the media type; nil without both.
    private static func encoding(of body: Data, _ byteOrderMark: Data, type: String?) -> String.Encoding? {
        if let first = byteOrderMark.first { return first == 0xFF ? .utf16LittleEndian : .utf16BigEndian }
        let encoding = MediaEssence.encoding(ofType: type)
        guard encoding == .utf16 else { return encoding }
        // Without a mark, the zero byte of the first character shows the order.
        return body.first == 0 ? .utf16BigEndian : .utf16LittleEndian
    }

    /// Returns the text of some bytes; nil for bytes that are UTF-8 and malformed in the encoding.
    private static func text(of bytes: Data, _ encoding: String.Encoding) -> String? {
        if encoding == .utf16LittleEndian || encoding == .utf16BigEndian {
            var units: [UInt16] = []
            for index in stride(from: 0, to: bytes.count - 1, by: 2) {
                let unit = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
                units.append(encoding == .utf16BigEndian ? unit : unit.byteSwapped)
            }
            return String(decoding: units, as: UTF16.self)
        }
        // The bytes beyond ASCII at the end, at most three, may be those of a cut character.
        let cutLimit = bytes.suffix(3).reversed().prefix { $0 >= 0x80 }.count
        for cut in 0...cutLimit {
            if let text = exactText(of: bytes.dropLast(cut), encoding) { return text }
        }
        return bytes.utf8Text == nil ? markedText(of: bytes, encoding) : nil
    }

    /// Returns the text of some bytes; nil for bytes that are not written again as they are, such as malformed ones.
    private static func exactText(of bytes: Data, _ encoding: String.Encoding) -> String? {
        guard let text = String(data: bytes, encoding: encoding), text.data(using: encoding) == bytes else {
            return nil
        }
        return text
    }
}

extension CharsetText {
    /// The private scalar that marks a malformed zero byte; those of the other bytes follow.
    private static let firstMark: UInt32 = 0x10_0000

    /// Returns the text of bytes of which some are malformed, with a mark for each of these.
    ///
    /// Names are found in the text and not in the bytes, because the second byte of a character may be a backslash.
    private static func markedText(of bytes: Data, _ encoding: String.Encoding) -> String {
        // In charsets with bytes above 127, no character of several bytes contains the byte of a quote. The bytes are
        // split at quotes, so that most pieces are well-formed and are read as a whole.
        let pieces = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        return pieces.map { exactText(of: $0, encoding) ?? markedPiece($0, encoding) }.joined(separator: "\"")
    }

    /// Reads one character after the other, and marks each byte that begins none.
    private static func markedPiece(_ bytes: Data, _ encoding: String.Encoding) -> String {
        var text = ""
        var rest = bytes
        while let first = rest.first {
            var next = mark(of: first)
            var length = 1
            // The longest characters are those of GB18030, with four bytes.
            for candidate in 1...min(4, rest.count) {
                guard let character = exactText(of: rest.prefix(candidate), encoding) else { continue }
                next = character
                length = candidate
                break
            }
            text += next
            rest = rest.dropFirst(length)
        }
        return text
    }

    private static func mark(of byte: UInt8) -> String {
        Unicode.Scalar(firstMark + UInt32(byte)).map(String.init) ?? ""
    }

    /// Returns the byte that a scalar marks; nil for any other scalar.
    private static func malformedByte(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.value >= firstMark else { return nil }
        return UInt8(exactly: scalar.value - firstMark)
    }

    /// Returns the bytes of a text; a mark becomes its byte, and a character that the charset lacks is escaped.
    ///
    /// Only a string of JSON has such a character, because the string was decoded from escapes and is written again.
    func encoded(_ text: String) -> Data { byteOrderMark + encodedCharacters(of: text) }

    private func encodedCharacters(of text: String) -> Data {
        if let bytes = text.data(using: encoding) { return bytes }
        return text.unicodeScalars.reduce(into: Data()) { bytes, scalar in
            if let byte = Self.malformedByte(scalar) {
                bytes.append(byte)
            } else {
                bytes += String(scalar).data(using: encoding) ?? Data(Self.jsonEscapes(of: scalar).utf8)
            }
        }
    }

    /// Returns a character as one or two escapes of JSON, as in `\u20AC`.
    ///
    /// - SeeAlso: [RFC 8259 §7](https://www.rfc-editor.org/rfc/rfc8259.html#section-7)
    private static func jsonEscapes(of scalar: Unicode.Scalar) -> String {
        let escapes = String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return escapes.joined()
    }
}
