/// Counts the looks at a wait that find no progress, for the report after ten seconds.
///
/// Owned by a ``PendingWait``, a ``ManualClock`` or an ``Exchange``; each is looked at every 2.5 seconds.
package struct StallWatch: Sendable {
    /// The number of looks without progress at which the wait is reported.
    package static let limit = 4

    private var progress = 0
    /// The number of looks in a row that have found no progress.
    private(set) var lookCount = 0

    /// Whether the last look found progress; true before the first look, and after a reset.
    var hasMoved: Bool { lookCount == 0 }

    /// Forgets earlier looks, because nothing waits.
    mutating func reset() {
        lookCount = 0
    }

    /// Looks at a wait, whose progress is a number that changes with each step.
    ///
    /// - Returns: Whether the wait is due to be reported, once for each stall.
    mutating func look(_ progress: Int) -> Bool {
        if progress == self.progress {
            lookCount += 1
        } else {
            self.progress = progress
            lookCount = 0
        }
        return lookCount == Self.limit
    }
}
