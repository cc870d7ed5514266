/// The end and the duration of the last write of ended exchanges.
struct LastSave {
    let end: ContinuousClock.Instant
    let cost: Duration

    /// Returns whether writing again uses at most a twentieth of the time.
    func allowsNext(at time: ContinuousClock.Instant) -> Bool {
        time - end >= cost * 20
    }
}
