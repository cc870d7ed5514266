import Foundation
import HTTPMock

/// Answers the requests of a server; every member is called on the thread of the connection's loop.
protocol Responder: Sendable {
    /// Begins to answer a request.
    ///
    /// - Returns: The action that cancels the response when the connection ends; nil if nothing can be cancelled.
    func respond(to request: ReceivedRequest, through writer: ResponseWriter) -> (@Sendable () -> Void)?

    /// Returns the rejection of an unsupported request; nil to receive its body and answer.
    func rejection(of head: RequestHead) -> RequestRejection?

    /// Logs a request that the server has rejected itself.
    func note(_ rejected: RejectedHead, at origin: Origin)
}
