import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an instance is apart from its session: kept by the instance, by its own session, and by requests under way.
final class MockEngine: Sendable {
    let store = Store()
    let clock: any Clock<Duration>
    let passthrough: Passthrough
    /// Where conditions of more than a request's head are matched.
    ///
    /// They may run the user's code, which must not hold up other instances. Serial, so that requests stay in order.
    let matchingQueue = DispatchQueue(label: "HTTPMock.matching")
    let responseTemplates = ResponseTemplates()
    private let protocolClass = Locked<ProtocolClassPool.Loan?>(nil)
    /// Requests that wait: for a delay, a gate, a handler, the network.
    private let waiting = Locked<[ObjectIdentifier: WaitingLoad]>([:])

    private struct WaitingLoad {
        weak var load: Load?
    }

    init(passthroughSession: URLSession?, clock: any Clock<Duration>) {
        self.clock = clock
        self.passthrough = Passthrough(given: passthroughSession)
    }

    deinit {
        // Nobody has the class any more who could begin a request with it, unless it was given to the user.
        protocolClass.withLock { $0 }?.end()
    }

    /// The class whose requests are this instance's.
    ///
    /// - Parameter isShared: Whether sessions that can't be known here may keep it.
    func protocolClass(isShared: Bool) -> MockURLProtocol.Type {
        protocolClass.withLock { loan in
            var current = loan ?? ProtocolClassPool.shared.lend(to: self)
            if isShared { current.isReusable = false }
            loan = current
            return current.protocolClass
        }
    }

    /// Stations 3 to 5 of a request that was logged: match it, pop its response, or else ask the policy.
    ///
    /// Not to be called on a work queue where the snapshot says that it may match slowly.
    func answer(_ request: MockRequest, _ arrival: Store.Arrival) -> Answer {
        let (number, snapshot) = (arrival.number, arrival.snapshot)
        if let refusal = snapshot.refusal {
            StandardError.report("\(refusal)\n  the request: \(request)")
            return Answer(number: number, content: .failure(refusal), outcome: .failed(refusal))
        }
        let match = snapshot.table.match(request)
        if let route = match.route, let serving = store.take(from: route) {
            if case .passthrough = serving.response.response.content {
                return Answer(number: number, content: .passthrough, outcome: .passthrough)
            }
            return Answer(
                number: number, content: .response(serving), outcome: .mocked(serving.response.registration))
        }
        let diagnosis = UnmockedDiagnosis(
            request: request, match: match, snapshot: snapshot,
            servedCount: match.route.map(store.servedCount) ?? 0)
        return snapshot.policy.answer(number, to: request, diagnosis: diagnosis)
    }

    func watch(_ load: Load) {
        waiting.withLock { $0[ObjectIdentifier(load)] = WaitingLoad(load: load) }
        // One that was answered just before the end is not among those that were ended then.
        if let refusal = store.refusal { load.refuse(refusal) }
    }

    /// How many requests wait.
    var waitingCount: Int { waiting.withLock { $0.count } }

    func unwatch(_ load: ObjectIdentifier) {
        _ = waiting.withLock { $0.removeValue(forKey: load) }
    }

    /// Answers nothing any more, and ends what waits.
    ///
    /// - Parameter reason: What every such request fails with.
    func refuseAll(_ reason: HTTPMockError) {
        store.refuse(reason)
        let loads = waiting.withLock { $0.values.compactMap(\.load) }
        for load in loads { load.refuse(reason) }
    }
}

extension MockEngine {
    /// Tells of registrations that can't serve as they were meant, when they are made.
    func report(_ problems: [RegistrationProblem]) {
        for problem in problems {
            StandardError.report("HTTPMock: \(problem)")
        }
    }
}
