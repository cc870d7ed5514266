/// Members for the package's other modules.
extension HTTPMock {
    /// The clock of all delays and timeouts.
    package var clock: any Clock<Duration> { engine.clock.value }

    /// Sets the default domain, now and after each reset.
    package func setInitialDefaultDomain(_ domain: String) {
        engine.store.setInitialDomain(domain)
    }

    /// Whether a test reports the registration problems at its end.
    ///
    /// If so, the problems are not printed on standard error.
    package var hasSummary: Bool {
        get { engine.store.hasSummary }
        set { engine.store.hasSummary = newValue }
    }

    /// The registrations that can't match or can't be reached.
    package var registrationProblems: [RegistrationProblem] { engine.store.problems }

    /// The errors that handlers threw, without cancellations and without repetitions.
    package var handlerFailures: [HandlerFailure] { engine.store.handlerFailures }

    /// The source locations at which ``install(in:fileID:filePath:line:column:)`` was called.
    package var installations: [CallSite] { engine.store.installations }

    /// Returns the source location of the registration that matches a request, without using a response.
    package func registration(for request: MockRequest) -> CallSite? {
        engine.store.table.match(request).route?.location
    }

    /// Returns a request that matches an unused response's registration, but was answered by another registration.
    ///
    /// A registration with conditions is left out, because conditions are evaluated once for each request.
    package func requestAnswered(insteadOf unused: UnusedResponse) -> (RecordedRequest, by: MockRegistration)? {
        for record in requests {
            guard case .mocked(let winner) = record.outcome, winner.route != unused.registration.route else { continue }
            if unused.registration.matchesAddress(of: record.request) { return (record, winner) }
        }
        return nil
    }

    /// Refuses all further requests and ends those in flight, because the instance's test has ended.
    ///
    /// - Parameters:
    ///   - reason: The text of the ``HTTPMockError`` with which such requests fail.
    ///   - test: The name of the test in messages; other tests that use its session are named with it.
    package func end(because reason: String, of test: String? = nil) {
        engine.refuseAll(HTTPMockError(reason, cause: .testEnded), of: test)
        engine.store.runEndActions()
    }

    // MARK: Extensions

    /// Adds an extension, which is called after those that are there.
    package func insert(_ new: any EngineExtension) {
        engine.store.insert(new)
    }

    /// Returns the extension of a kind, which is added if there is none.
    package func insert<Extension: EngineExtension>(ifMissing new: Extension) -> Extension {
        engine.store.insert(ifMissing: new)
    }

    /// Makes an extension inspect the registered responses.
    package func inspectRegistrations(with inspector: any EngineExtension) {
        engine.store.inspectRegistrations(with: inspector)
    }

    /// The problems that extensions have found so far, warnings included, each once.
    package var extensionProblems: [ExtensionProblem] { engine.store.extensionProblems }

    /// Waits for the work of the extensions that the test's end must not cut off.
    package func settleExtensions(testHasFailed: Bool) async {
        for known in engine.store.extensions { await known.settle(testHasFailed: testHasFailed) }
    }

    /// Returns the problems that extensions report only at the end of the test.
    package func extensionProblemsAtEnd(testHasFailed: Bool) -> [ExtensionProblem] {
        engine.store.extensions.flatMap { $0.problemsAtEnd(testHasFailed: testHasFailed) }
    }
}
