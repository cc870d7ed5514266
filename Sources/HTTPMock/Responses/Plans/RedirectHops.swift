import Foundation

/// The hops of one task in a loading system that starts an ``Exchange`` for each of them.
///
/// Created by the transport of the first hop, owned by the task, and used on the loading thread. If the task is not
/// known, each transport creates an object of its own.
final class RedirectHops {
    /// The number of the newest hop, from 0; -1 before the first.
    private var lastNumber = -1
    private let time: ElapsedTime

    init(_ time: ElapsedTime) {
        self.time = time
    }

    struct Hop {
        fileprivate let hops: RedirectHops
        let number: Int
        /// The time that the earlier hops took; zero if the task is not known.
        let usedTime: Duration

        var isLast: Bool { hops.lastNumber == number }
    }

    /// Begins the next hop.
    ///
    /// - Parameter noted: The number of redirects that the hop's request carries. This number counts if the task is not
    ///   known, because the earlier hops were then not begun here.
    func begin(noted: Int) -> Hop {
        let usedTime = lastNumber < 0 ? .zero : time.elapsed
        lastNumber = max(lastNumber + 1, noted)
        return Hop(hops: self, number: lastNumber, usedTime: usedTime)
    }
}
