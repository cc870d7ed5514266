import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The class in the shared session, which accepts a request only if the request belongs to a test.
final class SharedSessionURLProtocol: MockURLProtocol {
    /// Known here only: no queue has the context of the task that makes the request.
    private let found: SharedSession.Owner

    #if canImport(FoundationNetworking)
        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            found = SharedSession.owner
            super.init(request: request, cachedResponse: cachedResponse, client: client)
        }
    #else
        override init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            found = SharedSession.owner
            super.init(request: request, cachedResponse: cachedResponse, client: client)
        }
    #endif

    /// The instance's own: cookies of the shared session would reach other tests and the disk.
    override func cookieStorage(_ owner: SessionFrontEnd) -> HTTPCookieStorage? { owner.cookieStorage }

    override class func canInit(with request: URLRequest) -> Bool {
        guard super.canInit(with: request) else { return false }
        if case .nobody = SharedSession.owner { return false }
        return true
    }

    override func owner() throws -> SessionFrontEnd {
        switch found {
        case .instance(let frontEnd): return frontEnd
        case .ambiguous(let count): throw HTTPMockError.ambiguous(count)
        case .nobody: throw HTTPMockError.ended
        }
    }
}

extension HTTPMockError {
    fileprivate static func ambiguous(_ count: Int) -> HTTPMockError {
        HTTPMockError(
            "HTTPMock: a request through URLSession.shared was made outside any test's task tree (in a detached task, a "
                + "dispatch queue, a timer) while \(count) tests intercept the shared session, so there is no telling "
                + "whose it is, and nothing was sent. Make it in a task the test waits for, inject mock.urlSession, or "
                + "put these tests into one suite with the trait .serialized.")
    }

    fileprivate static let ended = HTTPMockError(
        "HTTPMock: a request through URLSession.shared began while a test intercepted it, and that test has ended, so "
            + "nothing was sent. Wait for the request before the test ends.")
}
