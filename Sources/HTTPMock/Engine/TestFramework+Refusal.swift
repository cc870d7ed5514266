extension TestFramework {
    /// Returns the error of a request that another test makes than that of the session; nil in the same test.
    ///
    /// - Parameters:
    ///   - engine: The engine of the session.
    ///   - test: The name of the session's test, which has ended.
    static func refusal(by engine: MockEngine, of test: String) -> HTTPMockError? {
        guard let running = current.withLock({ $0 })?.runningTest() else { return nil }
        let isOther = HTTPMock.scoped.map { $0.engine !== engine } ?? false
        guard running.name != test || isOther else { return nil }
        let fix = "To fix this, create the client in each test, not in a static property"
        let text: String
        if running.isCertain {
            let maker = running.name == test ? "another run of it" : running.name
            text = """
                HTTPMock: the session belongs to \(test), which has ended, but the request was made in \(maker), so it was \
                refused, and no response was used. \(fix).
                """
        } else {
            text = """
                HTTPMock: the session belongs to \(test), which has ended, and the request was made while \(running.name) \
                runs, so it was refused, and no response was used. \(fix). If it is a late request of \(test), wait for it \
                there.
                """
        }
        return HTTPMockError(text, cause: .testEnded)
    }
}
