import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The queues of a simulated loading system, which all its tasks share.
///
/// The forty behaviours are those that published code and bug reports show. The tests of ``SimulatedTask`` name them.
final class SimulatedLoadingSystem: Sendable {
    let uncertain: Set<Uncertainty>
    /// Whether waits take their time; otherwise ``passTime()`` ends them.
    let isRealTime: Bool
    let thread = SimulatedThread()
    private let sessionQueue = DispatchQueue(label: "simulated session")
    private let delegateQueue = DispatchQueue(label: "simulated delegate")
    /// The number of calls that are due.
    private let pending = Observed(0)
    private let delayed = Observed<[@Sendable () -> Void]>([])
    private let registered = Observed<[(name: String, known: SimulatedClass)]>([])

    init(_ uncertain: Set<Uncertainty> = [], isRealTime: Bool = false) {
        self.uncertain = uncertain
        self.isRealTime = isRealTime
    }

    /// Runs work where classes are asked and protocols are created: on a queue without the caller's context.
    func onSessionQueue(_ work: @escaping @Sendable () -> Void) {
        sessionQueue.async(execute: counted(work))
    }

    func onDelegateQueue(_ work: @escaping @Sendable () -> Void) {
        delegateQueue.async(execute: counted(work))
    }

    /// Waits until nothing is left to do but what waits for time.
    func settle() async {
        await pending.wait { $0 == 0 }
    }

    /// Ends all waits of the library for the loading system.
    func passTime() async {
        await settle()
        // What was due later may have more work that is due later.
        while case let due = delayed.change({ list in
            defer { list = [] }
            return list
        }), !due.isEmpty {
            for work in due { perform(work) }
            await settle()
        }
    }

    /// The registered classes in the order in which the shared session asks them: the last one first.
    var registeredClasses: [SimulatedClass] { registered.value.reversed().map(\.known) }

    func register(_ known: SimulatedClass, named name: String) {
        registered.change { $0.append((name, known)) }
    }

    func unregister(named name: String) {
        guard !uncertain.contains(.keepsUnregisteredClasses) else { return }
        registered.change { $0.removeAll { $0.name == name } }
    }

    private func counted(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        pending.change { $0 += 1 }
        return { [pending] in
            work()
            pending.change { $0 -= 1 }
        }
    }
}

extension SimulatedLoadingSystem: LoadingThread {
    var mode: RunLoop.Mode? { thread.mode }

    /// Runs work of the system itself, in any mode.
    func perform(_ work: @escaping @Sendable () -> Void) {
        thread.add(counted(work))
    }

    func perform(in modes: [RunLoop.Mode], _ work: @escaping @Sendable () -> Void) {
        perform { [thread] in thread.runOrKeep(work, in: modes) }
    }

    func perform(
        after delay: Duration, in modes: [RunLoop.Mode] = [.default], _ work: @escaping @Sendable () -> Void
    ) {
        guard isRealTime else {
            delayed.change { $0.append { [self] in perform(in: modes, work) } }
            return
        }
        let seconds = delay / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in perform(in: modes, work) }
    }

    /// Lets the thread's run loop run in a mode from now on.
    func enter(_ mode: RunLoop.Mode) {
        perform { [thread] in thread.enter(mode) }
    }
}
