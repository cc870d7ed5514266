extension MockEngine {
    /// Returns the error of a request of the current task, if that task belongs to another test.
    ///
    /// Nil for an instance of no test, and in the instance's own test. Nil also if the task's test is unknown, or
    /// uncertain while the instance's test runs. If the task's test is certain, that test fails, and the request is
    /// noted for the instance's test while the instance's test runs. Called in the task that makes the request, because
    /// only that task knows its test.
    func foreignError() -> HTTPMockError? {
        let own = store.beforeArrival.withLock { $0 }
        guard let test = own.test, let framework = RunningTests.framework else { return nil }
        let requestingEngine = framework.requestingEngine
        guard requestingEngine != ObjectIdentifier(self), let maker = framework.requestingTest else { return nil }
        // Another run of the same test has an instance of its own.
        if maker.id == test.id, requestingEngine == nil { return nil }
        guard maker.isCertain || own.hasEnded else { return nil }
        let fix = "To fix this, create the client in each test, not in a static property"
        var owner = test.name
        var name = maker.name
        if maker.id == test.id {
            name = "another run of it"
        } else if maker.name == test.name {
            // Tests in different suites may have the same name.
            owner += " (\(test.id))"
            name += " (\(maker.id))"
        }
        let state = own.hasEnded ? "which has ended" : "which still runs"
        guard maker.isCertain else {
            return HTTPMockError(
                """
                HTTPMock: the session belongs to \(owner), \(state), and the request was made while \(name) runs, so it \
                was refused, and no response was used. \(fix). If it is a late request of \(owner), wait for it there.
                """, cause: .testEnded)
        }
        let text = """
            HTTPMock: the session belongs to \(owner), \(state), but the request was made in \(name), so it was refused, \
            and no response was used. \(fix).
            """
        framework.failRequestingTest(text)
        if !own.hasEnded { store.report([Problem(.turnedDown, text: text)]) }
        return HTTPMockError(text, cause: .testEnded)
    }
}
