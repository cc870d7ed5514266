extension FixedWidthInteger {
    /// Reads ASCII digits; nil for a text with anything else, and for a number that is too large.
    ///
    /// The initializers of the standard library accept a sign before the digits.
    ///
    /// - Parameters:
    ///   - digits: The digits; nil is returned for none.
    ///   - radix: The base of the digits, at most 16.
    init?(digits: some Collection<UInt8>, radix: Int = 10) {
        guard digits.allSatisfy(\.isHexDigit) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self), radix: radix)
    }
}
