import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A `URLProtocol` class of the package, which may intercept a passed-through request again.
protocol InterceptingProtocol: URLProtocol {
    /// Returns whether the class may answer requests for an engine's instance.
    static func intercepts(_ engine: MockEngine) -> Bool
}
