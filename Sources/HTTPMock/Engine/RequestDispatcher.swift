/// Decides how a request is answered: matches, pops a response or asks the policy, and plans.
///
/// An ``Exchange`` calls ``dispatch(_:for:)`` for each hop that is matched, on the queue of its transport. If matching
/// reads a body or a very long address, the matching queue calls the function. If matching runs user code, a task in
/// the context of the request does.
struct RequestDispatcher: Sendable {
    let store: Store

    struct Decision: Sendable {
        let plan: ResponsePlan
        let outcome: RecordedRequest.Outcome
        /// The registration whose response answers, or the stand-in of an extension's answer.
        ///
        /// Nil for any other answer, and if an extension has replaced the registered response.
        var registration: MockRegistration?
        /// The mark of the extension that passes the request on; nil for any other answer.
        var mark: (any AnyObject & Sendable)?
        /// The texts for standard error.
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
    /// calls this function off the transport's queue if needed.
    ///
    /// - Parameter exchange: The exchange to count as in flight if the response may wait; nil if already counted.
    func dispatch(_ logged: LoggedRequest, for exchange: Exchange? = nil) -> Decision {
        // The instance's test has ended, so an issue can no longer be recorded for it.
        if let ended = logged.snapshot.ended { return .failing(logged.request, ended) }

        // In process there is no connection that an upgrade could get.
        if logged.kind == .upgrade, !logged.request.arrivedAtPort {
            let error = logged.request.upgradeError
            return Decision(plan: .failing(error), outcome: .failed(error))
        }

        var steps = Steps(logged, in: store)
        // An extension may find the request invalid, and answers it then.
        if let decision = steps.answerInvalid() { return decision }
        // An extension may replace the winner's next response, which then stays in its queue.
        if let decision = steps.replaceNext() { return decision }
        // Pop the winner's next response.
        if let decision = steps.popNext(for: exchange) { return decision }
        // A response that wants the connection of a plain request refuses it, and stays in its queue.
        if let decision = steps.refuseConnection() { return decision }
        // Unmatched, or the winner's queue has run out: an extension may answer.
        if let decision = steps.askExtensions() { return decision }
        // Diagnose, and ask the policy.
        return steps.askPolicy()
    }
}

/// The steps of one request, each of which returns a decision, or nil to go on.
private struct Steps {
    private let store: Store
    private let logged: LoggedRequest
    /// The problems that the extensions have found in the request.
    private let problems: [Problem]
    private let invalid: InvalidRequest?
    /// The match with the registrations, made once, because a predicate may count its calls.
    private lazy var match = logged.match()
    /// The change of an extension to the registered response, or to the answer of an extension.
    private var replacement: (@Sendable (MockResponse) -> MockResponse)?
    /// The number of requests that the winner has answered, if it has no response left for this one.
    private var servedCount = 0
    /// The reasons why no source of responses answers, each followed by its fix if there is one.
    private var notes: [String] = []
    /// The advice for an upgrade that no registration answers.
    private var upgradeFix: String?

    init(_ logged: LoggedRequest, in store: Store) {
        self.logged = logged
        self.store = store
        let inspections = logged.extensions.map { $0.inspect(logged.request, number: logged.record.number) }
        problems = inspections.flatMap { $0.problems }
        invalid = inspections.compactMap { $0.invalid }.first
    }

    /// Answers an invalid request, unless the status of its registered response is an exception.
    mutating func answerInvalid() -> RequestDispatcher.Decision? {
        guard let invalid else { return nil }
        if !invalid.exceptions.isEmpty, let next = nextResponse(for: logged.kind),
            invalid.exceptions.contains(next.response.status)
        {
            return nil
        }
        let plan = ResponsePlan.answering(logged.request, with: invalid.response)
        return RequestDispatcher.Decision(
            plan: plan, outcome: .failed(HTTPMockError(invalid.text)), problems: problems)
    }

    mutating func replaceNext() -> RequestDispatcher.Decision? {
        for changer in logged.extensions {
            replacement = changer.replacement(for: logged.request)
            if replacement != nil { break }
        }
        guard let replacement, let next = nextResponse(for: logged.kind) else { return nil }
        let plan = ResponsePlan(next.replaced(by: replacement(next.response.response)), to: logged.request)
        return RequestDispatcher.Decision(
            plan: plan, outcome: .mocked(next.response.registration), problems: problems)
    }

    mutating func popNext(for exchange: Exchange?) -> RequestDispatcher.Decision? {
        guard let route = match.route else { return nil }
        switch store.pop(route, for: logged.kind, exchange) {
        case .response(let served): return serve(served)
        case .nothing(let count):
            servedCount = count
            return nil
        }
    }

    mutating func refuseConnection() -> RequestDispatcher.Decision? {
        guard !match.isFit, logged.kind == .plain else { return nil }
        return nextResponse(for: .upgrade).map(serve)
    }

    mutating func askExtensions() -> RequestDispatcher.Decision? {
        if logged.request.isPreflight {
            notes.append("To fix this, \(SwiftAdvice.answeringPreflights.fix(replacedBy: store.toolAdvice))")
        }
        var reasons: [String] = []
        for candidate in logged.extensions {
            switch candidate.answer(logged.request) {
            case .response(var response):
                if let replacement { response = response.replaced(by: replacement(response.response)) }
                return serve(ServedResponse(response: response, earlierCount: 0, callCount: 1))
            case .passthrough(let mark):
                return RequestDispatcher.Decision(
                    plan: ResponsePlan([.passthrough(nil, nil)]), outcome: .passthrough, mark: mark, problems: problems)
            case .nothing(let lines):
                reasons += lines
            }
        }
        // Only extensions that see upgrades were asked, so their reasons and advice are the better ones.
        if logged.kind == .upgrade, reasons.isEmpty { explainUpgrade() }
        notes += reasons
        return nil
    }

    mutating func askPolicy() -> RequestDispatcher.Decision {
        let snapshot = logged.snapshot
        let diagnosis = UnmockedDiagnosis(
            request: logged.request, match: match, table: snapshot.table, problems: snapshot.problems,
            servedCount: servedCount, allowedWork: logged.work, reasons: notes, upgradeFix: upgradeFix,
            suggestsOptional: logged.extensions.contains(where: \.suggestsOptionalResponses))
        let ask: @Sendable (UnmockedDiagnosis) -> RequestDispatcher.Decision = { [store, problems] diagnosis in
            // At most one of the two counts the answer: a policy with a response, or one that nobody has chosen.
            let plan = snapshot.policy.plan(diagnosis.request, diagnosis) { store.countPolicyAnswer() }
            let reports = snapshot.policy.reports(diagnosis) { store.countPolicyAnswer() }
            let outcome = plan.isPassthrough ? RecordedRequest.Outcome.passthrough : .unmocked(diagnosis)
            return RequestDispatcher.Decision(plan: plan, outcome: outcome, reports: reports, problems: problems)
        }
        guard diagnosis.needsSource else { return ask(diagnosis) }
        // Completed on another thread, because this one may be a transport's, and reading a source file may block it.
        return RequestDispatcher.Decision(plan: ResponsePlan([]), outcome: .unmocked(diagnosis)) {
            var diagnosis = diagnosis
            diagnosis.decideEdit()
            return ask(diagnosis)
        }
    }

    /// Returns the winner's next response, which stays in its queue.
    private mutating func nextResponse(for kind: RequestKinds) -> ServedResponse? {
        match.route.flatMap { store.next(of: $0, for: kind) }
    }

    private func serve(_ served: ServedResponse) -> RequestDispatcher.Decision {
        let plan = ResponsePlan(served, to: logged.request)
        let registration = served.response.registration
        return RequestDispatcher.Decision(
            plan: plan, outcome: plan.isPassthrough ? .passthrough : .mocked(registration),
            registration: registration, problems: problems)
    }

    /// Explains why no response opens a connection; not if the winner has used up its responses.
    private mutating func explainUpgrade() {
        if let route = match.route, !match.isFit {
            notes.append(
                "the request asks for a WebSocket, and the nearest registration answers plain HTTP. To fix this, write "
                    + "MockResponse.webSocket { socket in … } at \(route.location).")
        } else if servedCount == 0 {
            upgradeFix = SwiftAdvice.answeringUpgrades.fix(replacedBy: store.toolAdvice)
        }
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
