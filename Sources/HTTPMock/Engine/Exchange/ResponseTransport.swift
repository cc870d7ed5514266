import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The client's side of one request, implemented by each front end for its ``Exchange``.
///
/// All members except ``perform(_:)`` and ``failure(throwing:at:)`` are called on the queue of the transport, which is
/// a serial queue or one thread.
package protocol ResponseTransport: AnyObject, Sendable {
    /// Runs work on the transport's queue, asynchronously; may be called from any thread.
    func perform(_ work: @escaping @Sendable () -> Void)

    /// Whether more may be sent to the client; false after the end and after a cancellation.
    var isOpen: Bool { get }

    func timeouts(for request: MockRequest) -> Timeouts

    func deliver(_ head: ResponseHead)

    /// Sends a chunk of the body.
    ///
    /// - Parameters:
    ///   - chunk: The bytes, at least one.
    ///   - ready: Called on any thread once the client is ready for the next chunk; nil if the exchange does not wait.
    func deliver(_ chunk: Data, then ready: (@Sendable () -> Void)?)

    func finish()

    /// Ends the request with an error, before the head of the response or during its body.
    func fail(_ error: any Error)

    /// Releases the transport's resources, without sending an end.
    func stop()

    /// Asks the client whether to follow a redirect.
    ///
    /// - Parameter answer: Called on the transport's queue with the next request; nil to deliver the redirect.
    func deliverRedirect(
        to next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void)

    /// Records a followed redirect.
    ///
    /// - Returns: The next request, as the front end changes it; nil if the front end starts another exchange with it.
    func beginHop(_ next: URLRequest, after head: ResponseHead) -> URLRequest?

    /// Sends the head of a response that is not HTTP, from a passed-through request.
    func deliver(foreign response: URLResponse)

    /// Whether the client is connected by a socket, which can send raw bytes.
    var hasWire: Bool { get }

    /// Sends raw bytes in the place of a response, and ends the connection.
    func deliver(wire bytes: Data, then ending: MockResponse.WireEnding)

    /// Gives the connection to a response, which then reports to the exchange; called only if there is a wire.
    func deliver(_ due: DueTakeover, for exchange: Exchange)

    /// Whether an upload task has the body in memory or in a file.
    ///
    /// The request is then passed through by an upload task too.
    var isUpload: Bool { get }

    /// The task-local values of the task that makes the request; nil if they are not known.
    var callerContext: TaskContext? { get }

    /// The wait before each response, on the mock's clock.
    var delay: Duration { get }

    /// Returns the error that the request fails with after its handler threw one.
    ///
    /// Called in the handler's task, on any thread.
    func failure(throwing error: any Error, at location: CallSite?) -> any Error
}

extension ResponseTransport {
    package func deliverRedirect(
        to next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
    ) { answer(nil) }

    package func beginHop(_ next: URLRequest, after head: ResponseHead) -> URLRequest? {
        next
    }

    package func deliver(foreign response: URLResponse) {}

    package var hasWire: Bool { false }

    package func deliver(wire bytes: Data, then ending: MockResponse.WireEnding) {}

    package func deliver(_ due: DueTakeover, for exchange: Exchange) {}

    package var isUpload: Bool { false }

    package var callerContext: TaskContext? { nil }

    package var delay: Duration { .zero }

    package func failure(throwing error: any Error, at location: CallSite?) -> any Error {
        error
    }
}
