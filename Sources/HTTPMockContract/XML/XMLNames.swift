/// The rules for names and characters in XML.
///
/// - SeeAlso: [XML 1.0 §2.2](https://www.w3.org/TR/xml/#charsets), [§2.3](https://www.w3.org/TR/xml/#NT-Name)
enum XMLNames {
    /// The namespace of `xsi:nil`.
    static let schemaInstanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"

    /// Returns whether a text can be the name of an element or attribute without a prefix.
    ///
    /// Each character above ASCII is allowed, although XML excludes a few.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isNameStart else { return false }
        return text.utf8.allSatisfy {
            $0.isNameStart || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }

    /// Returns whether an XML document may have a character.
    static func allows(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r": true
        case "\u{FFFE}", "\u{FFFF}": false
        default: scalar >= " "
        }
    }
}

extension UInt8 {
    /// True for a byte that a name may begin with; the bytes above ASCII are letters of other scripts.
    fileprivate var isNameStart: Bool { isLetter || self == UInt8(ascii: "_") || self >= 0x80 }
}
