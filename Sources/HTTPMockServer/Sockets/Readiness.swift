/// The readiness of one descriptor.
struct Readiness: Hashable, Sendable {
    /// The identifier that the descriptor was added with.
    let id: UInt64
    let isReadable: Bool
    let isWritable: Bool
    /// True if both directions are over, as after a reset, or if the end of ``Interest/hangingUp`` has come.
    ///
    /// With `poll`, an end without an error is reported as readable instead.
    let isHungUp: Bool
}
