import HTTPMock
import XCTest

extension XCTestCase {
    /// Makes an instance for the running test method, which is checked when the method has ended.
    ///
    /// ```swift
    /// func testShowsUser() async throws {
    ///     let mock = makeHTTPMock {
    ///         Host("api.example.com") { Path("/user") { MockResponse.encodable(user) } }
    ///     }
    ///     let client = Client(session: mock.urlSession)
    /// }
    /// ```
    ///
    /// As with the trait `.httpMock`, an unmocked request fails the test, and so does a response that was never asked
    /// for. To be called in a test method or in `setUp`.
    ///
    /// - Parameters:
    ///   - allowsUnused: Whether responses may stay unasked for.
    ///   - unmocked: What happens to a request that no response was found for; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests through `URLSession.shared` are answered too.
    ///   - content: Hosts and, for the default domain, paths.
    /// - Returns: The instance.
    public func makeHTTPMock(
        allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @MockBuilder _ content: () -> [MockElement]
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let mock = makeMock(allowsUnused, unmocked, interceptingSharedSession, location)
        mock.register(content(), isDefault: false, location: location)
        return mock
    }

    /// Makes an instance with nothing registered for the running test method, which is checked when that has ended.
    ///
    /// - Parameters:
    ///   - allowsUnused: Whether responses may stay unasked for.
    ///   - unmocked: What happens to a request that no response was found for; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests through `URLSession.shared` are answered too.
    /// - Returns: The instance.
    public func makeHTTPMock(
        allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return makeMock(allowsUnused, unmocked, interceptingSharedSession, location)
    }

    private func makeMock(
        _ allowsUnused: Bool, _ unmocked: UnmockedPolicy?, _ interceptsSharedSession: Bool, _ location: CallSite
    ) -> HTTPMock {
        let mock = HTTPMock()
        let reporter = FailureReporter.failures(location)
        mock.unmockedPolicy = .strict(unmocked, reporter)
        reporter.begin(for: mock)
        // XCTest runs one test at a time, so there is no other to tell apart.
        if interceptsSharedSession { SharedSession.begin(mock, isInOtherTest: { false }) }
        let name = name
        addTeardownBlock {
            if interceptsSharedSession { SharedSession.end(mock) }
            mock.end(
                because:
                    "HTTPMock: the test \(name) has ended, so its requests are refused, and no response was taken. "
                    + "To fix this, wait in the test for what the code under test still does, or cancel it there.")
            FailureReporter.end(for: mock)
            for failure in ScopeSummary(mock, allowsUnused: allowsUnused).failures {
                await reporter.record(failure.text, at: failure.location)
            }
        }
        return mock
    }
}
