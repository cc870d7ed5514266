/// Decides how a request is answered: matches, pops a response or asks the policy, and plans.
///
/// Owned by the ``MockEngine``. An ``Exchange`` calls ``dispatch(_:)`` for each hop of a request, on its transport's
/// queue or on the ``MatchingQueue``. The dispatcher performs nothing: the exchange performs the plan.
struct RequestDispatcher: Sendable {
    private let store: Store

    init(_ store: Store) {
        self.store = store
    }

    private static let preflightNote =
        "To fix this, let the server answer preflights: mock.serve(cors: .any), or register the path with method: .options."

    /// The decision on one request.
    struct Decision: Sendable {
        /// The steps that answer the request.
        let plan: ResponsePlan
        /// The outcome that is logged if the request ends without an error.
        let outcome: RecordedRequest.Outcome
    }

    /// Decides how a logged request is answered.
    ///
    /// Evaluates conditions, which may read a body or run user code. The caller checks the snapshot's `matchingWork`
    /// first, and calls this function on the ``MatchingQueue`` if needed.
    ///
    /// - Parameter logged: The request, with the registrations and the policy at its arrival.
    /// - Returns: The plan of the response. The response has been popped from its queue.
    func dispatch(_ logged: LoggedRequest) -> Decision {
        let (request, snapshot) = (logged.request, logged.snapshot)

        // The instance's test has ended, so an issue can no longer be recorded for it.
        if let refusal = snapshot.refusal {
            StandardError.report("\(refusal)\n  the request: \(request)")
            return Decision(plan: .failing(refusal), outcome: .failed(refusal))
        }

        // A WebSocket can't be answered with a response.
        if let refusal = request.webSocketRefusal {
            return Decision(plan: .failing(refusal), outcome: .failed(refusal))
        }

        // An inspector, such as an API contract, may refuse the request.
        if let refusal = logged.refusalOfInspectors(reportingTo: store) {
            let plan = ResponsePlan.refusing(request, because: refusal)
            return Decision(plan: plan, outcome: .failed(HTTPMockError(refusal)))
        }

        // Match the request with the registrations.
        let match = snapshot.table.match(request)

        // A fault changes the winner's next response, which stays in its queue.
        if let fault = snapshot.faultInjector?(request), let route = match.route, let next = store.next(of: route) {
            let plan = ResponsePlan(next.replaced(by: fault(next.response.response)), to: request)
            return Decision(plan: plan, outcome: .mocked(next.response.registration))
        }

        // Pop the winner's next response.
        if let route = match.route, let served = store.take(from: route) {
            let plan = ResponsePlan(served, to: request)
            return Decision(
                plan: plan, outcome: plan.isPassthrough ? .passthrough : .mocked(served.response.registration))
        }

        // Unmatched, or the winner's queue has run out: ask the other sources of responses.
        var notes = request.isPreflight ? [Self.preflightNote] : []
        for source in snapshot.sources {
            switch source.answer(request) {
            case .response(let response, let registration):
                let served = ServedResponse(
                    response: RegisteredResponse(response, registration: registration, isRegistered: false),
                    earlierCount: 0, callCount: 1)
                return Decision(plan: ResponsePlan(served, to: request), outcome: .mocked(registration))
            case .passthrough(let recorder):
                return Decision(plan: ResponsePlan([.passthrough(recorder: recorder)]), outcome: .passthrough)
            case .nothing(let lines):
                notes += lines
            }
        }

        // Diagnose, and ask the policy.
        let diagnosis = UnmockedDiagnosis(
            request: request, match: match, snapshot: snapshot,
            servedCount: match.route.map(store.servedCount) ?? 0,
            notes: notes)
        let plan = snapshot.policy.plan(for: request, diagnosis)
        return Decision(plan: plan, outcome: plan.isPassthrough ? .passthrough : .unmocked(diagnosis))
    }
}

extension MockRequest {
    /// The error that refuses a WebSocket upgrade; nil for any other request.
    fileprivate var webSocketRefusal: HTTPMockError? {
        // Most requests have no such field, so the common case costs one lookup.
        guard let upgrade = header("Upgrade"), upgrade.lowercased().contains("websocket") else { return nil }
        return HTTPMockError(
            "HTTPMock: \(self) requests a WebSocket (Upgrade: websocket), which can't be mocked, so the request failed "
                + "and no response was used. To fix this, access the WebSocket through a protocol of your own and give "
                + "the code under test a fake.")
    }
}
