import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The user's changes of a request to the real network, and of its response.
struct PassthroughChanges: Sendable {
    typealias Answering = @Sendable (MockRequest, HTTPURLResponse, Data) async throws -> MockResponse

    /// Changes the request that is sent; nil if nothing changes it.
    let changing: UserOwned<@Sendable (inout URLRequest) async throws -> Void>?
    /// Returns the response for the client; nil for that of the network.
    let answering: UserOwned<Answering>?
}
