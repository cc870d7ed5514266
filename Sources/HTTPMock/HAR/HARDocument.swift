import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The log as an HTTP archive, its secrets masked.
///
/// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
struct HARDocument: Encodable {
    private let log: Log

    init(_ records: [RecordedRequest]) {
        log = Log(entries: records.map(Entry.init))
    }

    /// The archive as JSON.
    var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings, numbers and arrays of these: nothing that could fail.
        return (try? encoder.encode(self)) ?? Data()
    }

    private struct Log: Encodable {
        var version = "1.2"
        var creator = Creator()
        var entries: [Entry]
    }

    private struct Creator: Encodable {
        var name = "HTTPMock"
        var version = "1.0"
    }

    private struct NameAndValue: Encodable {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = Redaction.headerValue(value, of: name)
        }
    }

    private struct Timings: Encodable {
        var send = 0.0
        var wait: Double
        var receive: Double

        /// - Parameters:
        ///   - total: How long it all took; the parts add up to it.
        ///   - wait: How long the head took; as long as all if there was none.
        init(total: Duration, wait: Duration?) {
            let wait = min(wait ?? total, total)
            self.wait = wait / .milliseconds(1)
            receive = (total - wait) / .milliseconds(1)
        }
    }

    private struct Nothing: Encodable {}

    private struct Entry: Encodable {
        var startedDateTime: String
        var time: Double
        var request: Request
        var response: Response
        var cache = Nothing()
        var timings: Timings
        var comment: String?

        init(_ record: RecordedRequest) {
            startedDateTime = record.start.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            timings = Timings(total: record.duration ?? .zero, wait: record.wait)
            time = timings.send + timings.wait + timings.receive
            request = Request(record.request)
            response = Response(record)
            comment = record.outcome.map { "\($0)" } ?? "not answered yet"
        }
    }

    private struct Request: Encodable {
        var method: String
        var url: String
        var httpVersion = "HTTP/1.1"
        var cookies: [NameAndValue]
        var headers: [NameAndValue]
        var queryString: [NameAndValue]
        var postData: PostData?
        var headersSize = -1
        var bodySize: Int

        init(_ request: MockRequest) {
            method = request.method.rawValue
            url = Redaction.text(of: request.url)
            cookies = request.cookies.sorted { $0.key < $1.key }.map { NameAndValue($0.key, Redaction.mask) }
            headers = request.headers.map { NameAndValue($0.name, $0.value) }
            queryString = request.query.map { NameAndValue($0.name, $0.value ?? "") }
            bodySize = request.body.count
            if !request.body.isEmpty { postData = PostData(request.body, request.header("Content-Type")) }
        }
    }

    private struct PostData: Encodable {
        var mimeType: String
        // Fields as `params` would be instead of the text, not beside it.
        var text: String
        var comment: String?

        init(_ body: Data, _ type: String?) {
            let bodyText = BodyText(body, type)
            mimeType = type ?? MediaType.unknown
            text = bodyText.text
            comment = bodyText.isBase64 ? "base64" : nil
        }
    }

    private struct Response: Encodable {
        var status: Int
        var statusText: String
        var httpVersion = "HTTP/1.1"
        var cookies: [NameAndValue]
        var headers: [NameAndValue]
        var content: Content
        var redirectURL: String
        var headersSize = -1
        var bodySize: Int
        /// What browsers write where a request failed.
        var error: String?

        private enum CodingKeys: String, CodingKey {
            case status, statusText, httpVersion, cookies, headers, content, redirectURL, headersSize, bodySize
            case error = "_error"
        }

        init(_ record: RecordedRequest) {
            let fields = record.responseHeaders
            status = record.status ?? 0
            statusText = record.status.map(HTTPURLResponse.localizedString(forStatusCode:)) ?? ""
            cookies = HTTPCookie.cookies(
                withResponseHeaderFields: fields["Set-Cookie"].map { ["Set-Cookie": $0] } ?? [:],
                for: record.request.url
            ).map { NameAndValue($0.name, Redaction.mask) }
            headers = fields.map { NameAndValue($0.name, $0.value) }
            content = Content(record.responseBody, fields["Content-Type"])
            redirectURL = fields["Location"].map { Redaction.headerValue($0, of: "Location") } ?? ""
            bodySize = record.responseBody.count
            if case .failed(let failure) = record.outcome { error = Redaction.text(of: failure) }
        }
    }

    private struct Content: Encodable {
        var size: Int
        var mimeType: String
        var text: String
        var encoding: String?

        init(_ body: Data, _ type: String?) {
            let bodyText = BodyText(body, type)
            size = body.count
            mimeType = type ?? MediaType.unknown
            text = bodyText.text
            encoding = bodyText.isBase64 ? "base64" : nil
        }
    }

    /// A body as text, its secrets masked; in base64 where it is no text.
    private struct BodyText {
        var text: String
        var isBase64 = false

        init(_ body: Data, _ type: String?) {
            let masked = Redaction.body(body, type: type)
            if let string = String(data: masked, encoding: .utf8) ?? Self.text(cutOff: masked) {
                text = string
            } else {
                text = masked.base64EncodedString()
                isBase64 = true
            }
        }

        /// A text that the log's limit cut in the middle of a character.
        private static func text(cutOff body: Data) -> String? {
            guard let lead = body.suffix(3).lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }),
                lead > body.startIndex, (0xC2...0xF4).contains(body[lead])
            else { return nil }
            let length = body[lead] < 0xE0 ? 2 : body[lead] < 0xF0 ? 3 : 4
            return body.endIndex - lead < length ? String(data: body[..<lead], encoding: .utf8) : nil
        }
    }
}
