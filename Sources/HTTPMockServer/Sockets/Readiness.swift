/// The readiness of one descriptor.
struct Readiness: Hashable, Sendable {
    /// The identifier that the descriptor was added with.
    let id: UInt64
    let isReadable: Bool
    let isWritable: Bool
    /// True if both directions are over, by a reset for example, or the one of ``Interest/hangingUp``.
    let isHungUp: Bool
}
