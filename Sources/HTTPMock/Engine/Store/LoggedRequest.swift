import Foundation

/// A logged request, with everything that decides how it is answered; the exchange and the dispatcher share it.
package final class LoggedRequest: Sendable {
    /// The record and the snapshot as they were when the request arrived.
    let record: RecordedRequest
    let snapshot: Store.Snapshot
    let kind: RequestKinds
    /// The work that matching still needs; `.headOnly` if the request has been matched.
    let work: MatchingWork
    /// The result of matching; nil if the request can't be matched on its transport's queue.
    private let quickMatch: RouteTable.Match?
    /// Whether a task may have waited for the request when it arrived.
    let isAwaited: Bool

    /// Matches a request at once, if its address is short and no condition and no extension needs another thread.
    init(_ record: RecordedRequest, _ snapshot: Store.Snapshot, isAwaited: Bool) {
        self.record = record
        self.snapshot = snapshot
        self.isAwaited = isAwaited
        let request = record.request
        kind = request.kind
        if RouteTable.isSlow(request.target) {
            // Matched on the matching queue, as if a body had to be read.
            (quickMatch, work) = (nil, .readsBody)
            return
        }
        // An empty body is read at once.
        let limit = request.content.count == 0 ? MatchingWork.readsBody : .headOnly
        let match = snapshot.table.match(request, within: limit)
        let needed = snapshot.extensions.reduce(match.work) { max($0, $1.workNeeded(for: request)) }
        (quickMatch, work) = needed <= limit ? (match, .headOnly) : (nil, needed)
    }

    var request: MockRequest { record.request }

    /// The extensions that see the request; few see upgrades.
    var extensions: [any EngineExtension] {
        kind == .upgrade ? snapshot.extensions.filter(\.seesUpgrades) : snapshot.extensions
    }

    /// Returns the result of matching; may evaluate conditions, which may read a body or run user code.
    func match() -> RouteTable.Match {
        quickMatch ?? snapshot.table.match(request, warn: MockEngine.warn)
    }
}
