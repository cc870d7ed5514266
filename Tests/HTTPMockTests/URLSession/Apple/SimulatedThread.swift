import Foundation
import TestSupport

@testable import HTTPMock

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
