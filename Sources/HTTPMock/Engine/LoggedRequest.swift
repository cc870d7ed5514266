import Foundation

/// A logged request, with everything that decides how it is answered.
///
/// An object, because the dispatcher and the record of the hop share it.
package final class LoggedRequest: Sendable {
    /// The number of the request in the log, from 1.
    let number: Int
    let request: MockRequest
    /// The time at which the request arrived.
    let start: Date
    /// The arrival on a clock that is not the real one, counted from the instance's creation.
    let clockStart: Duration?
    /// The registrations and the policy at the request's arrival.
    let snapshot: Store.Snapshot
    /// The work to decide the request, which decides where the request may be decided.
    let work: MatchingWork
    /// The matching routes; nil if the request can't be matched on its transport's queue.
    private let quickMatch: RouteTable.Match?

    init(number: Int, request: MockRequest, start: Date, clockStart: Duration? = nil, snapshot: Store.Snapshot) {
        self.number = number
        self.request = request
        self.start = start
        self.clockStart = clockStart
        self.snapshot = snapshot
        (quickMatch, work) = snapshot.match(request)
    }

    /// Returns the matching routes; may evaluate conditions, which may read a body or run user code.
    func match() -> RouteTable.Match { quickMatch ?? snapshot.table.match(request) }
}
