import Foundation
import HTTPMock

/// Answers the requests of a server from the mocks of an instance.
///
/// Created by `serve` and retained by the server's core, which all loops of the server share.
final class MockResponder: Responder {
    private let engine: MockEngine
    private let cors: HTTPMock.Server.CORS?
    private let delay: Duration
    private let messageLimit: Int
    private let otherOrigin: @Sendable (MockRequest) -> String?
    /// Keeps clients that follow a redirect on the server.
    let redirects: RedirectRewriter

    /// Creates a responder for one server.
    ///
    /// - Parameters:
    ///   - engine: The engine of the instance, which may outlive the instance.
    ///   - cors: The origins whose pages may use the server; if nil, the mock also answers preflights.
    ///   - delay: The wait before each response.
    ///   - messageLimit: The most bytes of a message of a WebSocket.
    ///   - otherOrigin: Returns the origin of a request whose target is a path. The port's origin counts if the closure
    ///     returns nil or no valid origin.
    init(
        engine: MockEngine, cors: HTTPMock.Server.CORS?, delay: Duration, messageLimit: Int,
        otherOrigin: @escaping @Sendable (MockRequest) -> String? = { _ in nil }
    ) {
        self.engine = engine
        self.cors = cors
        self.delay = delay
        self.messageLimit = messageLimit
        self.otherOrigin = otherOrigin
        redirects = RedirectRewriter(engine: engine)
    }

    func rejection(of head: RequestHead) -> RequestRejection? { head.rejectionOfTunnel ?? head.rejectionOfScheme }

    func respond(to request: ReceivedRequest, through writer: ResponseWriter) -> (@Sendable () -> Void)? {
        let head = request.head
        var handshake: WebSocketHandshake?
        if head.asksForWebSocket {
            do throws(RequestRejection) {
                handshake = try WebSocketHandshake(head)
            } catch {
                reject(request, error, through: writer)
                return nil
            }
        }
        guard let mockRequest = self.mockRequest(request) else {
            writer.reject(.badRequest("The target can't be read as a URL."))
            return nil
        }
        if let cors, mockRequest.isPreflight, !engine.hasRegistration(withMethodOf: mockRequest) {
            let (answerHead, text) = cors.answer(toPreflight: mockRequest)
            writer.send(answerHead)
            writer.send(Data(text.utf8))
            writer.finish()
            return nil
        }
        var isToProxy = false
        if case .absolute = head.line.target { isToProxy = true }
        let transport = MockTransport(
            writer, delay: delay,
            // A client that uses the server as a proxy follows any redirect through the server.
            redirects: isToProxy ? nil : redirects,
            crossOriginFields: cors.map { $0.fields(forOrigin: mockRequest.header("Origin") ?? "") } ?? [],
            handshake: handshake, messageLimit: messageLimit)
        let exchange = Exchange(engine: engine, transport: transport)
        exchange.start(mockRequest)
        return { exchange.cancel() }
    }

    /// Answers an upgrade whose handshake is invalid; after a 426 the client may use the connection again.
    private func reject(_ request: ReceivedRequest, _ rejection: RequestRejection, through writer: ResponseWriter) {
        // Only the rejection of an unsupported version has this status.
        guard rejection.status == 426 else { return writer.reject(rejection) }
        note(RejectedHead(rejection, of: request.head), at: request.origin)
        let text = Data("\(rejection.reason)\nTo fix this, \(rejection.fix).\n".utf8)
        let fields =
            WebSocketHandshake.upgradeFields + [
                HeaderField("Sec-WebSocket-Version", WebSocketHandshake.supportedVersion),
                HeaderField("Content-Type", "text/plain; charset=utf-8"),
                HeaderField("Content-Length", "\(text.count)"),
            ]
        writer.send(WireHead(status: rejection.status, fields: fields))
        writer.send(text)
        writer.finish()
    }

    /// Returns the mock's request, at the origin that `otherOrigin` returns for it, if any.
    ///
    /// Nil if Foundation makes no URL of the target.
    private func mockRequest(_ request: ReceivedRequest) -> MockRequest? {
        let head = request.head
        let requestAtPort = MockRequest(head, body: request.body, origin: request.origin)
        guard case .origin = head.line.target, let requestAtPort else { return requestAtPort }
        guard let text = otherOrigin(requestAtPort), let origin = try? Origin(text) else { return requestAtPort }
        return MockRequest(head, body: request.body, origin: origin)
    }

    func note(_ rejected: RejectedHead, at origin: Origin) {
        let request = rejected.head.flatMap { MockRequest($0, body: Data(), origin: origin) }
        engine.log(
            RejectedRequest(
                line: rejected.firstLine, origin: origin.text, status: rejected.rejection.status,
                reason: rejected.rejection.reason, fix: rejected.rejection.fix, request: request))
    }
}

extension MockRequest {
    /// Creates the mock's request from a request that a client has sent.
    ///
    /// Fields that describe only the connection are left out, because they must not be passed through.
    ///
    /// - Parameters:
    ///   - head: The head as it was parsed.
    ///   - body: The whole body.
    ///   - origin: The origin of a target that is a path or `*`; a URL or a `CONNECT` names its own.
    /// - Returns: nil if Foundation makes no URL of the target.
    init?(_ head: RequestHead, body: Data, origin: Origin) {
        let address: RequestAddress? =
            switch head.line.target {
            case .origin(let path): RequestAddress(origin: origin.text, path: path)
            case .absolute(let url): URL(keepingEscapesOf: WebSocketURL.http(url)).map { .url($0) }
            case .authority(let authority): RequestAddress(origin: "https://" + authority, path: "")
            case .asterisk: RequestAddress(origin: origin.text, path: "")
            }
        guard let address else { return nil }
        let connectionFields = ConnectionFieldNames(head.fields)
        self.init(
            method: HTTPMock.HTTPMethod(rawValue: head.line.method), address: address,
            headers: HTTPMock.HeaderFields(head.fields.filter { !connectionFields.contains($0.name) }), body: body,
            isWebSocketUpgrade: head.asksForWebSocket)
    }
}

extension RequestAddress {
    /// Creates the address of a path at an origin; nil without a valid URL.
    init?(origin: String, path: String) {
        let text = origin + path
        // Most paths are plain, and need no parsing.
        if path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy(\.isPlainInAddress) {
            self = .plain(text)
        } else {
            guard let url = URL(keepingEscapesOf: text) else { return nil }
            self = .url(url)
        }
    }
}

extension UInt8 {
    /// Whether the byte is a letter, a digit, or one of `-._~/?&=+:`.
    fileprivate var isPlainInAddress: Bool {
        isASCIILetterOrDigit || (UInt8(ascii: "-")...UInt8(ascii: ":")).contains(self) || "_~?&=+".utf8.contains(self)
    }
}
