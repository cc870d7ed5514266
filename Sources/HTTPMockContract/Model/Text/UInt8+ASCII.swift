extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let tab = UInt8(ascii: "\t")
    /// The separator of JSON text sequences (RFC 7464 §2.2).
    static let recordSeparator: UInt8 = 0x1E
    static let space = UInt8(ascii: " ")

    /// True for a decimal digit.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// True for an ASCII letter.
    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// True for a byte after the first one of a code point in UTF-8.
    var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }

    /// True for a hexadecimal digit.
    var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}
