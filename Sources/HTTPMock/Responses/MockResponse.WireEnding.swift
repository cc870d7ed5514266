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
}
