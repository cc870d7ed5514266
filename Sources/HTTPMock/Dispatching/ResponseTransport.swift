import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The client's side of one request, as a front end offers it to an ``Exchange``.
///
/// All members but ``perform(_:)`` are called on the transport's own serial queue.
package protocol ResponseTransport: AnyObject, Sendable {
    /// Runs work on the transport's queue, soon; may be called from any thread.
    func perform(_ work: @escaping @Sendable () -> Void)

    /// Whether the client may be sent more: not after the end, nor when the client has given up.
    var isOpen: Bool { get }

    /// Returns the limits of a request's duration.
    func timeouts(for request: MockRequest) -> Timeouts

    /// Sends the head of a response.
    func receive(_ head: ResponseHead)

    /// Sends a chunk of the body.
    ///
    /// - Parameters:
    ///   - chunk: The bytes, at least one.
    ///   - ready: Called on any thread once the client can take the next chunk; nil if nobody waits for that.
    func receive(_ chunk: Data, then ready: (@Sendable () -> Void)?)

    /// Ends the response.
    func finish()

    /// Ends the request with an error, before the response or in the middle of its body.
    func fail(_ error: any Error)

    /// Releases what the transport holds; the client needs no end, or has been given one.
    func stop()

    /// Asks the client whether to follow a redirect.
    ///
    /// - Parameters:
    ///   - next: The request that follows the redirect.
    ///   - head: The head of the redirect.
    ///   - answer: Called on the transport's queue with the request to make instead; nil to deliver the redirect.
    func askToFollow(_ next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void)

    /// Notes a redirect that is followed, and returns the request as the front end sends it.
    func follow(_ next: URLRequest, after head: ResponseHead) -> URLRequest

    /// Sends the head of a response that is none of HTTP, from a request that was passed through.
    func receive(foreign response: URLResponse)

    /// Whether the request's body was given as an upload.
    var isUpload: Bool { get }
}

extension ResponseTransport {
    package func askToFollow(
        _ next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
    ) {
        answer(nil)
    }

    package func follow(_ next: URLRequest, after head: ResponseHead) -> URLRequest { next }

    package func receive(foreign response: URLResponse) {}

    package var isUpload: Bool { false }
}
