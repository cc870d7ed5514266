import Foundation

/// The ways in which a connection fails on purpose.
enum ConnectionFailure: Hashable, Sendable {
    case close
    /// Once what was sent has arrived.
    case reset
    /// Nothing more is sent until the client goes.
    case stall
}

/// Answers the requests of a server.
protocol Responder: Sendable {
    /// Begins to answer a request; called on the thread of the connection's loop.
    ///
    /// - Returns: An action that gives up the answer, because the client has gone; nil if there is nothing to give up.
    func respond(to request: ReceivedRequest, through writer: ResponseWriter) -> (@Sendable () -> Void)?

    /// Returns the refusal of a request that the server does not offer; nil to receive its body and answer it.
    func refusal(of head: RequestHead) -> RequestRefusal?

    /// Notes a request that the server has refused by itself.
    func note(_ refused: RefusedHead, at endpoint: Endpoint)
}

/// A request with its whole body.
struct ReceivedRequest: Sendable {
    let head: RequestHead
    let body: Data
    let endpoint: Endpoint
}
