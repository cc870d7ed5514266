import HTTPMock

/// The character classes of HTTP's grammar.
///
/// - SeeAlso: [RFC 9110 §5.6.2](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.2)
extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    fileprivate static let delete: UInt8 = 0x7f

    /// Whether the byte may occur in a method or field name: `tchar` in the grammar.
    var isToken: Bool {
        // Bit n of the first mask belongs to the byte n, and bit n of the second mask to the byte 64 + n. Masks are
        // fast, and each byte of a field name is checked.
        switch self {
        case 0..<64: 0x03ff_6cfa_0000_0000 >> UInt64(self) & 1 == 1
        case 64..<128: 0x57ff_ffff_c7ff_fffe >> (UInt64(self) - 64) & 1 == 1
        default: false
        }
    }

    var isBlank: Bool { self == .space || self == .tab }

    /// Whether the byte may occur in a field value: visible, a blank, or beyond ASCII.
    var isFieldValue: Bool {
        if self == .tab { return true }
        return self >= .space && self != Self.delete
    }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension String {
    /// Creates a field's text: valid UTF-8, otherwise one character a byte.
    init(field bytes: UnsafeRawBufferPointer) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            // Nearly all fields are ASCII, which can't be invalid.
            self = String(decoding: bytes, as: UTF8.self)
        } else if let text = bytes.utf8Text {
            self = text
        } else {
            self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }

    /// Creates the text of bytes for a report; a byte that is not printable ASCII becomes an escape such as `\x01`.
    init(printable bytes: some Sequence<UInt8>) {
        self = bytes.reduce(into: "") { text, byte in
            if byte >= .space, byte < UInt8.delete {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }

    /// The elements of a comma-separated field value, without the blanks around them; empty ones stay.
    var listElements: [String] {
        utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { element in
            var rest = element.drop(while: \.isBlank)
            while let last = rest.last, last.isBlank { rest.removeLast() }
            return String(decoding: rest, as: UTF8.self)
        }
    }
}
