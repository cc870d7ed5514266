extension UInt8 {
    /// True for a decimal digit.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// True for an ASCII letter.
    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// True for a hexadecimal digit.
    var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}
