import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that another test than the session's own makes, and the error that it fails with.
///
/// Noted in the task that makes the request, until the protocol that loads the request is created.
struct ForeignRequest: Sendable {
    let request: URLRequest
    let error: HTTPMockError
}

extension SessionFrontEnd {
    /// Notes a request, whose protocol is created next, if another test makes it.
    ///
    /// If the session has a cache, Foundation searches the cache and then creates the protocol on another thread. Only
    /// `canInit` still runs in the task that makes the request (FoundationOnLinux.md, "The caller's context").
    func noteIfForeign(_ request: URLRequest) {
        guard let error = engine.foreignError() else { return }
        foreignRequests.withLock { $0.append(ForeignRequest(request: request, error: error)) }
    }

    /// Returns and forgets the error of a noted request, of equal ones the newest; nil without one.
    func takeForeignError(of request: URLRequest) -> HTTPMockError? {
        foreignRequests.withLock { known in
            guard let index = known.lastIndex(where: { $0.request == request }) else { return nil }
            return known.remove(at: index).error
        }
    }
}
