/// Decides how a request is answered: matches, takes a response, or asks the policy, and plans the delivery.
///
/// Both front ends call ``dispatch(_:)`` for each request and each redirect. The dispatcher performs nothing: an
/// ``Exchange`` performs the plan against the transport of its front end.
struct RequestDispatcher: Sendable {
    private let store: Store

    init(_ store: Store) {
        self.store = store
    }

    /// The decision on one request.
    struct Decision: Sendable {
        /// The steps that answer the request.
        let plan: ResponsePlan
        /// The outcome that the log notes when the request has ended well.
        let outcome: RecordedRequest.Outcome
    }

    /// Decides how a logged request is answered.
    ///
    /// Evaluates conditions. These may read a body or run the user's code, so the caller asks the snapshot first
    /// where that may happen.
    ///
    /// - Parameter logged: The request, with the registrations and the policy at its arrival.
    /// - Returns: The plan of the answer. A response that the plan delivers has been taken from its queue.
    func dispatch(_ logged: LoggedRequest) -> Decision {
        let (request, snapshot) = (logged.request, logged.snapshot)

        // The instance's test has ended, so nothing can fail it any more.
        if let refusal = snapshot.refusal {
            StandardError.report("\(refusal)\n  the request: \(request)")
            return Decision(plan: .failing(refusal), outcome: .failed(refusal))
        }

        // A WebSocket is no exchange of a request and a response.
        if let refusal = request.webSocketRefusal {
            return Decision(plan: .failing(refusal), outcome: .failed(refusal))
        }

        // Match the request with the registrations.
        let match = snapshot.table.match(request)

        // Take the winner's next response.
        if let route = match.route, let served = store.take(from: route) {
            let plan = ResponsePlan(served, to: request)
            return Decision(
                plan: plan, outcome: plan.isPassthrough ? .passthrough : .mocked(served.response.registration))
        }

        // Unmatched, or the winner's queue has run out: ask the other sources of responses.
        var notes: [String] = []
        for source in snapshot.sources {
            switch source.answer(request) {
            case .response(let response, let registration):
                let served = ServedResponse(
                    response: RegisteredResponse(response, registration: registration), earlierCount: 0, callCount: 1)
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
        // Most requests have few fields, and none of this name.
        guard let upgrade = header("Upgrade"), upgrade.lowercased().contains("websocket") else { return nil }
        return HTTPMockError(
            "HTTPMock: \(self) asks for a WebSocket (Upgrade: websocket), which can't be mocked, so the request was "
                + "refused and no response was taken. To fix this, put the WebSocket behind a protocol of your own and "
                + "give the code under test a fake.")
    }
}
