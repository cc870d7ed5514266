import Foundation

extension HTTPMock: CustomReflectable {
    /// The parts that `dump` and a failed expectation show, with secrets masked.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "defaultDomain": defaultDomain, "requests": requests,
                "unusedResponses": unusedResponses.map(\.description),
            ], displayStyle: .class)
    }
}

extension HTTPMock {
    /// All requests so far, in order of arrival.
    ///
    /// The log keeps the latest 100,000 requests, and bodies up to ``logBodyLimit`` each and 64 MiB in all. The bodies
    /// of the earliest requests are dropped first.
    public var requests: [RecordedRequest] { engine.store.records }

    /// The responses that can still be served, one element a response.
    ///
    /// Optional responses are left out, and so are eternal ones that have served.
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
    /// The member `_httpmock` of an entry has the registration that answered, or the diagnosis.
    ///
    /// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
    public func networkLogHAR() -> Data {
        networkLogHAR(of: nil)
    }

    /// Returns the requests so far in the HAR format, with the test that made them.
    package func networkLogHAR(of test: LoggedTest?) -> Data {
        HARDocument(requests, refused: engine.store.refusedRequests, test: test).data
    }

    /// The largest part of one body that the log keeps, in bytes; 1 MiB at first.
    ///
    /// A new limit applies to requests that arrive later.
    public var logBodyLimit: Int {
        get { engine.store.logBodyLimit }
        set { engine.store.logBodyLimit = newValue }
    }
}
