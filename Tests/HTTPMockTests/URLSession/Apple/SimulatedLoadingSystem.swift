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
        for work in delayed.change({ list in
            defer { list = [] }
            return list
        }) {
            perform(work)
        }
        await settle()
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
    func perform(_ work: @escaping @Sendable () -> Void) {
        thread.add(counted(work))
    }

    func perform(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        guard isRealTime else {
            delayed.change { $0.append(work) }
            return
        }
        let seconds = delay / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in perform(work) }
    }
}

/// The work of one thread in order, as `com.apple.CFNetwork.CustomProtocols` performs it.
///
/// A serial queue, because only the order counts and whether the caller runs there. A list of work with a lock
/// could release the last reference to a protocol under that lock, and the protocol's deinitializer adds work.
struct SimulatedThread: Sendable {
    private static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "simulated loading thread")

    init() { queue.setSpecific(key: Self.key, value: true) }

    func add(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Whether the caller runs on such a thread.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
    static var nameOfCurrent: String { isCurrent ? "com.apple.CFNetwork.CustomProtocols" : "no name" }
}
