import Foundation

/// The life of a request: it arrives, pops a response, and ends.
extension Store {
    /// Counts a request as in flight; returns the refusal of an ended test.
    func begin(_ exchange: Exchange) -> HTTPMockError? {
        let (refusal, startsWatch) = transition { ($0.refusal, $0.add(exchange)) }
        if startsWatch { exchange.engine.watchForStalls() }
        return refusal
    }

    /// Logs a request that has arrived, perhaps at a moment of another clock.
    func arrive(_ request: MockRequest, at clockStart: Duration? = nil) -> LoggedRequest {
        let start = Date()
        let (record, snapshot) = transition { state in
            let snapshot = state.snapshot ?? Snapshot(state)
            state.snapshot = snapshot
            return (state.contents.log.add(request, start: start, clockStart: clockStart), snapshot)
        }
        return LoggedRequest(record, snapshot)
    }

    /// A popped response, nil if its queue has run out or was cleared; the number of requests that such a queue has
    /// answered; whether the request was counted as in flight.
    typealias Popped = (served: ServedResponse?, servedCount: Int, isInFlight: Bool)

    /// Pops the next response of a route; a delayed one puts its request in flight.
    func pop(_ route: Route, for exchange: Exchange?) -> Popped {
        let (popped, startsWatch): (Popped, Bool) = transition { state in
            // By the index, because a change by the key allocates memory three times.
            guard let index = state.contents.queues.index(forKey: route.id),
                let served = state.contents.queues.values[index].take()
            else {
                return ((nil, state.contents.queues[route.id]?.servedCount ?? 0, false), false)
            }
            guard let exchange, state.refusal == nil, !served.response.isInstant else {
                return ((served, 0, false), false)
            }
            return ((served, 0, true), state.add(exchange))
        }
        if startsWatch { exchange?.engine.watchForStalls() }
        return popped
    }

    /// Returns the next response of a route without popping the response.
    func next(of route: Route) -> ServedResponse? {
        read { state in
            var queue = state.contents.queues[route.id]
            return queue?.take()
        }
    }

    /// Logs the end of a request, and of its exchange if no hop follows.
    func end(_ record: RecordedRequest?, of ended: ObjectIdentifier?) {
        let (logged, subscribers) = transition { state in
            if let ended { state.inFlight[ended] = nil }
            if let record { state.contents.log.end(record) }
            guard let record, !state.subscribers.isEmpty else {
                return (nil as RecordedRequest?, [AsyncStream<RecordedRequest>.Continuation]())
            }
            return (state.contents.log.record(record.number), Array(state.subscribers.values))
        }
        guard let logged else { return }
        updates.async { for subscriber in subscribers { subscriber.yield(logged) } }
    }

    /// Fails all requests in flight and all later requests, because a test has ended.
    func refuse(_ reason: HTTPMockError) {
        forCallers.withLock { $0.hasEnded = true }
        let inFlight = change { state in
            state.refusal = reason
            return state.inFlight.values.compactMap(\.object)
        }
        for exchange in inFlight { exchange.refuseBecauseTestEnded(reason) }
    }

    /// Ends the watch for stalled requests if no request is in flight.
    func endWatch() -> Bool {
        transition { state in
            state.isWatched = !state.inFlight.isEmpty
            return !state.isWatched
        }
    }

    /// The exchanges of the requests in flight.
    var exchangesInFlight: [Exchange] { read { $0.inFlight.values.compactMap(\.object) } }

    var records: [RecordedRequest] { read { $0.contents.log }.records }

    /// Returns the records after the first `known` requests, and the number of requests so far.
    func records(after known: Int) -> (records: [RecordedRequest], count: Int) {
        let log = read { $0.contents.log }
        return (log.records(after: known), log.count)
    }
}

extension Store.State {
    /// Adds a request in flight; returns whether the watch for stalls has to start.
    fileprivate mutating func add(_ exchange: Exchange) -> Bool {
        inFlight[ObjectIdentifier(exchange)] = Weak(object: exchange)
        defer { isWatched = true }
        return !isWatched
    }
}

extension RegisteredResponse {
    /// Whether the response is sent at once, so that its request never waits.
    fileprivate var isInstant: Bool {
        guard response.delivery.waits.isEmpty else { return false }
        switch (response.content, response.delivery.pace) {
        // The client may decide about a redirect.
        case (.body(.data), .whole): return !(300..<400).contains(response.status.code)
        case (.failure, _), (.wire, _), (.unusable, _): return true
        case (.body, _), (.handler, _), (.passthrough, _): return false
        }
    }
}
