import Foundation
import HTTPMock
import HTTPMockRecording

/// An entry of a network log or of a recording, read as far as possible.
///
/// Secrets are masked in the URL, the header fields and the cookies, but not in the bodies.
struct LogEntry {
    /// The position in the file, from 1.
    let number: Int
    /// The reason why the entry can't be played; nil if it can.
    let problem: String?
    /// A note about a WebSocket, or that an entry is played although its export has an error; nil for other entries.
    let note: String?
    private let value: JSONValue

    init(_ value: JSONValue, number: Int, problem: String?, note: String? = nil) {
        self.value = value
        self.number = number
        self.problem = problem
        self.note = note
    }

    private var request: JSONValue? { value["request"] }
    private var response: JSONValue? { value["response"] }
    private var content: JSONValue? { response?["content"] }

    var method: String { request?["method"]?.string ?? "" }
    var url: String { request?["url"]?.string.map { Redaction.text(ofAddress: $0) } ?? "" }
    var startedDateTime: String { value["startedDateTime"]?.string ?? "" }
    /// The status code; 0 if there is none.
    var status: Int { max(response?["status"]?.integer ?? response?["statusCode"]?.integer ?? 0, 0) }
    var statusText: String { response?["statusText"]?.string ?? "" }
    /// The type of the response's body; empty if there is neither a body nor a field `Content-Type`.
    var mimeType: String {
        // A HAR needs a type even without a body, so such a type is made up.
        if size == 0, responseHeaders.firstValue("Content-Type") == nil { return "" }
        return content?["mimeType"]?.string ?? ""
    }
    /// The number of bytes in the response's body.
    var size: Int { content?["size"]?.integer.map { max($0, 0) } ?? responseBody.count }
    /// The number of received bytes of the response's body; lower than the size if compressed.
    var wireSize: Int {
        if let received = response?["bodySize"]?.integer, received >= 0 { return received }
        return max(size - (content?["compression"]?.integer ?? 0), 0)
    }
    var comment: String? { value["comment"]?.string }
    /// The error of a failed exchange.
    var error: String? {
        // With a note, the entry is played, whatever error the exporter wrote.
        guard note == nil else { return nil }
        return [response?["_error"], response?["_failureText"], value["_error"]].lazy.compactMap { $0?.string }
            .first { !$0.isEmpty }
    }
    /// The messages of a WebSocket in order, without control frames; nil for any other exchange.
    var messages: [Message]? {
        value["_webSocketMessages"]?.elements?.compactMap { element in
            // The opcodes of text and of bytes, as in RFC 6455 §5.2.
            let (isText, isBinary) = (element["opcode"]?.integer == 1, element["opcode"]?.integer == 2)
            guard isText || isBinary else { return nil }
            let text = element["data"]?.string ?? ""
            return Message(
                isFromClient: element["type"]?.string == "send", time: Self.number(element["time"]),
                bytes: Self.bytes(text, isBase64: isBinary))
        }
    }

    /// A message of a WebSocket.
    struct Message {
        let isFromClient: Bool
        /// The time since 1970, in seconds.
        let time: Double
        /// The bytes as they are in the file, including secrets.
        let bytes: Data
    }

    /// The member that only the network log of HTTPMock has.
    var annotation: JSONValue? { value["_httpmock"] }

    /// The start on the mock's clock in milliseconds; nil for the real clock.
    var clockStart: Double? { annotation?["start"].map { Self.number($0) } }
    /// The duration of the exchange, in milliseconds.
    var time: Double {
        if clockStart != nil { return wait + receive }
        return Self.number(value["time"])
    }
    /// The part of the duration before the head, in milliseconds.
    var wait: Double {
        if clockStart != nil { return Self.number(annotation?["wait"]) }
        let phasesBeforeHead = phases.filter { $0.name != "receive" && $0.name != "ssl" }
        return phasesBeforeHead.map(\.duration).reduce(0, +)
    }
    /// The phases of the exchange, in milliseconds; none on the clock of a mock.
    ///
    /// In HAR 1.2, `ssl` is a part of `connect`.
    ///
    /// - SeeAlso: [HAR 1.2, timings](http://www.softwareishard.com/blog/har-12-spec/#timings)
    var phases: [Phase] {
        guard clockStart == nil else { return [] }
        return ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"].map { name in
            var duration = Self.number(value["timings"]?[name])
            let connect = Self.number(value["timings"]?["connect"])
            if name == "ssl", connect > 0 { duration = min(duration, connect) }
            // Without `connect`, only its part `ssl` is known.
            if name == "connect", duration == 0 { duration = Self.number(value["timings"]?["ssl"]) }
            return Phase(name: name, duration: duration)
        }
    }

    /// A phase of an exchange, with its duration in milliseconds.
    struct Phase {
        let name: String
        let duration: Double
    }

    /// The part of the duration after the head, in milliseconds.
    var receive: Double {
        let times = clockStart == nil ? value["timings"] : annotation
        return Self.number(times?["receive"])
    }

    /// Returns a number that is not negative; 0 for any other value.
    private static func number(_ value: JSONValue?) -> Double {
        guard case .number(let number)? = value, let count = Double(number.description), count.isFinite else {
            return 0
        }
        return max(count, 0)
    }

    var requestHeaders: [HARField] { Self.fields(request?["headers"]) }
    var responseHeaders: [HARField] { Self.fields(response?["headers"]) }

    private static func fields(_ value: JSONValue?) -> [HARField] {
        (value?.elements ?? []).compactMap { element in
            guard let name = element["name"]?.string else { return nil }
            return HARField(name, Redaction.headerValue(element["value"]?.string ?? "", of: name))
        }
    }

    /// The cookies of the request, each as its name, its masked value and its attributes.
    var requestCookies: [[String]] {
        let cookies = Self.cookies(request?["cookies"])
        guard cookies.isEmpty else { return cookies }
        // Some exporters have the cookies in the header fields only.
        let pairs = Self.values(of: "Cookie", in: request?["headers"])
            .flatMap { $0.unicodeScalars.split(separator: ";").map { Substring($0) } }
        return pairs.map { [Self.cookieName($0), Redaction.mask, ""] }
    }
    /// The cookies that the response sets, each as its name, its masked value and its attributes.
    var responseCookies: [[String]] {
        let cookies = Self.cookies(response?["cookies"])
        guard cookies.isEmpty else { return cookies }
        let fields = Self.values(of: "Set-Cookie", in: response?["headers"]).flatMap { $0.split(separator: "\n") }
        return fields.map { field in
            let parts = field.unicodeScalars.split(separator: ";").map { Substring($0) }
            let attributes = parts.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
            return [Self.cookieName(parts.first ?? ""), Redaction.mask, attributes.joined(separator: ", ")]
        }
    }

    private static func values(of name: String, in fields: JSONValue?) -> [String] {
        let named = (fields?.elements ?? []).filter { $0["name"]?.string?.lowercased() == name.lowercased() }
        return named.compactMap { $0["value"]?.string }
    }

    private static func cookieName(_ pair: Substring) -> String {
        // By scalar, because a combining mark after the sign forms one character with it.
        String(pair.unicodeScalars.prefix { $0 != "=" }).trimmingCharacters(in: .whitespaces)
    }

    /// Returns the name, the masked value and the attributes of each cookie.
    private static func cookies(_ value: JSONValue?) -> [[String]] {
        (value?.elements ?? []).compactMap { cookie in
            guard let name = cookie["name"]?.string else { return nil }
            let texts = ["domain", "path", "expires", "sameSite"].compactMap { attribute -> String? in
                guard let text = cookie[attribute]?.string, !text.isEmpty else { return nil }
                return "\(attribute) \(text)"
            }
            let flags = ["secure", "httpOnly"].filter { cookie[$0] == .bool(true) }
            return [name, Redaction.mask, (texts + flags).joined(separator: ", ")]
        }
    }

    var requestType: String {
        request?["postData"]?["mimeType"]?.string ?? requestHeaders.firstValue("Content-Type") ?? ""
    }
    var requestBody: Data {
        let body = Self.bytes(request?["postData"])
        // Some exporters have a form as a list of fields only.
        guard body.isEmpty, let parameters = request?["postData"]?["params"]?.elements else { return body }
        let fields = parameters.map { "\($0["name"]?.string ?? "")=\($0["value"]?.string ?? "")" }
        return Data(fields.joined(separator: "&").utf8)
    }
    var responseBody: Data { Self.bytes(content) }
    /// Whether the log has only the beginning of the request's body.
    var isRequestCut: Bool { request?["_truncated"] == .bool(true) }
    /// Whether the log has only the beginning of the response's body.
    var isResponseCut: Bool { response?["_truncated"] == .bool(true) }

    /// Returns the bytes of a body as they are in the file, including secrets.
    private static func bytes(_ value: JSONValue?) -> Data {
        guard let text = value?["text"]?.string else { return Data() }
        return bytes(text, isBase64: value?["encoding"]?.string?.lowercased() == "base64")
    }

    /// Returns the bytes of a text; malformed base64 stays as it is.
    private static func bytes(_ text: String, isBase64: Bool) -> Data {
        guard isBase64, let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            return Data(text.utf8)
        }
        return bytes
    }
}
