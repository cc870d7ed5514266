import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A protocol class of the package, which would intercept a passed-through request.
protocol InterceptingProtocol: URLProtocol {
    static func intercepts(_ engine: MockEngine) -> Bool
}
