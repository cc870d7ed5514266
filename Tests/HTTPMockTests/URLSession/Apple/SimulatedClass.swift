import Foundation

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A class of protocols, as a simulated system uses it.
struct SimulatedClass: Sendable {
    let canInit: @Sendable (URLRequest) -> Bool
    let canonicalRequest: @Sendable (URLRequest) -> URLRequest
    let makeHop: @Sendable (SimulatedTask, URLRequest, CachedURLResponse?) -> any SimulatedHop
}
