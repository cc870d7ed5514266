import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The log as an HTTP archive, its secrets masked.
///
/// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
struct HTTPArchive: Encodable {
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

    fileprivate struct NameAndValue: Encodable {
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
        var receive = 0.0
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
            let milliseconds = (record.duration ?? .zero) / .milliseconds(1)
            startedDateTime = record.start.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            time = milliseconds
            timings = Timings(wait: milliseconds)
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
            headers = NameAndValue.headers(request.headers)
            queryString = request.query.map { NameAndValue($0.name, $0.value ?? "") }
            bodySize = request.body.count
            let type = request.header("Content-Type") ?? MediaType.unknown
            if !request.body.isEmpty { postData = PostData(mimeType: type, text: BodyText(request.body, type).text) }
        }
    }

    private struct PostData: Encodable {
        var mimeType: String
        var params: [NameAndValue] = []
        var text: String
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

        init(_ record: RecordedRequest) {
            func header(_ name: String) -> String? {
                record.responseHeaders.first { $0.key.isEqualIgnoringCase(to: name) }?.value
            }
            status = record.status ?? 0
            statusText = record.status.map(HTTPURLResponse.localizedString(forStatusCode:)) ?? ""
            cookies = HTTPCookie.cookies(
                withResponseHeaderFields: header("Set-Cookie").map { ["Set-Cookie": $0] } ?? [:],
                for: record.request.url
            ).map { NameAndValue($0.name, Redaction.mask) }
            headers = NameAndValue.headers(record.responseHeaders)
            content = Content(record.responseBody, header("Content-Type") ?? MediaType.unknown)
            redirectURL = header("Location").flatMap(URL.init(string:)).map(Redaction.text(of:)) ?? ""
            bodySize = record.responseBody.count
        }
    }

    private struct Content: Encodable {
        var size: Int
        var mimeType: String
        var text: String
        var encoding: String?

        init(_ body: Data, _ type: String) {
            let bodyText = BodyText(body, type)
            size = body.count
            mimeType = type
            text = bodyText.text
            encoding = bodyText.isBase64 ? "base64" : nil
        }
    }

    /// A body as text: masked where it is JSON or a form, in base64 where it is no text.
    private struct BodyText {
        var text: String
        var isBase64 = false

        init(_ body: Data, _ type: String) {
            if let value = JSONValue(body), value.masked != value {
                text = "\(value)"
            } else if type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
                text = Redaction.text(ofForm: String(decoding: body, as: UTF8.self))
            } else if let string = String(data: body, encoding: .utf8) {
                text = string
            } else {
                text = body.base64EncodedString()
                isBase64 = true
            }
        }
    }
}

extension HTTPArchive.NameAndValue {
    fileprivate static func headers(_ headers: [String: String]) -> [Self] {
        headers.sorted { $0.key < $1.key }.map { Self($0.key, $0.value) }
    }
}
