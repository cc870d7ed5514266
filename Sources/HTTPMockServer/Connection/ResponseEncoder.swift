import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Encodes one response for one request: head, body, end.
///
/// Pure: the connection writes the bytes and obeys ``closesConnection``.
///
/// - SeeAlso: [RFC 9112 §6](https://www.rfc-editor.org/rfc/rfc9112.html#section-6)
struct ResponseEncoder {
    /// The rule by which the client finds the end of the body.
    enum Framing: Hashable, Sendable {
        /// The head ends the response.
        case none
        /// `Content-Length`, with the bytes that have not been written yet.
        case length(remaining: Int)
        case chunked
        /// The end of the connection.
        case close
    }

    private let minorVersion: Int
    private let isHead: Bool
    private(set) var framing = Framing.none
    /// True if the connection can't serve another request after this response.
    private(set) var closesConnection: Bool

    /// Creates an encoder for one response.
    ///
    /// - Parameter request: The head of the request; nil if none could be parsed.
    init(for request: RequestHead?) {
        minorVersion = request?.line.minorVersion ?? 1
        isHead = request?.line.method == "HEAD"
        closesConnection = request?.keepsAlive != true
    }

    /// Writes the head.
    ///
    /// - Parameters:
    ///   - head: The status, and the fields as the responder gave them.
    ///   - date: The value of `Date` unless the fields have one.
    ///   - output: The bytes are appended here.
    mutating func encode(_ head: WireHead, date: @autoclosure () -> [UInt8], into output: inout [UInt8]) {
        let given = GivenFields(head.fields)
        framing = self.framing(of: head.status, given)
        // After an interim response, a client waits for a final response, which does not follow here.
        let isInterim = head.status < 200
        if given.asksToClose || framing == .close || isInterim { closesConnection = true }
        // Appended in parts, because interpolation would allocate a string.
        output.append(contentsOf: "HTTP/1.1 ".utf8)
        output.append(contentsOf: String(head.status).utf8)
        output.append(UInt8.space)
        output.append(contentsOf: ReasonPhrase.of(head.status).utf8)
        output.append(contentsOf: "\r\n".utf8)
        for field in head.fields where !drops(field, status: head.status) {
            output.append(contentsOf: field.name.utf8)
            output.append(contentsOf: ": ".utf8)
            output.append(contentsOf: field.value.utf8)
            output.append(contentsOf: "\r\n".utf8)
        }
        if !given.hasDate {
            output.append(contentsOf: "Date: ".utf8)
            output.append(contentsOf: date())
            output.append(contentsOf: "\r\n".utf8)
        }
        if framing == .chunked { output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
        // Without this field, a client would wait for a body (RFC 9110 §15.3.6).
        if head.status == 205 { output.append(contentsOf: "Content-Length: 0\r\n".utf8) }
        if closesConnection {
            if !given.asksToClose { output.append(contentsOf: "Connection: close\r\n".utf8) }
        } else if minorVersion == 0, !given.hasConnection {
            // Without this field, an HTTP/1.0 client would expect the end of the connection.
            output.append(contentsOf: "Connection: keep-alive\r\n".utf8)
        }
        output.append(contentsOf: "\r\n".utf8)
    }

    private func framing(of status: Int, _ given: GivenFields) -> Framing {
        if isHead || status == 304 || Self.hasNoContent(status) { return .none }
        // A given length does not count if the fields also name the chunked coding.
        if let length = given.length, !given.isChunked { return .length(remaining: length) }
        return minorVersion > 0 ? .chunked : .close
    }

    /// Returns whether no response of a status has content, so that a given length is left out.
    private static func hasNoContent(_ status: Int) -> Bool {
        status < 200 || status == 204 || status == 205
    }

    /// Returns whether a field of the mock is left out.
    ///
    /// The encoder writes such a field itself, or the field contradicts what the encoder writes.
    private func drops(_ field: HeaderField, status: Int) -> Bool {
        // Compared by length first, because most fields of a response are none of these.
        switch field.name.utf8.count {
        case 14 where field.name.isEqualIgnoringCase(to: "Content-Length"):
            // A 304, and the answer to a `HEAD`, may have the length of the body that they leave out.
            framing == .chunked || framing == .close || Self.hasNoContent(status)
        case 17 where field.name.isEqualIgnoringCase(to: "Transfer-Encoding"): true
        case 10 where field.name.isEqualIgnoringCase(to: "Connection"):
            // A response that closes the connection must not promise to keep it open.
            closesConnection && !field.value.asksToClose
        case 10 where field.name.isEqualIgnoringCase(to: "Keep-Alive"): closesConnection
        default: false
        }
    }

    /// Returns the bytes around a chunk of the body: before it and after it.
    ///
    /// - Parameter count: The number of bytes in the chunk.
    /// - Returns: nil if the chunk is not written: the response has no body, or a chunk of the chunked coding is empty.
    mutating func frame(chunkOf count: Int) -> (before: String, after: String)? {
        switch framing {
        case .none: return nil
        case .close: return ("", "")
        case .chunked: return count == 0 ? nil : (String(count, radix: 16) + "\r\n", "\r\n")
        case .length(let remaining):
            // A client would read surplus bytes as the next response.
            if count > remaining { closesConnection = true }
            framing = .length(remaining: max(0, remaining - count))
            return ("", "")
        }
    }

    /// Returns the bytes that end the body; a body that is shorter than its length closes the connection.
    mutating func end() -> String {
        switch framing {
        case .none, .close: return ""
        case .chunked: return "0\r\n\r\n"
        case .length(let remaining):
            if remaining > 0 { closesConnection = true }
            return ""
        }
    }
}

/// The fields of a response that decide its framing and whether its connection stays open.
private struct GivenFields {
    var length: Int?
    var isChunked = false
    var hasDate = false
    var hasConnection = false
    var asksToClose = false

    init(_ fields: [HeaderField]) {
        for field in fields {
            // Compared by length first, as in `drops`.
            switch field.name.utf8.count {
            case 4 where field.name.isEqualIgnoringCase(to: "Date"):
                hasDate = true
            case 10 where field.name.isEqualIgnoringCase(to: "Connection"):
                hasConnection = true
                asksToClose = asksToClose || field.value.asksToClose
            case 14 where field.name.isEqualIgnoringCase(to: "Content-Length"):
                if let given = Int(field.value), given >= 0 { length = given }
            case 17 where field.name.isEqualIgnoringCase(to: "Transfer-Encoding"):
                isChunked = field.value.listElements.last?.isEqualIgnoringCase(to: "chunked") == true
            default:
                break
            }
        }
    }
}

extension String {
    /// Whether the value of a `Connection` field has the option `close`.
    fileprivate var asksToClose: Bool { listElements.contains { $0.isEqualIgnoringCase(to: "close") } }
}

/// The reason phrases of status lines.
///
/// - SeeAlso: [RFC 9110 §15](https://www.rfc-editor.org/rfc/rfc9110.html#section-15)
enum ReasonPhrase {
    /// Returns the phrase of a status; empty for a status without a common one.
    static func of(_ status: Int) -> String { phrases[status] ?? "" }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
    ]
}
