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
