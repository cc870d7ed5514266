import Foundation

/// The text of a body in another charset than UTF-8.
///
/// A text whose values were replaced is written in the same charset.
struct CharsetText {
    /// The decoded text.
    ///
    /// In UTF-16, malformed code units become U+FFFD, and an odd last byte is left out. In other charsets, the bytes of
    /// a cut last character are left out if all others are well-formed. Otherwise, a private scalar marks each
    /// malformed byte.
    let text: String
    /// Whether the text has marks for malformed bytes.
    private let hasMarks: Bool
    private let encoding: String.Encoding
    private let byteOrderMark: Data

    /// Reads a body by the mark at its beginning, or else by the charset of its media type.
    ///
    /// Nil without both, for UTF-8 and an unknown charset, and for a body that is UTF-8 and malformed in the charset.
    init?(_ body: Data, type: String?) {
        byteOrderMark = Self.byteOrderMark(of: body)
        guard let encoding = Self.encoding(of: body, byteOrderMark, type: type) else { return nil }
        let content = Data(body.dropFirst(byteOrderMark.count))
        self.encoding = encoding
        if let text = Self.wellFormedText(of: content, encoding) {
            self.text = text
            hasMarks = false
        } else {
            if content.utf8Text != nil { return nil }
            var characters = CharsetCharacters(encoding: encoding)
            text = characters.markedText(of: Array(content))
            hasMarks = true
        }
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

    /// Returns the text of some bytes, without a character that is cut at their end; nil for malformed bytes.
    private static func wellFormedText(of bytes: Data, _ encoding: String.Encoding) -> String? {
        if encoding == .utf16LittleEndian || encoding == .utf16BigEndian {
            var units: [UInt16] = []
            for index in stride(from: 0, to: bytes.count - 1, by: 2) {
                let unit = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
                units.append(encoding == .utf16BigEndian ? unit : unit.byteSwapped)
            }
            return String(decoding: units, as: UTF16.self)
        }
        for length in 0...min(3, bytes.count) where isCut(bytes.suffix(length), encoding) {
            if let text = exactText(of: bytes.dropLast(length), encoding) { return text }
        }
        return nil
    }

    /// Returns whether the bytes at the end of a body may be those of a cut character; true for none.
    private static func isCut(_ end: Data, _ encoding: String.Encoding) -> Bool {
        let isBeyondASCII = end.map { $0 >= 0x80 }
        // The second byte of four is a digit.
        if encoding == .gb18030, end.dropFirst().first?.isASCIIDigit == true {
            return isBeyondASCII == [true, false] || isBeyondASCII == [true, false, true]
        }
        return isBeyondASCII.allSatisfy(\.self)
    }

    /// Returns the text of some bytes; nil for bytes that are not written again as they are, such as malformed ones.
    fileprivate static func exactText(of bytes: Data, _ encoding: String.Encoding) -> String? {
        guard let text = String(data: bytes, encoding: encoding), text.data(using: encoding) == bytes else {
            return nil
        }
        return text
    }
}

extension CharsetText {
    /// The private scalar that marks a malformed zero byte; those of the other bytes follow.
    private static let firstMark: UInt32 = 0x10_0000

    fileprivate static func mark(of byte: UInt8) -> String {
        Unicode.Scalar(firstMark + UInt32(byte)).map(String.init) ?? ""
    }

    /// Returns the byte that a scalar marks; nil for any other scalar.
    fileprivate static func malformedByte(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.value >= firstMark else { return nil }
        return UInt8(exactly: scalar.value - firstMark)
    }

    /// Returns the bytes of a text; a mark becomes its byte.
    ///
    /// A character that the charset lacks becomes an escape of JSON, because such characters mostly come from
    /// strings of JSON whose escapes were decoded.
    func encoded(_ text: String) -> Data { byteOrderMark + encodedCharacters(of: text) }

    private func encodedCharacters(of text: String) -> Data {
        // In GB18030, a mark has bytes too.
        if !hasMarks, let bytes = text.data(using: encoding) { return bytes }
        // Each scalar is converted only once, because a conversion takes microseconds.
        var known: [Unicode.Scalar: Data] = [:]
        var bytes = Data()
        for scalar in text.unicodeScalars {
            if let converted = known[scalar] {
                bytes += converted
                continue
            }
            let converted = self.bytes(of: scalar)
            known[scalar] = converted
            bytes += converted
        }
        return bytes
    }

    private func bytes(of scalar: Unicode.Scalar) -> Data {
        if hasMarks, let byte = Self.malformedByte(scalar) { return Data([byte]) }
        return String(scalar).data(using: encoding) ?? Data(Self.jsonEscapes(of: scalar).utf8)
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

/// The characters of a charset, each converted only once, because a conversion takes microseconds.
private struct CharsetCharacters {
    let encoding: String.Encoding
    /// The characters by their bytes; nil for bytes that are no character.
    ///
    /// Each key has a 1 before the bytes, so that keys of different lengths differ.
    private var known: [UInt64: String?] = [:]

    init(encoding: String.Encoding) {
        self.encoding = encoding
    }

    /// Returns the text of bytes of which some are malformed, with a mark for each byte that begins no character.
    ///
    /// Names are found in the text and not in the bytes, because the second byte of a character may be a backslash.
    mutating func markedText(of bytes: [UInt8]) -> String {
        var text = ""
        var index = 0
        while index < bytes.count {
            if let (character, length) = character(at: index, in: bytes) {
                text += character
                index += length
            } else {
                text += CharsetText.mark(of: bytes[index])
                index += 1
            }
        }
        return text
    }

    /// Returns the shortest character that begins at an index; nil if none does.
    private mutating func character(at start: Int, in bytes: [UInt8]) -> (text: String, length: Int)? {
        let window = bytes[start...].prefix(Self.longestLength(at: start, in: bytes))
        var key: UInt64 = 1
        for (offset, byte) in window.enumerated() {
            key = key << 8 | UInt64(byte)
            let length = offset + 1
            if let text = text(of: window.prefix(length), key) { return (text, length) }
        }
        return nil
    }

    /// Returns the largest number of bytes that a character may have.
    ///
    /// The second of four bytes is a digit in GB18030, and 0x8E and 0x8F begin the long characters of EUC.
    private static func longestLength(at start: Int, in bytes: [UInt8]) -> Int {
        if bytes[start] == 0x8E || bytes[start] == 0x8F { return 4 }
        let second = start + 1
        guard second < bytes.count, bytes[second].isASCIIDigit else { return 2 }
        return 4
    }

    private mutating func text(of bytes: ArraySlice<UInt8>, _ key: UInt64) -> String? {
        if let text = known[key] { return text }
        var text = CharsetText.exactText(of: Data(bytes), encoding)
        // GB18030 has bytes for the scalars of the marks. These bytes are marked as malformed ones are.
        if text?.unicodeScalars.contains(where: { CharsetText.malformedByte($0) != nil }) == true { text = nil }
        known[key] = .some(text)
        return text
    }
}

extension String.Encoding {
    /// The encoding of Core Foundation, for which Foundation has no name.
    fileprivate static let gb18030 = String.Encoding(rawValue: 0x8000_0632)
}
