import Foundation

extension HTTPMock {
    /// All requests so far, in order of arrival.
    ///
    /// The log keeps the latest 100,000 requests, and bodies up to ``logBodyLimit`` each and 64 MiB in all. The bodies of
    /// the earliest requests are dropped first.
    public var requests: [RecordedRequest] { engine.store.records }

    /// The responses that can still be served, one element a response.
    ///
    /// Optional responses are left out, and so are eternal ones that have served.
    public var unusedResponses: [UnusedResponse] { engine.store.unused }

    /// The requests so far, one line each: `METHOD /path` with `?query` if there is one; secrets are masked.
    public var requestSummary: String {
        requests.map(\.request.summary).joined(separator: "\n")
    }

    /// Returns the requests so far in the HAR format, which browsers' developer tools open.
    ///
    /// The values of `Authorization`, `Cookie` and token-like names are masked, also in JSON and form bodies. A request
    /// that a server of the instance could not parse is an entry with the server's error, though not in ``requests``.
    ///
    /// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
    public func networkLogHAR() -> Data {
        HARDocument(requests, refused: engine.refusedRequests.withLock { $0 }).data
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
        endActions.run()
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
    package var summary: String { "\(method) \(path)\(maskedQuery.map { "?\($0)" } ?? "")" }

    /// The query as it was sent, with secrets masked; nil if there is none.
    var maskedQuery: String? { URL(string: Redaction.text(of: url))?.query(percentEncoded: true) }
}
