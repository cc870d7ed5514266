import Foundation

extension HTTPMock {
    /// Returns the requests so far that match, in order of arrival.
    ///
    /// - Parameters:
    ///   - method: The method; any if nil.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - path: An absolute URL, or the path pattern, perhaps with `?` and the query, as it was sent or as
    ///     ``requestSummary`` prints it; any if nil.
    /// - Returns: The requests; none for an invalid pattern, which is reported and fails the instance's test.
    public func requests(method: HTTPMethod? = nil, host: String? = nil, path: String? = nil) -> [RecordedRequest] {
        do {
            let filter = try RequestFilter(method: method, host: host, path: path)
            return requests.filter { filter.matches($0.request) }
        } catch {
            // A test may expect no request, and would pass in vain.
            engine.store.report([Problem(text: "\(error)")])
            return []
        }
    }

    /// Returns the requests so far that match, in order of arrival.
    ///
    /// ```swift
    /// #expect(mock.requests(.post, "/v1/**").count == 2)
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: An absolute URL, or the path pattern, perhaps with `?` and the query, as it was sent or as
    ///     ``requestSummary`` prints it.
    ///   - host: The host pattern, as for a registration; any if nil.
    /// - Returns: The requests; none for an invalid pattern, which is reported and fails the instance's test.
    public func requests(_ method: HTTPMethod, _ path: String, host: String? = nil) -> [RecordedRequest] {
        requests(method: method, host: host, path: path)
    }

    /// Returns the requests so far whose path matches, of any method, in order of arrival.
    ///
    /// - Parameters:
    ///   - path: An absolute URL, or the path pattern, perhaps with `?` and the query, as it was sent or as
    ///     ``requestSummary`` prints it.
    ///   - host: The host pattern, as for a registration; any if nil.
    /// - Returns: The requests; none for an invalid pattern, which is reported and fails the instance's test.
    public func requests(_ path: String, host: String? = nil) -> [RecordedRequest] {
        requests(method: nil, host: host, path: path)
    }

    /// Returns the only request so far that matches.
    ///
    /// ```swift
    /// let login = try mock.request(.post, "/login").json(as: Login.self)
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: An absolute URL, or the path pattern, perhaps with `?` and the query, as it was sent or as
    ///     ``requestSummary`` prints it.
    ///   - host: The host pattern, as for a registration; any if nil.
    /// - Throws: ``HTTPMockError`` if none or several match, with the last requests, or if the pattern is invalid.
    public func request(_ method: HTTPMethod, _ path: String, host: String? = nil) throws -> MockRequest {
        let filter = try RequestFilter(method: method, host: host, path: path)
        let records = requests
        let found = records.filter { filter.matches($0.request) }
        if let only = found.first, found.count == 1 { return only.request }
        if found.count > 1 {
            throw HTTPMockError(
                "HTTPMock: \(filter) arrived \(found.count) times. To fix this, use requests(_:_:), or narrow the filter.\n"
                    + records.listing, cause: .severalRequests)
        }
        let lines = ["HTTPMock: \(filter) did not arrive", filter.nearest(in: records.map(\.request)), records.listing]
        throw HTTPMockError(lines.compactMap { $0 }.joined(separator: "\n"), cause: .noSuchRequest)
    }

    /// Waits until a request that matches has arrived, and until its answer is decided.
    ///
    /// Returns at once if one is already in the log, even if its answer is not decided yet. The response may still
    /// wait, for a delay or a gate.
    ///
    /// - Parameters:
    ///   - method: The method; any if nil.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - path: An absolute URL, or the path pattern, perhaps with `?` and the query, as it was sent or as
    ///     ``requestSummary`` prints it; any if nil.
    ///   - timeout: How long to wait, in real time.
    /// - Returns: The earliest logged request that matches.
    /// - Throws: ``HTTPMockError`` if none matches in time, with the last requests, or if the pattern is invalid;
    ///   `CancellationError` if cancelled.
    @discardableResult
    public func waitForRequest(
        method: HTTPMethod? = nil, host: String? = nil, path: String? = nil, timeout: Duration = .seconds(5)
    ) async throws -> RecordedRequest {
        let filter = try RequestFilter(method: method, host: host, path: path)
        let deadline = ContinuousClock.now + min(timeout, .longest)
        let awaited = filter.isAny ? "any request" : "\(filter)"
        let store = engine.store
        // The number of the last request that was compared, so that each is compared once.
        var lastCompared = 0
        while true {
            if let found = store.firstRequest(matching: filter, after: &lastCompared) { return found }
            try Task.checkCancellation()
            let hasNewRequest = await PendingWait.report(
                {
                    """
                    waitForRequest waits for \(awaited), which has not arrived. To fix this, \
                    make the code under test send it through a session of this mock
                    """
                }, progress: { store.read { $0.contents.log.count } },
                during: { [lastCompared] in
                    await store.waitForRequest(to: filter.pathHash, after: lastCompared, before: deadline)
                })
            guard hasNewRequest else {
                try Task.checkCancellation()
                // One may have arrived whose predicate still runs.
                if let found = store.firstRequest(matching: filter, after: &lastCompared) { return found }
                let failure = filter.isAny ? "no request arrived" : "\(filter) did not arrive"
                let arrived = requests
                let lines = [
                    "HTTPMock: \(failure) within \(timeout)", filter.nearest(in: arrived.map(\.request)),
                    arrived.listing,
                ]
                throw HTTPMockError(lines.compactMap { $0 }.joined(separator: "\n"), cause: .noSuchRequest)
            }
        }
    }

    /// Waits until a request that matches has arrived, and until its answer is decided.
    ///
    /// Returns at once if one is already in the log, even if its answer is not decided yet. The response may still
    /// wait, for a delay or a gate.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: An absolute URL, or the path pattern, perhaps with `?` and the query, as it was sent or as
    ///     ``requestSummary`` prints it.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - timeout: How long to wait, in real time.
    /// - Returns: The earliest logged request that matches.
    /// - Throws: ``HTTPMockError`` if none matches in time, with the last requests, or if the pattern is invalid;
    ///   `CancellationError` if cancelled.
    @discardableResult
    public func waitForRequest(
        _ method: HTTPMethod, _ path: String, host: String? = nil, timeout: Duration = .seconds(5)
    ) async throws -> RecordedRequest {
        try await waitForRequest(method: method, host: host, path: path, timeout: timeout)
    }

    /// The requests that end from now on, in the order of their ends.
    ///
    /// ```swift
    /// for await record in mock.requestUpdates { print(record) }
    /// ```
    ///
    /// Each access returns a stream of its own. The stream ends when the instance is released.
    public var requestUpdates: AsyncStream<RecordedRequest> {
        engine.store.makeUpdates()
    }

    /// Returns when no request is in flight.
    ///
    /// Returns at once if none is, and also if the task is cancelled. A request that begins during the wait is waited
    /// for as well, but not one that the code under test makes after all others have ended.
    public func waitUntilIdle() async {
        let store = engine.store
        let movements = engine.movements
        if store.read({ $0.inFlight.isEmpty }) { return }
        _ = await PendingWait.report(
            {
                """
                waitUntilIdle() waits; requests in flight: \(store.read { $0.inFlight.count }). To fix this, end what they \
                wait for, or cancel them
                """
            }, progress: { movements.withLock { $0 } }, during: { await store.wait { $0.inFlight.isEmpty } })
    }
}

extension HTTPMock: CustomReflectable {
    /// The parts that `dump` and a failed expectation show, with secrets masked.
    public var customMirror: Mirror {
        let unused = unusedResponses.map(\.description)
        return Mirror(
            self, children: ["defaultDomain": defaultDomain, "requests": requests, "unusedResponses": unused],
            displayStyle: .class)
    }
}

extension HTTPMock {
    /// All requests so far, in order of arrival.
    ///
    /// The log keeps at most 100,000 requests, and bodies up to ``logBodyLimit`` each and 64 MiB in all. Beyond these
    /// limits, the earliest requests and the bodies of the earliest requests are dropped first.
    public var requests: [RecordedRequest] { engine.store.records }

    /// The log as it is now, which later requests do not change.
    package var log: RequestLog { engine.store.read { $0.contents.log } }

    /// The URL of a server that was released before it was stopped; nil if there is none.
    package var releasedServer: String? {
        engine.store.read { $0.releasedServer }
    }

    package var hasRegistrations: Bool {
        engine.store.read { !$0.contents.table.isEmpty }
    }

    /// The responses that were used by fewer requests than their lifetimes allow, one element a response.
    ///
    /// Optional responses are left out, and so are eternal ones that have served. The entries of a cassette that were
    /// not played come last.
    public var unusedResponses: [UnusedResponse] { engine.store.unused }

    /// The requests so far, one line each, with secrets masked.
    ///
    /// A line is `METHOD /path`, or `METHOD /path?query` for a URL with a query.
    public var requestSummary: String {
        requests.map(\.request.summary).joined(separator: "\n")
    }

    /// Returns the requests so far in the HAR format, which browsers' developer tools open.
    ///
    /// The values of `Authorization`, `Cookie` and token-like names are masked, also in JSON and form bodies. A request
    /// that a server of the instance could not parse is an entry with the server's error, though not in ``requests``.
    /// The member `_httpmock` of an entry has the outcome, with the registration that answered, the error or the
    /// diagnosis.
    ///
    /// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
    public func networkLogHAR() -> Data { networkLogHAR(ofFailedTest: nil) }

    /// Returns the requests so far in the HAR format, for a failed test with its name, as in `Suite/test()`.
    ///
    /// - Parameter name: The failed test, which is written with its unused responses; nil for no test.
    package func networkLogHAR(ofFailedTest name: String?) -> Data {
        let test = name.map { OrderedJSON.failedTest($0, unused: unusedResponses) }
        return HARDocument(requests, rejected: engine.store.read(\.contents.rejectedRequests), test: test).data
    }

    /// The largest part of one body that the log keeps, in bytes; 1 MiB at first.
    ///
    /// A new limit applies to requests that arrive later, and a lower one also to those in flight.
    public var logBodyLimit: Int {
        get { engine.store.logBodyLimit }
        set { engine.store.logBodyLimit = newValue }
    }
}
