import Dispatch

/// A wait of a test, such as for a clock or a request, which is reported after ten seconds without progress.
///
/// Created in the waiting task, or where a loop of waits begins. All waits are looked at on one queue, so that a wait
/// costs no timer.
package final class PendingWait: Sendable, CustomStringConvertible {
    private let test = RunningTests.framework?.requestingTest?.name
    private let text: @Sendable () -> String?
    private let progress: @Sendable () -> Int
    private let watch = Locked(StallWatch())
    static let state = Locked(State())
    private static let queue = DispatchQueue(label: "HTTPMock.waits")

    struct State: Sendable {
        var waits: [ObjectIdentifier: PendingWait] = [:]
        var isWatched = false
    }

    private init(_ text: @escaping @Sendable () -> String?, _ progress: @escaping @Sendable () -> Int) {
        self.text = text
        self.progress = progress
    }

    /// Performs a wait, and reports it on standard error, once for each stall of ten seconds or more.
    ///
    /// - Parameters:
    ///   - text: Returns the name of the wait, what it waits for and "To fix this, …", without a full stop.
    ///   - progress: Returns a number that changes with each step towards the end of the wait.
    ///   - wait: Waits; a cancelled wait is named again at the end of its test.
    package static func report<Result>(
        _ text: @escaping @Sendable () -> String, progress: @escaping @Sendable () -> Int = { 0 },
        isolation: isolated (any Actor)? = #isolation, during wait: () async -> Result
    ) async -> Result {
        let pending = PendingWait(text, progress)
        pending.begin()
        let result = await wait()
        pending.end()
        if Task.isCancelled { pending.noteCancellation(of: pending.text()) }
        return result
    }

    /// Creates a wait that recurs, such as that of a loop.
    ///
    /// The wait is looked at until ``end()``, also while nothing waits, so that each recurrence costs nothing.
    ///
    /// - Parameters:
    ///   - text: Returns the name of the wait as for ``report(_:progress:isolation:during:)``; nil while nothing
    ///     waits.
    ///   - progress: Returns a number that changes with each step towards the end of the wait.
    package static func repeated(
        _ text: @escaping @Sendable () -> String?, progress: @escaping @Sendable () -> Int
    ) -> PendingWait {
        let pending = PendingWait(text, progress)
        pending.begin()
        return pending
    }

    private func begin() {
        Self.state.withLock { state in
            state.waits[ObjectIdentifier(self)] = self
            if !state.isWatched { Self.watch(Self.lookAtWaits) }
            state.isWatched = true
        }
    }

    package func end() {
        // Returned from the closure, so that the wait is released after unlocking.
        _ = Self.state.withLock { $0.waits.removeValue(forKey: ObjectIdentifier(self)) }
    }

    /// Names the wait at the end of its test, because its task was cancelled.
    package func noteCancellation(of text: String?) {
        RunningTests.framework?.noteCancelledWait(sentence(text))
    }

    /// Looks every 2.5 seconds until a look returns false, so that ``StallWatch/limit`` looks take ten seconds.
    static func watch(_ look: @escaping @Sendable () -> Bool) {
        queue.asyncAfter(deadline: .now() + .milliseconds(2_500)) { if look() { watch(look) } }
    }

    /// Looks at all waits; returns whether there are any, so that they are looked at again.
    private static func lookAtWaits() -> Bool {
        let waits = state.withLock { state in
            state.isWatched = !state.waits.isEmpty
            return state.waits.values
        }
        for wait in waits { wait.look() }
        return !waits.isEmpty
    }

    func look() {
        guard text() != nil else { return watch.withLock { $0.reset() } }
        let progress = progress()
        let isDue = watch.withLock { $0.look(progress) }
        if isDue { StandardError.report("HTTPMock: no progress for ten seconds: \(self)") }
    }

    package var description: String { sentence(text()) }

    private func sentence(_ text: String?) -> String {
        let inTest = test.map { " (in \($0))" } ?? ""
        return "\(text ?? "")\(inTest)."
    }
}
