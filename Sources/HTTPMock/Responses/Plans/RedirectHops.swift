import Foundation

/// The hops of one task in a loading system that starts an ``Exchange`` for each of them.
///
/// Created by the transport of the first hop, owned by the task, and used on the loading thread.
final class RedirectHops {
    private var lastNumber = -1
    private let time: ElapsedTime

    init(_ time: ElapsedTime) {
        self.time = time
    }

    struct Hop {
        fileprivate let hops: RedirectHops
        let number: Int
        let usedTime: Duration

        var isLast: Bool { hops.lastNumber == number }
    }

    /// - Parameter noted: The number of redirects that the hop's request carries, used if the task is not known.
    func begin(noted: Int) -> Hop {
        let usedTime = lastNumber < 0 ? .zero : time.elapsed
        lastNumber = max(lastNumber + 1, noted)
        return Hop(hops: self, number: lastNumber, usedTime: usedTime)
    }
}
