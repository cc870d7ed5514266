import Foundation
import HTTPMock
import HTTPMockRecording
import HTTPMockTesting
import XCTest

extension XCTestCase {
    /// Creates an instance that plays a cassette in the test method, and checks it.
    ///
    /// ```swift
    /// func testPays() async throws {
    ///     let mock = makeHTTPMock(cassette: .test)
    ///     let shop = ShopClient(session: mock.urlSession)
    /// }
    /// ```
    ///
    /// As with the trait `.cassette`, a test that only plays fails if the file is missing, or if an entry is never
    /// played and `allowsUnused` is false. With `RecordMode.verify`, the test also fails if the network's answers have
    /// another shape. A recording is written at the end, and only if the test passed.
    ///
    /// - Parameters:
    ///   - name: The file: `.test`, a name such as `"checkout"`, or `.sharing("checkout")`.
    ///   - record: How requests are treated. `HTTPMOCK_RECORD` overrides it; without that, `CI` turns recording off.
    ///   - options: The options; those that are not given have their defaults.
    ///   - host: The default domain, for registrations without a host.
    ///   - clock: The clock for delays and timeouts; the system's unless given.
    ///   - allowsUnused: Whether responses and entries may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    /// - Returns: The instance.
    public func makeHTTPMock(
        cassette name: CassetteName, record: RecordMode = .none, options: Cassette.Options = Cassette.Options(),
        host: String? = nil, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return makeHTTPMock(
            name, record, options, host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            at: location)
    }

    /// Creates an instance that answers by registrations and then by a cassette.
    ///
    /// ```swift
    /// let mock = makeHTTPMock(cassette: "checkout") {
    ///     Host("api.example.com") { Path("/prices") { MockResponse.status(.serviceUnavailable) } }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The file: `.test`, a name such as `"checkout"`, or `.sharing("checkout")`.
    ///   - record: How requests are treated. `HTTPMOCK_RECORD` overrides it; without that, `CI` turns recording off.
    ///   - options: The options; those that are not given have their defaults.
    ///   - clock: The clock for delays and timeouts; the system's unless given.
    ///   - allowsUnused: Whether responses and entries may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - content: Hosts and, for the default domain, paths.
    /// - Returns: The instance.
    public func makeHTTPMock(
        cassette name: CassetteName, record: RecordMode = .none, options: Cassette.Options = Cassette.Options(),
        clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @MockBuilder _ content: () -> [MockElement]
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return makeHTTPMock(
            name, record, options, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked, at: location
        ) { $0.register(content(), depth: nil, location: location) }
    }

    /// Creates an instance that answers by one host's registrations, then by a cassette.
    ///
    /// - Parameters:
    ///   - name: The file: `.test`, a name such as `"checkout"`, or `.sharing("checkout")`.
    ///   - record: How requests are treated. `HTTPMOCK_RECORD` overrides it; without that, `CI` turns recording off.
    ///   - options: The options; those that are not given have their defaults.
    ///   - host: The host pattern, which is also the default domain.
    ///   - clock: The clock for delays and timeouts; the system's unless given.
    ///   - allowsUnused: Whether responses and entries may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - content: `Headers` and paths.
    /// - Returns: The instance.
    public func makeHTTPMock(
        cassette name: CassetteName, record: RecordMode = .none, options: Cassette.Options = Cassette.Options(),
        host: String, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @HostBuilder _ content: () -> [HostElement]
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return makeHTTPMock(
            name, record, options, host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            at: location
        ) { $0.register(content(), host: host, of: "makeHTTPMock", depth: nil, location: location) }
    }

    /// Creates an instance with a cassette; fails the method if the cassette can't be opened.
    ///
    /// At the end of the method the cassette is checked, and saved if the test passed.
    private func makeHTTPMock(
        _ name: CassetteName, _ record: RecordMode, _ options: Cassette.Options, host: String? = nil,
        clock: (any Clock<Duration>)?, allowsUnused: Bool, unmocked: UnmockedPolicy?, at location: CallSite,
        registering register: (HTTPMock) -> Void = { _ in }
    ) -> HTTPMock {
        let opened = Result {
            try CassetteLocation(self, filePath: "\(location.filePath)").open(
                name.file, record: record, options, ProcessInfo.processInfo.environment,
                owner: "the test \(self.name)")
        }
        let policy: UnmockedPolicy?
        switch opened {
        case .success: policy = unmocked
        // A method whose cassette can't be opened fails only once, instead of for each request.
        case .failure: policy = .notFound
        }
        let mock = makeHTTPMock(
            host: host, clock: clock, allowsUnused: allowsUnused, unmocked: policy, fileID: location.fileID,
            filePath: location.filePath, line: location.line, column: location.column)
        register(mock)
        switch opened {
        case .success(let cassette):
            mock.insert(cassette)
            mock.insert(TestCassette(cassette))
        case .failure(let error):
            let text = (error as? HTTPMockError)?.message ?? "\(error)"
            XCTFail("HTTPMock: \(text)", file: location.filePath, line: location.line)
        }
        return mock
    }
}
