import Foundation
import TestSupport

@testable import HTTPMock

/// A session of a simulated loading system, which makes tasks until it is invalidated.
final class SimulatedSession: Sendable {
    /// The exception for a task in an invalidated session.
    struct Exception: Error {}

    private let makeKnownTask: @Sendable () -> SimulatedTask
    private let system: SimulatedLoadingSystem
    private let didBecomeInvalid: @Sendable () -> Void
    private let isInvalid = Observed(false)

    init(
        in system: SimulatedLoadingSystem, makeTask: @escaping @Sendable () -> SimulatedTask,
        didBecomeInvalid: @escaping @Sendable () -> Void
    ) {
        self.system = system
        makeKnownTask = makeTask
        self.didBecomeInvalid = didBecomeInvalid
    }

    func makeTask() throws -> SimulatedTask {
        if isInvalid.value { throw Exception() }
        return makeKnownTask()
    }

    /// Refuses tasks from now on, and calls the delegate later.
    func invalidate() {
        isInvalid.change { $0 = true }
        system.onDelegateQueue(didBecomeInvalid)
    }
}
