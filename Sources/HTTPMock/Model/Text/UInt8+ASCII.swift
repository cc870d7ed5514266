extension UInt8 {
    /// Whether the byte may be in the name of a header or a cookie.
    ///
    /// - SeeAlso: [RFC 9110 §5.6.2](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.2)
    package var isTokenCharacter: Bool {
        isASCIILetter || isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    // `0x20` is the bit that makes a capital letter a small one. A byte before `a` becomes a large number.
    package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    package var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }

    package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The lower case of an ASCII letter; any other byte unchanged.
    package var asciiLowercased: UInt8 {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self | 0x20
        default: self
        }
    }
}
