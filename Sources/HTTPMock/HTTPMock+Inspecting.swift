import Foundation

extension HTTPMock {
    /// Every request so far, in order of arrival.
    ///
    /// The latest 100,000 are kept, bodies up to ``logBodyLimit`` each and 64 MiB in all; of the earlier ones bodies
    /// are let go first.
    public var requests: [RecordedRequest] { engine.store.records }

    /// The requests so far that match, in order of arrival.
    ///
    /// - Parameters:
    ///   - method: The method; any if nil.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - path: The path pattern, as for a registration; any if nil.
    /// - Returns: The requests; none for a pattern that can't match, which is reported on standard error.
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
        // More than a year is not told from for ever, and would be beyond what the clock can sleep.
        let deadline = ContinuousClock.now + min(timeout, .seconds(365 * 86_400))
        var known = 0
        while true {
            // Each request is looked at once, however many arrive while this waits.
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

    /// What was queued and never asked for: an element for each response that still waits.
    ///
    /// Not for optional ones, nor for an eternal one that has served.
    public var unusedResponses: [UnusedResponse] { engine.store.unused }

    /// The requests so far, a line each: `METHOD /path`, and `?query` where there is one; secrets are masked.
    public var requestSummary: String {
        requests.map(\.request.summary).joined(separator: "\n")
    }

    /// The requests so far as an HTTP archive, which browsers' developer tools open.
    ///
    /// Values of `Authorization`, `Cookie` and what is named like a token are masked, in bodies too where they are JSON
    /// or forms.
    ///
    /// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
    public func networkLogHAR() -> Data {
        HARDocument(requests).data
    }

    /// The most bytes that are kept of one body in the log, 1 MiB at first.
    ///
    /// It counts for requests that arrive from then on.
    public var logBodyLimit: Int {
        get { engine.store.logBodyLimit }
        set { engine.store.logBodyLimit = newValue }
    }
}

extension HTTPMock {
    /// Registrations that can't match or can't be reached, as text with their places.
    package var registrationProblems: [RegistrationProblem] { engine.store.problems }

    /// The place of the registration that a request goes to; nothing is taken from its queue, and nothing logged.
    package func registration(for request: MockRequest) -> CallSite? {
        engine.store.table.match(request).route?.location
    }

    /// Answers nothing any more, and ends what waits, because the instance's test has ended.
    ///
    /// - Parameter reason: The text of the ``HTTPMockError`` that such requests fail with.
    package func end(because reason: String) {
        engine.refuseAll(HTTPMockError(reason))
    }
}

extension [RecordedRequest] {
    /// What arrived, for a message.
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
    /// Method and URL, as in `GET https://api.example.com/user`; secrets are masked.
    public var description: String { "\(method) \(Redaction.text(of: url))" }

    /// The request as one line: `METHOD /path`, and `?query` where there is one; secrets are masked.
    package var summary: String {
        let query = URL(string: Redaction.text(of: url))?.query(percentEncoded: true)
        return "\(method) \(path)\(query.map { "?\($0)" } ?? "")"
    }
}
