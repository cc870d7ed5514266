/// Members for the package's other modules.
extension HTTPMock {
    /// The clock of all delays and timeouts.
    package var clock: any Clock<Duration> { engine.clock }

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

    /// Returns the source location of the registration that matches a request, without using a response.
    package func registration(for request: MockRequest) -> CallSite? {
        engine.store.table.match(request).route?.location
    }

    /// Adds a source of responses, which is asked after the registrations.
    package func insert(_ source: any ResponseSource) {
        engine.store.insert(source)
    }

    /// Refuses all further requests and ends those in flight, because the instance's test has ended.
    ///
    /// - Parameter reason: The text of the ``HTTPMockError`` with which such requests fail.
    package func end(because reason: String) {
        engine.refuseAll(HTTPMockError(reason, cause: .testEnded))
        endActions.run()
    }

    /// Changes the responses of some requests; the registered response stays in its queue.
    ///
    /// - Parameter injector: Called for each matched request, on the transport's queue; nil changes nothing.
    package func injectFaults(_ injector: FaultInjector?) {
        engine.store.faultInjector = injector
    }

    /// The errors that handlers threw, without cancellations and without repetitions.
    package var handlerFailures: [HandlerFailure] { engine.handlerFailures.withLock { $0 } }

    // MARK: Inspectors

    /// Returns the inspector of a kind, which is added if there is none.
    package func inspector<Inspector: TrafficInspector>(orAdding new: Inspector) -> Inspector {
        engine.store.inspector(orAdding: new)
    }

    /// Makes an inspector judge the registered responses.
    package func judgeRegistrations(with inspector: any TrafficInspector) {
        engine.store.report(engine.store.registered.compactMap(\.traffic).flatMap(inspector.problems))
    }

    /// The inspectors' problems, without warnings, each once.
    package var trafficProblems: [TrafficProblem] { engine.store.trafficProblems }
}
