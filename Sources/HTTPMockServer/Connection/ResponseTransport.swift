import Foundation

/// The way of one response from whoever answers to the client.
///
/// Every member is used on the transport's own context only, except for ``perform(_:)``.
protocol ResponseTransport: AnyObject, Sendable {
    /// Runs some work on the transport's own serial context, soon.
    func perform(_ work: @escaping @Sendable () -> Void)

    /// True as long as the client may be sent more.
    var isOpen: Bool { get }

    /// Sends status and fields.
    func receive(_ head: WireHead)

    /// Sends some bytes of the body.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - ready: Called when the next chunk can be taken.
    func receive(_ chunk: Data, then ready: (@Sendable () -> Void)?)

    /// Ends the response.
    func finish()

    /// Ends the response by a failure of the connection.
    func fail(_ failure: ConnectionFailure)
}

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
    /// Begins to answer a request; called on the transport's context.
    ///
    /// - Returns: An action that gives up the answer, because the client has gone; nil if there is nothing to give up.
    func respond(to request: ReceivedRequest, through transport: any ResponseTransport) -> (@Sendable () -> Void)?

    /// Notes a request that the server has refused by itself.
    func note(_ refusal: RequestRefusal, of request: RequestHead?, at endpoint: Endpoint)
}

/// A request with its whole body.
struct ReceivedRequest: Sendable {
    let head: RequestHead
    let body: Data
    let endpoint: Endpoint
}
