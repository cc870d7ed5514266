/// Decides how a request is answered: matches, pops a response or asks the policy, and plans.
///
/// An ``Exchange`` calls ``dispatch(_:for:)`` for each hop, on the queue of its transport. If conditions read bodies,
/// the matching queue calls the function. If they run user code, a task on the ``WorkerThreads`` does.
struct RequestDispatcher: Sendable {
    let store: Store

    private static let preflightNote =
        "To fix this, let the server answer preflights: mock.serve(cors: .any), or register the path with method: .options."

    /// Returns why no response opens a connection, and how one does.
    private static func upgradeNotes(_ match: RouteTable.Match) -> [String] {
        if let route = match.route, !match.isFit {
            return [
                "the request asks for a WebSocket, and the nearest registration answers plain HTTP. To fix this, write "
                    + "MockResponse.webSocket { socket in … } at \(route.location)."
            ]
        }
        guard match.route == nil else { return [] }
        return [
            "the request asks for a WebSocket. To fix this, register MockResponse.webSocket { socket in … } for its path."
        ]
    }

    struct Decision: Sendable {
        let plan: ResponsePlan
        let outcome: RecordedRequest.Outcome
        /// The registration of the popped response; nil if nothing was popped.
        var registration: MockRegistration?
        /// The mark of the extension that passes the request on.
        var mark: (any AnyObject & Sendable)?
        var reports: [String] = []
        var problems: [Problem] = []
        /// Returns the whole decision; nil if this one is whole.
        ///
        /// May block, so the caller runs the function on one of the ``WorkerThreads``.
        var completion: (@Sendable () -> Decision)?

        static func failing(_ request: MockRequest, _ error: HTTPMockError) -> Decision {
            Decision(plan: .failing(error), outcome: .failed(error), reports: ["\(error)\n  the request: \(request)"])
        }
    }

    /// Decides how a logged request is answered, and pops the response from its queue.
    ///
    /// Evaluates conditions, which may read a body or run user code. The caller checks the request's `work` first, and
    /// calls this function off the transport's queue if needed. An exchange is given if it is not counted as in flight.
    func dispatch(_ logged: LoggedRequest, for exchange: Exchange? = nil) -> Decision {
        let (request, snapshot, kind) = (logged.request, logged.snapshot, logged.kind)
        let extensions = logged.extensions

        // The instance's test has ended, so an issue can no longer be recorded for it.
        if let ended = snapshot.ended { return .failing(request, ended) }

        // In process there is no connection that an upgrade could get.
        if kind == .upgrade, !request.isReceived {
            let error = request.upgradeError
            return Decision(plan: .failing(error), outcome: .failed(error))
        }

        // An extension may find problems in the request, and may answer an invalid one.
        let inspections = extensions.map { $0.inspect(request, number: logged.record.number) }
        let problems = inspections.flatMap { $0.problems }
        // Matched with the registrations once, because a predicate may count its calls.
        lazy var match = logged.match()
        if let invalid = inspections.compactMap({ $0.invalid }).first {
            // The answer may make way for a registered response that turns the request down as well.
            let next = invalid.exceptions.isEmpty ? nil : match.route.flatMap { store.next(of: $0, for: kind) }
            guard let next, invalid.exceptions.contains(next.response.status) else {
                let plan = ResponsePlan.answering(request, with: invalid.response)
                return Decision(plan: plan, outcome: .failed(HTTPMockError(invalid.text)), problems: problems)
            }
        }

        // An extension may replace the winner's next response, which then stays in its queue. Without such a response,
        // the extension may replace the response of another extension.
        var replacement: (@Sendable (MockResponse) -> MockResponse)?
        for changer in extensions where replacement == nil { replacement = changer.replacement(for: request) }
        if let replacement, let next = match.route.flatMap({ store.next(of: $0, for: kind) }) {
            let plan = ResponsePlan(next.replaced(by: replacement(next.response.response)), to: request)
            return Decision(plan: plan, outcome: .mocked(next.response.registration), problems: problems)
        }

        func serve(_ served: ServedResponse) -> Decision {
            let (plan, registration) = (ResponsePlan(served, to: request), served.response.registration)
            return Decision(
                plan: plan, outcome: plan.isPassthrough ? .passthrough : .mocked(registration),
                registration: registration, problems: problems)
        }

        // Pop the winner's next response.
        let popped: Store.Popped = match.route.map { store.pop($0, for: kind, exchange) } ?? (nil, 0)
        if let served = popped.served { return serve(served) }

        // A response that wants the connection of a plain request refuses it, and stays in its queue.
        if !match.isFit, kind == .plain, let next = match.route.flatMap({ store.next(of: $0, for: .upgrade) }) {
            return serve(next)
        }

        // Unmatched, or the winner's queue has run out: an extension may answer.
        var notes: [String] = []
        if request.isPreflight { notes.append(Self.preflightNote) }
        if kind == .upgrade { notes += Self.upgradeNotes(match) }
        for candidate in extensions {
            switch candidate.answer(request) {
            case .response(var response):
                if let replacement { response = response.replaced(by: replacement(response.response)) }
                return serve(ServedResponse(response: response, earlierCount: 0, callCount: 1))
            case .passthrough(let mark):
                return Decision(
                    plan: ResponsePlan([.passthrough(nil, nil)]), outcome: .passthrough, mark: mark, problems: problems)
            case .nothing(let lines):
                notes += lines
            }
        }

        // Diagnose, and ask the policy.
        let diagnosis = UnmockedDiagnosis(
            request: request, match: match, table: snapshot.table, problems: snapshot.problems,
            servedCount: popped.servedCount, allowedWork: logged.work, notes: notes)
        guard diagnosis.needsSource else { return ask(snapshot.policy, diagnosis, problems) }
        // A source file is not read here, because the thread may be that of a transport.
        return Decision(plan: ResponsePlan([]), outcome: .unmocked(diagnosis)) {
            var diagnosis = diagnosis
            diagnosis.readSources()
            return ask(snapshot.policy, diagnosis, problems)
        }
    }

    private func ask(_ policy: UnmockedPolicy, _ diagnosis: UnmockedDiagnosis, _ problems: [Problem]) -> Decision {
        let plan = policy.plan(diagnosis.request, diagnosis) { store.countPolicyAnswer() }
        let reports = policy.reports(diagnosis) { store.countPolicyAnswer() }
        let outcome = plan.isPassthrough ? RecordedRequest.Outcome.passthrough : .unmocked(diagnosis)
        return Decision(plan: plan, outcome: outcome, reports: reports, problems: problems)
    }
}

extension MockRequest {
    /// The error of an upgrade in process.
    fileprivate var upgradeError: HTTPMockError {
        HTTPMockError(
            "HTTPMock: \(self) requests a WebSocket (Upgrade: websocket), which can't be mocked in process, so the request "
                + "failed and no response was used. To fix this, import HTTPMockServer, register MockResponse.webSocket, "
                + "and let the code under test connect to try await mock.serve().webSocketURL.",
            cause: .unsupportedRequest)
    }
}
