import Foundation

/// An exchange with the real network, for a recorder.
package struct PassedExchange: Sendable {
    /// Called once for each exchange, before a `URLSession` sees the end.
    ///
    /// Must return soon, because the client waits. The engine releases the closure after the last redirect has ended.
    package typealias Recorder = @Sendable (PassedExchange) -> Void

    /// The request as it was sent.
    package let request: MockRequest
    /// The time at which the request was sent.
    package let start: Date
    /// The status of the response; nil if there was none.
    package let status: Int?
    /// The header fields of the response, by name.
    package let headers: [String: String]
    /// The body, decoded, in the chunks in which it arrived.
    package let chunks: [Data]
    /// The error that ended the exchange; nil if it succeeded.
    package let error: (any Error)?

    package init(
        request: MockRequest, start: Date, status: Int?, headers: [String: String], chunks: [Data], error: (any Error)?
    ) {
        self.request = request
        self.start = start
        self.status = status
        self.headers = headers
        self.chunks = chunks
        self.error = error
    }
}
