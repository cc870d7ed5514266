import Foundation

/// An answer of the loopback server and how it is sent.
///
/// `Content-Length` or `Transfer-Encoding` and `Connection: close` are added unless given. The body is left out of
/// answers to `HEAD` and of 1xx, 204 and 304.
public struct LoopbackResponse: Sendable, Equatable {
    /// How the end of the body is told.
    public enum Framing: Sendable, Equatable {
        /// By a `Content-Length`.
        case length
        /// By the chunked transfer coding, one chunk a piece.
        case chunked
        /// By closing the connection.
        case close
    }

    /// How far the answer goes.
    public enum Ending: Sendable, Equatable {
        /// To its end.
        case complete
        /// The connection is closed before anything is sent.
        case closeAtOnce
        /// The connection is closed after so many bytes of the body.
        case close(afterBytes: Int)
        /// Nothing is sent until the client goes or the server stops.
        case hangAtOnce
        /// Nothing more is sent after so many bytes of the body until the client goes or the server stops.
        case hang(afterBytes: Int)
    }

    /// The status code.
    public var status: Int
    /// The reason phrase.
    public var reason: String
    /// The header lines, besides those that are added.
    public var headers: HeaderList
    /// The body in the pieces it is sent in.
    public var pieces: [Data]
    /// How the end of the body is told.
    public var framing: Framing = .length
    /// The wait before the head.
    public var delay: Duration = .zero
    /// The wait before each piece.
    public var pause: Duration = .zero
    /// How far the answer goes.
    public var ending: Ending = .complete

    /// Makes an answer that is sent whole, without waiting.
    public init(status: Int = 200, reason: String = "Answer", headers: HeaderList = [:], body: Data = Data()) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.pieces = [body]
    }

    /// The whole body.
    public var body: Data { pieces.reduce(Data(), +) }

    /// A text; no content type is added.
    public static func text(_ text: String, status: Int = 200, headers: HeaderList = [:]) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: headers, body: Data(text.utf8))
    }

    /// A status without a body.
    public static func status(_ status: Int, headers: HeaderList = [:]) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: headers)
    }

    /// A redirect; the location is sent as given.
    public static func redirect(to location: String, status: Int = 302, body: String = "") -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Location": location], body: Data(body.utf8))
    }

    /// A text in pieces, with a pause before each.
    public static func pieces(
        _ texts: [String], framing: Framing = .chunked, pause: Duration = .milliseconds(20), headers: HeaderList = [:]
    ) -> LoopbackResponse {
        var response = LoopbackResponse(headers: headers)
        response.pieces = texts.map { Data($0.utf8) }
        response.framing = framing
        response.pause = pause
        return response
    }

    /// The connection is closed without an answer.
    public static var closing: LoopbackResponse { LoopbackResponse().ending(.closeAtOnce) }

    /// No answer until the client goes or the server stops.
    public static var hanging: LoopbackResponse { LoopbackResponse().ending(.hangAtOnce) }

    /// The same answer with another ending.
    public func ending(_ ending: Ending) -> LoopbackResponse {
        var copy = self
        copy.ending = ending
        return copy
    }

    /// The same answer, its head sent later.
    public func delayed(_ delay: Duration) -> LoopbackResponse {
        var copy = self
        copy.delay = delay
        return copy
    }

    /// The status line and headers as they are sent in answer to a method.
    func head(inAnswerTo method: String) -> Data {
        var lines = ["HTTP/1.1 \(status) \(reason)"]
        lines += headers.fields.map { "\($0.name): \($0.value)" }
        let isBodyExpected = !(status < 200 || status == 204 || status == 304)
        if isBodyExpected, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
            switch framing {
            case .length: lines.append("Content-Length: \(body.count)")
            case .chunked: lines.append("Transfer-Encoding: chunked")
            case .close: break
            }
        }
        if headers["Connection"] == nil {
            lines.append("Connection: close")
        }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Whether a body follows the head in answer to a method.
    func hasBody(inAnswerTo method: String) -> Bool {
        method != "HEAD" && status >= 200 && status != 204 && status != 304
    }
}
