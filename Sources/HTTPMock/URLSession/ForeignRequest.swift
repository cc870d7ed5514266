import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that another test than the session's own has made, before its protocol exists.
struct ForeignRequest: Sendable {
    let request: URLRequest
    let error: HTTPMockError
}
