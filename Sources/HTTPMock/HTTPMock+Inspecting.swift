import Foundation

extension HTTPMock {
    /// All requests so far, in order of arrival.
    ///
    /// The log keeps the latest 100,000 requests, and bodies up to ``logBodyLimit`` each and 64 MiB in all. The bodies of
    /// the earliest requests are dropped first.
    public var requests: [RecordedRequest] { engine.store.records }

    /// Returns the requests so far that match, in order of arrival.
    ///
    /// - Parameters:
    ///   - method: The method; any if nil.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - path: The path pattern, as for a registration; any if nil.
    /// - Returns: The requests; none for an invalid pattern, which is reported on standard error.
    public func requests(
        method: HTTPMethod? = nil, host: String? = nil, path: String? = nil
    ) -> [RecordedRequest] {
        do {
            let filter = try RequestFilter(method: method, host: host, path: path)
            return requests.filter { filter.matches($0.request) }
        } catch {
            StandardError.report("\(error)")
            return []
        }
    }

    /// Waits until a request has arrived.
    ///
    /// Returns at once if one is already in the log.
    ///
    /// - Parameters:
    ///   - method: The method; any if nil.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - path: The path pattern, as for a registration; any if nil.
    ///   - timeout: How long to wait, in real time.
    /// - Returns: The earliest logged request that matches.
    /// - Throws: ``HTTPMockError`` listing the requests seen, if none matches in time or none can; `CancellationError`
    ///   if cancelled.
    @discardableResult
    public func waitForRequest(
        method: HTTPMethod? = nil, host: String? = nil, path: String? = nil, timeout: Duration = .seconds(5)
    ) async throws -> RecordedRequest {
        let filter = try RequestFilter(method: method, host: host, path: path)
        // The clock can't sleep for much more than a year.
        let deadline = ContinuousClock.now + min(timeout, .seconds(365 * 86_400))
        var known = 0
        while true {
            // Each request is compared once, however many arrive meanwhile.
            let (records, count) = engine.store.records(after: known)
            if let found = records.first(where: { filter.matches($0.request) }) { return found }
            try Task.checkCancellation()
            known = count
            guard await engine.store.arrival(after: count, before: deadline) else {
                try Task.checkCancellation()
                throw HTTPMockError(
                    "HTTPMock: \(filter.isAny ? "no request arrived" : "\(filter) did not arrive") within \(timeout)\n"
                        + requests.listing)
            }
        }
    }

    /// The responses that are still queued, one element a response.
    ///
    /// Optional responses are left out, and so are eternal ones that have served.
    public var unusedResponses: [UnusedResponse] { engine.store.unused }

    /// The requests so far, one line each: `METHOD /path` with `?query` if there is one; secrets are masked.
    public var requestSummary: String {
        requests.map(\.request.summary).joined(separator: "\n")
    }

    /// Returns the requests so far in the HAR format, which browsers' developer tools open.
    ///
    /// The values of `Authorization`, `Cookie` and token-like names are masked, also in JSON and form bodies.
    ///
    /// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
    public func networkLogHAR() -> Data {
        HARDocument(requests).data
    }

    /// The largest part of one body that the log keeps, in bytes; 1 MiB at first.
    ///
    /// A new limit applies to requests that arrive later.
    public var logBodyLimit: Int {
        get { engine.store.logBodyLimit }
        set { engine.store.logBodyLimit = newValue }
    }
}

extension HTTPMock {
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
    }
}

extension [RecordedRequest] {
    /// The requests as lines of a message.
    package var listing: String {
        let limit = 20
        guard !isEmpty else { return "  no request arrived at all" }
        let lines = suffix(limit).map { record in
            "  \(record.request)"
        }
        let title = count > limit ? "the last \(limit) of \(count) that arrived:" : "these arrived:"
        return (["  \(title)"] + lines.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension MockRequest: CustomStringConvertible {
    /// The method and the URL, as in `GET https://api.example.com/user`; secrets are masked.
    public var description: String { "\(method) \(Redaction.text(of: url))" }

    /// The request as one line: `METHOD /path` with `?query` if there is one; secrets are masked.
    package var summary: String {
        let query = URL(string: Redaction.text(of: url))?.query(percentEncoded: true)
        return "\(method) \(path)\(query.map { "?\($0)" } ?? "")"
    }
}
