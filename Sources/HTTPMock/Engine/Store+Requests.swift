import Foundation

/// The life of a request: it arrives, pops a response, and ends.
extension Store {
    /// Adds a request in flight whose body has to be read before it arrives.
    ///
    /// - Returns: The error that refuses the request, because its test has ended.
    func begin(_ exchange: Exchange) -> HTTPMockError? {
        let (refusal, startsWatch) = transition { ($0.refusal, $0.add(exchange)) }
        if startsWatch { StallWatch.shared.watch(exchange.engine) }
        return refusal
    }

    /// Logs a request that has arrived, and counts it as in flight.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - exchange: The exchange that answers it; nil for a request that a front end has answered by itself.
    func arrive(_ request: MockRequest, in exchange: Exchange?) -> LoggedRequest {
        let start = Date()
        let clockStart = exchange?.clockMoment
        let (number, snapshot, startsWatch) = transition { state in
            let startsWatch = exchange.map { state.add($0) } ?? false
            let snapshot = state.snapshot ?? Snapshot(state)
            state.snapshot = snapshot
            return (state.contents.log.add(request, start: start, clockStart: clockStart), snapshot, startsWatch)
        }
        if startsWatch, let exchange { StallWatch.shared.watch(exchange.engine) }
        return LoggedRequest(number: number, request: request, start: start, clockStart: clockStart, snapshot: snapshot)
    }

    /// The result of popping the next response of a route.
    enum Popped {
        case response(ServedResponse)
        /// The queue has run out, or was cleared; the number of requests that it has answered.
        case nothing(servedCount: Int)

        var servedCount: Int? {
            guard case .nothing(let count) = self else { return nil }
            return count
        }
    }

    /// Pops the next response of a route.
    func pop(_ route: Route) -> Popped {
        let popped: Popped = transition { state in
            guard let served = state.contents.queues[route.id]?.take() else {
                return .nothing(servedCount: state.contents.queues[route.id]?.servedCount ?? 0)
            }
            return .response(served)
        }
        guard !route.path.parameterNames.isEmpty, case .response(var served) = popped else { return popped }
        served.path = route.path
        return .response(served)
    }

    /// Returns the next response of a route without popping the response.
    func next(of route: Route) -> ServedResponse? {
        var served = read { state in
            var queue = state.contents.queues[route.id]
            return queue?.take()
        }
        served?.path = route.path
        return served
    }

    /// Logs the end of a request, or of a hop of a request.
    ///
    /// - Parameters:
    ///   - exchange: The request with its response; nil if the request never arrived.
    ///   - ended: The exchange that is no longer in flight; nil if another hop follows.
    func end(_ exchange: CompletedExchange?, of ended: ObjectIdentifier?) {
        let (record, subscribers) = transition { state in
            if let ended { state.inFlight[ended] = nil }
            if let exchange { state.contents.log.end(exchange) }
            guard let exchange, !state.subscribers.isEmpty else {
                return (nil as RecordedRequest?, [AsyncStream<RecordedRequest>.Continuation]())
            }
            return (state.contents.log.record(exchange.number), Array(state.subscribers.values))
        }
        guard let record else { return }
        updates.async { for subscriber in subscribers { subscriber.yield(record) } }
    }

    /// Makes every request fail from now on.
    ///
    /// - Parameters:
    ///   - reason: The error of the requests.
    ///   - test: The name of the test that has ended, if it is known.
    /// - Returns: The requests in flight.
    func refuse(_ reason: HTTPMockError, of test: String?) -> [Exchange] {
        noteEnd(of: test)
        return change { state in
            state.refusal = reason
            return state.inFlight.values.compactMap(\.exchange)
        }
    }

    /// Ends the watch for stalled requests if no request is in flight.
    func endWatch() -> Bool {
        transition { state in
            state.isWatched = !state.inFlight.isEmpty
            return !state.isWatched
        }
    }

    /// The exchanges of the requests in flight.
    var exchangesInFlight: [Exchange] { read { $0.inFlight.values.compactMap(\.exchange) } }

    var records: [RecordedRequest] { read(\.contents.log).records }

    /// Returns the records after the first `known` requests, and the number of requests so far.
    func records(after known: Int) -> (records: [RecordedRequest], count: Int) {
        let log = read(\.contents.log)
        return (log.records(after: known), log.count)
    }
}

extension Store.State {
    /// Adds a request in flight.
    ///
    /// - Returns: Whether the watch for stalled requests has to be started.
    fileprivate mutating func add(_ exchange: Exchange) -> Bool {
        inFlight[ObjectIdentifier(exchange)] = WeakExchange(exchange: exchange)
        defer { isWatched = true }
        return !isWatched
    }
}

/// A request in flight, which its front end retains.
struct WeakExchange: Sendable {
    weak var exchange: Exchange?
}
