import Foundation

/// A document of recorded exchanges: the log of an instance, or a cassette.
///
/// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
package struct HARDocument: Sendable {
    package var entries: [HAREntry]
    /// The member `_test` of a log; nil in a cassette.
    var test: OrderedJSON?

    package init(entries: [HAREntry]) { self.entries = entries }

    /// The document as JSON, with a fixed order of members.
    package var data: Data {
        let creator = OrderedJSON.line([.init("name", .string("HTTPMock")), .init("version", .string("1.0"))])
        let log: [OrderedJSON.Member] = [
            .init("version", .string("1.2")), .init("creator", creator), .init("_test", test),
            .init("entries", .array(entries.map(\.json))),
        ]
        return OrderedJSON.object([.init("log", .object(log))]).data
    }
}

package struct HAREntry: Sendable, Hashable {
    /// The position of the entry in its file, from 1; not written.
    package var number = 0
    /// The time of the request, in ISO 8601; empty if unknown.
    package var startedDateTime: String
    /// The time until the head arrived, in milliseconds.
    var wait = 0.0
    /// The time from the head to the end, in milliseconds.
    var receive = 0.0
    package var request: HARRequest
    package var response: HARResponse
    var comment: String?
    /// The member `_httpmock` of a log's entry; nil in a cassette.
    var details: OrderedJSON?

    package init(startedDateTime: String, request: HARRequest, response: HARResponse) {
        self.startedDateTime = startedDateTime
        self.request = request
        self.response = response
    }

    package var json: OrderedJSON {
        .object([
            .init("startedDateTime", .string(startedDateTime.isEmpty ? HARDate.unknown : startedDateTime)),
            .init("time", .number(wait + receive)),
            .init("request", request.json),
            .init("response", response.json),
            .init("cache", .object([])),
            .init(
                "timings",
                .line([.init("send", .integer(0)), .init("wait", .number(wait)), .init("receive", .number(receive))])),
            .init("comment", comment.map(OrderedJSON.string)),
            .init("_httpmock", details),
        ])
    }
}

package struct HARRequest: Sendable, Hashable {
    package var method: String
    package var url: String
    package var headers: [HARField]
    package var body: HARBody?
    package var isTruncated = false
    /// The cookies of a log, masked one by one; nil for those of the header fields.
    var maskedCookies: [HARField]?

    package init(method: String, url: String, headers: [HARField], body: HARBody?) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    var json: OrderedJSON {
        .object([
            .init("method", .string(method)),
            .init("url", .string(url)),
            .init("httpVersion", .string("HTTP/1.1")),
            .init("cookies", .fields(maskedCookies ?? HARField.cookies(sentIn: headers))),
            .init("headers", .fields(headers)),
            .init("queryString", .fields(query)),
            // Never `params` as well, because the specification allows only one of the two.
            .init("postData", body.map { .object($0.members) }),
            .init("headersSize", .integer(-1)),
            .init("bodySize", .integer(body?.size ?? 0)),
            .init("_truncated", isTruncated ? .bool(true) : nil),
        ])
    }

    private var query: [HARField] {
        (URLComponents(string: url)?.queryItems ?? []).map { HARField($0.name, $0.value ?? "") }
    }
}

/// A response or a failure in a HAR.
package struct HARResponse: Sendable, Hashable {
    /// The status code; 0 if the request failed before a response.
    package var status: Int
    package var statusText: String
    package var headers: [HARField]
    package var body: HARBody
    /// The error of the exchange, as in `NSURLErrorDomain -1009`; nil if the exchange succeeded.
    package var error: String?
    /// The lengths of the body's chunks in order of arrival; nil if not recorded.
    package var chunks: [Int]?
    package var isTruncated = false
    /// The cookies of a log, masked one by one; nil for those that the header fields set.
    var maskedCookies: [HARField]?

    package init(status: Int, statusText: String = "", headers: [HARField], body: HARBody) {
        self.status = status
        self.statusText = statusText
        self.headers = headers
        self.body = body
    }

    var json: OrderedJSON {
        .object([
            .init("status", .integer(status)),
            .init("statusText", .string(statusText)),
            .init("httpVersion", .string("HTTP/1.1")),
            .init("cookies", .fields(maskedCookies ?? HARField.cookies(setIn: headers))),
            .init("headers", .fields(headers)),
            .init("content", .object([.init("size", .integer(body.size))] + body.members)),
            .init("redirectURL", .string(headers.firstValue("Location") ?? "")),
            .init("headersSize", .integer(-1)),
            .init("bodySize", .integer(body.size)),
            .init("_error", error.map(OrderedJSON.string)),
            .init("_chunks", chunks.map(OrderedJSON.row)),
            .init("_truncated", isTruncated ? .bool(true) : nil),
        ])
    }
}

/// A body in a HAR, written as text if its bytes are text.
package struct HARBody: Sendable, Hashable {
    package var mimeType: String
    package var bytes: Data
    /// The number of bytes in the body before its secrets were masked.
    package var size: Int

    package init(_ bytes: Data, type: String?, size: Int? = nil) {
        mimeType = type ?? MediaType.unknown
        self.bytes = bytes
        self.size = size ?? bytes.count
    }

    package var knownType: String? { mimeType.isEmpty || mimeType == MediaType.unknown ? nil : mimeType }

    /// The body as text; nil if the text would not read back as the same bytes.
    package var text: String? {
        guard Array(bytes).index(of: 0, from: 0) == nil, let text = bytes.utf8Text else { return nil }
        // A reader decodes the text by the charset of the media type.
        guard let encoding = MediaEssence.encoding(ofType: mimeType) else { return text }
        return text.data(using: encoding) == bytes ? text : nil
    }

    /// The media type and the text, which is in Base64 for bytes that are not text.
    var members: [OrderedJSON.Member] {
        let text = text
        return [
            .init("mimeType", .string(mimeType)), .init("text", .string(text ?? bytes.base64EncodedString())),
            .init("encoding", text == nil ? .string("base64") : nil),
        ]
    }
}

package typealias HARField = HTTPMock.HeaderFields.Field

extension HARField {
    /// - SeeAlso: [RFC 6265 §5.4](https://www.rfc-editor.org/rfc/rfc6265.html#section-5.4)
    static func cookies(sentIn headers: [HARField]) -> [HARField] {
        headers.filter { $0.name.isEqualIgnoringCase(to: "Cookie") }.flatMap { field in
            field.value.unicodeScalars.split(separator: ";").compactMap { cookie(String($0)) }
        }
    }

    /// Returns the cookies that a response's header fields set, without their attributes.
    static func cookies(setIn headers: [HARField]) -> [HARField] {
        headers.filter { $0.name.isEqualIgnoringCase(to: "Set-Cookie") }.flatMap { field in
            SetCookie.split(field.value).compactMap { text in
                cookie(String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != ";" })))
            }
        }
    }

    private static func cookie(_ text: String) -> HARField? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let name = text[..<equals].trimmingPrefix { $0 == " " }
        return HARField(String(name), String(text[text.index(after: equals)...]))
    }
}

extension [HARField] {
    /// The name may be in any case.
    package func firstValue(_ name: String) -> String? { first { $0.name.isEqualIgnoringCase(to: name) }?.value }
}

package enum HARDate {
    /// The text for a time that is not known, because HAR requires one.
    package static let unknown = "1970-01-01T00:00:00.000Z"

    /// Returns the text of a time, in UTC with milliseconds.
    package static func text(of date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

/// A JSON value whose members keep the order in which they were given.
///
/// The text is for people who read the changes of a file. Each level is indented by two spaces, and ``line(_:)`` writes
/// a short object on one line.
package indirect enum OrderedJSON: Sendable, Hashable {
    /// A value without indentation.
    case value(JSONValue)
    case array([OrderedJSON])
    /// Numbers on one line.
    case row([Int])
    case object([Member])
    /// An object on one line.
    case line([Member])

    /// A member of an object or an element of an array, not written without a value.
    package struct Member: Sendable, Hashable {
        fileprivate let name: String?
        fileprivate let value: OrderedJSON?

        package init(_ name: String?, _ value: OrderedJSON?) { (self.name, self.value) = (name, value) }
    }

    package static func string(_ text: String) -> OrderedJSON { .value(.string(text)) }
    package static func integer(_ number: Int) -> OrderedJSON { .value(.number(JSONNumber(number))) }
    static func number(_ number: Double) -> OrderedJSON { .value(.number(JSONNumber(number))) }
    static func bool(_ value: Bool) -> OrderedJSON { .value(.bool(value)) }
    static func fields(_ fields: [HARField]) -> OrderedJSON {
        .array(fields.map { .line([.init("name", .string($0.name)), .init("value", .string($0.value))]) })
    }

    /// The value as a JSON text in UTF-8.
    ///
    /// The text has no line break at its end, so that no part of a file is a whole file.
    package var data: Data {
        var bytes: [UInt8] = []
        write(to: &bytes, lineBreak: "\n")
        return Data(bytes)
    }

    private func write(to bytes: inout [UInt8], lineBreak: String) {
        func write(_ members: [Member], in brackets: (String, String), separator: String, end: String) {
            let members = members.filter { $0.value != nil }
            bytes += brackets.0.utf8
            for (index, member) in members.enumerated() {
                bytes += (index > 0 ? "," + separator : separator).utf8
                if let name = member.name {
                    bytes += JSONValue.string(name).text.utf8
                    bytes += ": ".utf8
                }
                member.value?.write(to: &bytes, lineBreak: separator)
            }
            bytes += (members.isEmpty ? brackets.1 : end + brackets.1).utf8
        }
        switch self {
        case .value(let value): bytes += value.text.utf8
        case .row(let numbers): bytes += "[\(numbers.map(String.init).joined(separator: ", "))]".utf8
        case .line(let members): write(members, in: ("{", "}"), separator: " ", end: " ")
        case .object(let members): write(members, in: ("{", "}"), separator: lineBreak + "  ", end: lineBreak)
        case .array(let elements):
            write(elements.map { Member(nil, $0) }, in: ("[", "]"), separator: lineBreak + "  ", end: lineBreak)
        }
    }
}
