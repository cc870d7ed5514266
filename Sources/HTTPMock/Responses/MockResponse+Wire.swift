import Foundation

extension MockResponse {
    /// The end of a connection after a response of raw bytes.
    public enum WireEnding: Hashable, Sendable {
        /// The connection is closed in order.
        case close
        /// The connection is reset, once the client has received the bytes.
        case reset
        /// The connection stays open, and nothing more is sent.
        case stall
    }

    /// Answers with raw bytes instead of an HTTP response, as a broken server does.
    ///
    /// `HTTPMockServer` sends exactly these bytes: garbage, malformed chunks, a wrong length, or nothing at all. In
    /// process there is no wire: the request fails with `URLError.cannotParseResponse`, or with
    /// `URLError.networkConnectionLost` if there are no bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, status line and header fields included.
    ///   - ending: The end of the connection after the bytes.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays of the response; none by default. The bytes are not cut into chunks.
    public static func wire(
        _ bytes: Data, then ending: WireEnding, lifetime: Lifetime = .single, delivery: Delivery = .instant
    ) -> MockResponse {
        MockResponse(.wire(bytes, then: ending), lifetime: lifetime, delivery: delivery)
    }
}
