/// The directions in which a source waits for its descriptor.
struct Interest: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let reading = Interest(rawValue: 1)
    static let writing = Interest(rawValue: 2)
    /// The end of the other side's sending direction, which counts as a hangup while nothing is read.
    static let hangingUp = Interest(rawValue: 4)
}
