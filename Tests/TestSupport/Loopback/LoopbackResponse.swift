import Foundation

/// A response of the loopback server, with the way in which it is sent.
///
/// `Content-Length` or `Transfer-Encoding` and `Connection: close` are added unless given. Responses to `HEAD`, and
/// responses with the status 1xx, 204 or 304, are sent without the body.
public struct LoopbackResponse: Sendable, Equatable {
    /// The way in which the end of the body is marked.
    public enum Framing: Sendable, Equatable {
        /// A `Content-Length`.
        case length
        /// The chunked transfer coding.
        case chunked
        /// The end of the connection.
        case close
    }

    /// The point at which the response ends.
    public enum Ending: Sendable, Equatable {
        /// The whole response is sent.
        case complete
        /// The connection is closed before anything is sent.
        case closeAtOnce
        /// The connection is closed after a number of bytes of the body.
        case close(afterBytes: Int)
        /// Nothing is sent until the client disconnects or the server stops.
        case hangAtOnce
        /// After a number of bytes of the body, nothing is sent until the client disconnects or the server stops.
        case hang(afterBytes: Int)
    }

    /// The status code.
    public var status: Int
    /// The reason phrase.
    public var reason: String
    /// The header lines, without the added ones.
    public var headers: HeaderList
    /// The chunks in which the body is sent.
    public var chunks: [Data]
    /// The way in which the end of the body is marked.
    public var framing: Framing = .length
    /// The wait before the head.
    public var delay: Duration = .zero
    /// The wait before each chunk.
    public var pause: Duration = .zero
    /// The point at which the response ends.
    public var ending: Ending = .complete

    /// Creates a response that is sent whole, without delay.
    public init(status: Int = 200, reason: String = "Answer", headers: HeaderList = [:], body: Data = Data()) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.chunks = [body]
    }

    /// The whole body.
    public var body: Data { chunks.reduce(Data(), +) }

    /// Returns a response with a text; no content type is added.
    public static func text(_ text: String, status: Int = 200, headers: HeaderList = [:]) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: headers, body: Data(text.utf8))
    }

    /// Returns a response without a body.
    public static func status(_ status: Int, headers: HeaderList = [:]) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: headers)
    }

    /// Returns a redirect, whose location is sent unchanged.
    public static func redirect(to location: String, status: Int = 302, body: String = "") -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Location": location], body: Data(body.utf8))
    }

    /// Returns a response in chunks, with a pause before each.
    public static func chunks(
        _ texts: [String], framing: Framing = .chunked, pause: Duration = .milliseconds(20), headers: HeaderList = [:]
    ) -> LoopbackResponse {
        var response = LoopbackResponse(headers: headers)
        response.chunks = texts.map { Data($0.utf8) }
        response.framing = framing
        response.pause = pause
        return response
    }

    /// Closes the connection without a response.
    public static var closing: LoopbackResponse { LoopbackResponse().ending(.closeAtOnce) }

    /// Sends nothing until the client disconnects or the server stops.
    public static var hanging: LoopbackResponse { LoopbackResponse().ending(.hangAtOnce) }

    /// Returns the response with another ending.
    public func ending(_ ending: Ending) -> LoopbackResponse {
        var copy = self
        copy.ending = ending
        return copy
    }

    /// Returns the response with a delay before its head.
    public func delayed(_ delay: Duration) -> LoopbackResponse {
        var copy = self
        copy.delay = delay
        return copy
    }

    /// The status line and headers, which are the same for every method.
    var head: Data {
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

    /// Returns whether a body follows the head for a method.
    func hasBody(inAnswerTo method: String) -> Bool {
        method != "HEAD" && status >= 200 && status != 204 && status != 304
    }
}
