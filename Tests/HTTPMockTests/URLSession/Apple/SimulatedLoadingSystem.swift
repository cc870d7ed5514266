import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A behaviour of Apple's loading system on which the sources are silent or differ.
///
/// Off means the position that more sources support.
enum Uncertainty: CaseIterable, Sendable {
    /// A class is asked twice about one request.
    case asksTwice
    /// A protocol has no task.
    case hidesTask
    /// The system counts redirects itself.
    case limitsRedirects
    /// The delegate hears of a response only with its first data.
    case reportsWithData
    /// A response that is `text/*`, or of no type, is not held until 512 bytes.
    case sendsTextAtOnce
    /// The system joins data that follow each other.
    case joinsData
    /// The system enforces the idle timeout.
    case endsIdleTasks
    /// A task that was cancelled before its start is started.
    case startsCancelledTasks
    /// A protocol is stopped and started again once it has sent a response.
    case startsAgain
    /// A class is still asked after `unregisterClass`.
    case keepsUnregisteredClasses
    /// A task has the request of a redirect as its current one before the delegate has decided.
    case changesRequestEarly

    /// The behaviours that no client of the differential table sees.
    static let unseen: Set<Uncertainty> = [.asksTwice, .limitsRedirects, .startsCancelledTasks, .changesRequestEarly]
    /// Every uncertain behaviour off, and each one on.
    static let positions: [Set<Uncertainty>] = [[]] + allCases.map { [$0] }
}

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

/// The work of one thread and its run loop in order, as `com.apple.CFNetwork.CustomProtocols` performs it.
///
/// A serial queue, because only the order counts and whether the caller runs there. A list of work with a lock
/// could release the last reference to a protocol under that lock, and the protocol's deinitializer adds work.
final class SimulatedThread: @unchecked Sendable {
    // Sendable although its state is mutable, because the mode and what is kept are touched on the queue only.

    private static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "simulated loading thread")
    private(set) var mode = RunLoop.Mode.default
    /// The work for other modes than the current one.
    private var kept: [(work: @Sendable () -> Void, modes: [RunLoop.Mode])] = []
    let keptCount = Observed(0)

    init() { queue.setSpecific(key: Self.key, value: true) }

    func add(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Runs work on the thread, or keeps it until the run loop is in one of its modes.
    func runOrKeep(_ work: @escaping @Sendable () -> Void, in modes: [RunLoop.Mode]) {
        if modes.contains(mode) { return work() }
        kept.append((work, modes))
        keptCount.change { $0 = kept.count }
    }

    func enter(_ mode: RunLoop.Mode) {
        self.mode = mode
        let due = kept.filter { $0.modes.contains(mode) }
        kept.removeAll { $0.modes.contains(mode) }
        keptCount.change { $0 = kept.count }
        for (work, _) in due { work() }
    }

    /// Whether the caller runs on such a thread.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
    static var nameOfCurrent: String { isCurrent ? "com.apple.CFNetwork.CustomProtocols" : "no name" }
}

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
