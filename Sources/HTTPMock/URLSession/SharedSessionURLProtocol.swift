import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The class in the shared session, which accepts only requests that belong to a test.
final class SharedSessionURLProtocol: MockURLProtocol {
    /// The owner of the request.
    ///
    /// Read in the initializer, because only the initializer runs in the task that makes the request
    /// (FoundationOnLinux.md, "The caller's context").
    private let found: SharedSession.Owner

    #if canImport(FoundationNetworking)
        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            found = Self.findOwner(of: request)
            super.init(request: request, cachedResponse: cachedResponse, client: client)
        }
    #else
        override init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            found = Self.findOwner(of: request)
            super.init(request: request, cachedResponse: cachedResponse, client: client)
        }
    #endif

    /// Returns the owner of a request, and reports a refused one, because clients may ignore errors.
    private static func findOwner(of request: URLRequest) -> SharedSession.Owner {
        let owner = SharedSession.owner
        var line: String { "\(request.httpMethod ?? "GET") \(request.url.map { Redaction.text(of: $0) } ?? "")" }
        switch owner {
        case .instance(let frontEnd):
            if SharedSession.current == nil { SharedSession.note(line, of: frontEnd) }
        case .ambiguous, .earlierTest:
            StandardError.report("\(owner.refusal.message)\n  the request: \(line)")
        case .nobody: break
        }
        return owner
    }

    /// Returns the instance's own storage, because the shared session's reaches other tests and the disk.
    override func cookieStorage(_ owner: SessionFrontEnd) -> HTTPCookieStorage? { owner.cookieStorage }

    override class func canInit(with request: URLRequest) -> Bool {
        guard super.canInit(with: request) else { return false }
        if case .nobody = SharedSession.owner { return false }
        return true
    }

    override func owner() throws -> SessionFrontEnd {
        guard case .instance(let frontEnd) = found else { throw found.refusal }
        return frontEnd
    }
}

extension SharedSession.Owner {
    /// The error of a request without an instance.
    fileprivate var refusal: HTTPMockError {
        switch self {
        case .ambiguous(let count):
            HTTPMockError(
                "HTTPMock: a request through URLSession.shared was made outside any test's task tree (in a detached task, "
                    + "a dispatch queue or a timer) while \(count) tests intercept the shared session, so the test it "
                    + "belongs to is unknown, and nothing was sent. To fix this, make the request in a task that the test "
                    + "waits for, inject mock.urlSession, or put these tests into one suite with the trait .serialized."
            )
        case .earlierTest:
            HTTPMockError(
                "HTTPMock: a request through URLSession.shared was made by a task that was created before the running "
                    + "test, during an earlier test that intercepted the shared session, so it was refused, and no "
                    + "response was used. To fix this, wait in the earlier test for the task, or cancel it there. If the "
                    + "task is to serve several tests, create it in each of them.", cause: .testEnded)
        case .instance, .nobody:
            HTTPMockError(
                "HTTPMock: a request through URLSession.shared began while a test intercepted it, and that test has "
                    + "ended, so nothing was sent. To fix this, wait for the request before the test ends.")
        }
    }
}
