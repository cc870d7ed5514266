import Foundation
import HTTPMock

/// The transport of one exchange on a connection of a server.
///
/// Created by the responder for each request that the mock answers; the exchange retains the transport. Everything but
/// ``perform(_:)`` and ``failure(throwing:at:)`` is called on the thread of the connection's loop.
final class MockTransport: ResponseTransport, @unchecked Sendable {
    // Sendable because `hasHead` is used on the loop's thread only.
    private let writer: ResponseWriter
    let delay: Duration
    private let redirects: RedirectRewriter?
    /// The handshake of the client; nil for a plain request.
    private let handshake: WebSocketHandshake?
    private let messageLimit: Int
    /// The fields that let a page of another origin read the response; empty without `serve(cors:)`.
    private let crossOriginFields: [HeaderField]
    private var hasHead = false

    /// Creates the transport of one response.
    ///
    /// - Parameters:
    ///   - writer: Writes the response to the client.
    ///   - delay: The wait before the response.
    ///   - redirects: Rewrites locations; nil to leave them as they are.
    ///   - crossOriginFields: Fields to add unless the response has them; `Vary` is always added.
    ///   - handshake: The handshake of an upgrade; nil for a plain request.
    ///   - messageLimit: The most bytes of a message of a WebSocket.
    init(
        _ writer: ResponseWriter, delay: Duration, redirects: RedirectRewriter?, crossOriginFields: [HeaderField],
        handshake: WebSocketHandshake?, messageLimit: Int
    ) {
        self.writer = writer
        self.handshake = handshake
        self.messageLimit = messageLimit
        self.delay = delay
        self.redirects = redirects
        self.crossOriginFields = crossOriginFields
    }

    func perform(_ work: @escaping @Sendable () -> Void) {
        writer.perform(work)
    }

    var isOpen: Bool { writer.isOpen }

    /// Returns no timeouts, because a client of the server has its own timeouts.
    func timeouts(for request: MockRequest) -> Timeouts { Timeouts(idle: nil, total: nil) }

    func deliver(_ head: ResponseHead) {
        hasHead = true
        var fields = head.fieldLines
        if head.isPassedThrough { fields = Self.decoded(fields).flatMap(\.separated) }
        if let redirects, fields.contains(where: RedirectRewriter.mayRewrite) {
            fields = fields.map { redirects.rewrite($0, of: head) }
        }
        writer.send(WireHead(status: head.status, fields: addingCrossOrigin(fields)))
    }

    /// Returns fields with those for a page of another origin, which replace none.
    private func addingCrossOrigin(_ fields: [HeaderField]) -> [HeaderField] {
        guard !crossOriginFields.isEmpty else { return fields }
        let exposing = HTTPMock.Server.CORS.exposing(fields).map { [$0] } ?? []
        // Several `Vary` fields count together; each other field may occur only once.
        return fields
            + (crossOriginFields + exposing).filter { field in
                field.name == "Vary" || !fields.contains { $0.name.isEqualIgnoringCase(to: field.name) }
            }
    }

    /// Returns the fields that are still true of a passed-through response, whose body URLSession has decoded.
    private static func decoded(_ fields: [HeaderField]) -> [HeaderField] {
        let connectionFields = ConnectionFieldNames(fields)
        let isEncoded = fields.contains { $0.name.isEqualIgnoringCase(to: "Content-Encoding") }
        return fields.filter { field in
            if connectionFields.contains(field.name) { return false }
            guard isEncoded else { return true }
            return !field.name.isEqualIgnoringCase(to: "Content-Encoding")
                && !field.name.isEqualIgnoringCase(to: "Content-Length")
        }
    }

    func deliver(_ chunk: Data, then ready: (@Sendable () -> Void)?) {
        writer.send(chunk, then: ready)
    }

    func finish() {
        writer.finish()
    }

    func fail(_ error: any Error) {
        if let error = error as? HTTPMockError, !hasHead { return answer(error) }
        switch (error as? URLError)?.code {
        // The client's own timeout has to end its wait.
        case .timedOut: writer.end(by: .stall)
        default: writer.end(by: .reset)
        }
    }

    /// Sends the text of a mock's error, because a reset would hide it.
    private func answer(_ error: HTTPMockError) {
        let text = Data("\(error.message)\n".utf8)
        let fields = [
            HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Content-Length", "\(text.count)"),
        ]
        writer.send(WireHead(status: 500, fields: addingCrossOrigin(fields)))
        writer.send(text)
        writer.finish()
    }

    /// Returns an error whose text is sent, because the client's developer can't see this process.
    ///
    /// A `URLError` is returned unchanged, because a handler throws `URLError` to let the connection fail. A
    /// `CancellationError` also lets it fail, and an `HTTPMockError` has a text already.
    func failure(throwing error: any Error, at location: CallSite?) -> any Error {
        if error is URLError || error is HTTPMockError || error is CancellationError { return error }
        let place = location.map { " at \($0)" } ?? ""
        return HTTPMockError(
            "HTTPMock: the handler\(place) threw \(Redaction.text(of: error)). To fix this, return the response that the client "
                + "should get; to let the connection fail, throw a URLError.")
    }

    /// Does nothing, because the connection goes on or has already ended.
    func stop() {}

    var hasWire: Bool { true }

    func deliver(wire bytes: Data, then ending: MockResponse.WireEnding) {
        writer.send(raw: bytes, then: ending)
    }

    func deliver(_ due: DueTakeover, for exchange: Exchange) {
        // No other response takes a connection over.
        guard let response = due.takeover as? WebSocketResponse else { return }
        guard let handshake else { return exchange.rejectPlainRequest(of: due) }
        response.open(due, handshake, for: exchange, through: writer, messageLimit: messageLimit)
    }
}
