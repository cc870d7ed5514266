extension Int {
    /// Reads ASCII digits and nothing else.
    ///
    /// - Parameter digits: At most 18 bytes.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
