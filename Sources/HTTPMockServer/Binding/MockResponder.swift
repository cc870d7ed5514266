import Foundation
import HTTPMock

/// Answers the requests of a server by the mocks of an instance.
final class MockResponder: Responder {
    private let engine: MockEngine
    private let redirects: RedirectRewriter

    /// Creates a responder for one server.
    ///
    /// - Parameters:
    ///   - engine: The state of the instance; the instance itself may be released before.
    ///   - redirects: Keeps clients that follow a redirect on the server.
    init(engine: MockEngine, redirects: RedirectRewriter) {
        self.engine = engine
        self.redirects = redirects
    }

    func respond(to request: ReceivedRequest, through writer: ResponseWriter) -> (@Sendable () -> Void)? {
        let head = request.head
        guard let mockRequest = MockRequest(head, body: request.body, origin: request.endpoint.origin) else {
            writer.refuse(.badRequest("The target can't be read as a URL."))
            return nil
        }
        var isToProxy = false
        if case .absolute = head.line.target { isToProxy = true }
        // The client of a proxy asks the proxy again, whatever the host.
        let exchange = Exchange(
            engine: engine, transport: MockTransport(writer, redirects: isToProxy ? nil : redirects))
        exchange.start(mockRequest)
        return { exchange.cancel() }
    }

    func note(_ refused: RefusedHead, at endpoint: Endpoint) {
        let request = refused.head.flatMap { MockRequest($0, body: Data(), origin: endpoint.origin) }
        engine.log(
            RefusedRequest(
                line: refused.firstLine, origin: endpoint.origin.text, status: refused.refusal.status,
                reason: refused.refusal.reason, request: request))
    }
}
