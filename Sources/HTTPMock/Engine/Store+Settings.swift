/// The settings of a test, and the values of a failure report.
extension Store {
    var defaultDomain: String {
        get { read { $0.contents.defaultDomain } }
        set { transition { $0.contents.defaultDomain = newValue } }
    }

    /// Sets the default domain, now and after each reset.
    func setInitialDomain(_ domain: String) {
        transition { ($0.contents.defaultDomain, $0.initialDomain) = (domain, domain) }
    }

    var policy: UnmockedPolicy {
        get { read { $0.contents.policy } }
        set {
            if newValue.runsUserCode { noteUserCode() }
            change { $0.setPolicy(newValue) }
        }
    }

    /// Sets the policy, now and after each reset.
    func setInitialPolicy(_ policy: UnmockedPolicy) {
        if policy.runsUserCode { noteUserCode() }
        change { state in
            state.discarded.append(state.initialPolicy)
            state.initialPolicy = policy
            state.setPolicy(policy)
        }
    }

    /// Counts an answer of the policy, and returns the number of its answers.
    func countPolicyAnswer() -> Int {
        transition { state in
            state.contents.policyCount += 1
            return state.contents.policyCount
        }
    }

    var logBodyLimit: Int {
        get { read { $0.contents.log.bodyLimit } }
        set { change { $0.contents.log.bodyLimit = max(0, newValue) } }
    }

    /// Whether a test reports the problems by failing at its end.
    ///
    /// If so, the problems are not printed on standard error.
    var hasSummary: Bool {
        get { read(\.hasSummary) }
        set { transition { $0.hasSummary = newValue } }
    }

    /// The source locations at which ``HTTPMock/install(in:fileID:filePath:line:column:)`` was called.
    var installations: [CallSite] { read(\.installations) }

    func noteInstallation(_ location: CallSite) {
        transition { $0.installations.append(location) }
    }

    var problems: [RegistrationProblem] { read(\.contents.problems) }

    /// The current routes.
    var table: RouteTable { read(\.contents.table) }

    var handlerFailures: [HandlerFailure] { read(\.contents.handlerFailures) }

    /// Notes an error that a handler threw, once, for a failing test's report.
    func note(_ failure: HandlerFailure) {
        transition { state in
            guard state.contents.handlerFailures.count < 100, !state.contents.handlerFailures.contains(failure)
            else { return }
            state.contents.handlerFailures.append(failure)
        }
    }

    var refusedRequests: [RefusedRequest] { read(\.contents.refusedRequests) }

    /// Notes a request that a front end has refused.
    ///
    /// - Returns: Whether the refusal is new.
    func note(_ refused: RefusedRequest) -> Bool {
        // A broken client may send any number of such requests.
        let limit = 100
        return transition { state in
            let known = state.contents.refusedRequests
            guard known.count < limit else { return false }
            state.contents.refusedRequests.append(refused)
            return !known.contains { $0.text == refused.text }
        }
    }

    /// Replaces everything that a test registers, sets or finds out.
    func reset() {
        change { state in
            state.discarded.append(state.contents)
            state.contents = state.initialContents
        }
    }
}

extension Store.State {
    /// The contents after a reset; the numbers of routes and requests continue.
    fileprivate var initialContents: Store.Contents {
        var table = contents.table
        table.removeAll()
        return Store.Contents(
            table: table, policy: initialPolicy, defaultDomain: initialDomain,
            extensions: contents.extensions.filter(\.survivesReset), log: contents.log.emptied)
    }

    fileprivate mutating func setPolicy(_ policy: UnmockedPolicy) {
        discarded.append(contents.policy)
        contents.policy = policy
        contents.policyCount = 0
    }
}
