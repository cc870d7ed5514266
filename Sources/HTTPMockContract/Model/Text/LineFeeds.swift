extension Collection<UInt8> {
    /// Returns a text with one line feed for each carriage return, and for each carriage return with a line feed.
    ///
    /// - SeeAlso: [XML 1.0 §2.11](https://www.w3.org/TR/xml/#sec-line-ends),
    ///   [YAML 1.2.2 §5.4](https://yaml.org/spec/1.2.2/#54-line-break-characters)
    func withLineFeeds() -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var previous: UInt8?
        for byte in self {
            switch byte {
            case .carriageReturn: result.append(.lineFeed)
            case .lineFeed where previous == .carriageReturn: break
            default: result.append(byte)
            }
            previous = byte
        }
        return result
    }
}
