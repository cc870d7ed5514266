import Foundation

/// A request in a HAR.
package struct HARRequest: Sendable, Hashable {
    package var method: String
    package var url: String
    package var headers: [HARField]
    package var body: HARBody?
    /// Whether bytes are missing at the end of the body.
    package var isTruncated = false
    private let cookies: [HARField]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The absolute URL.
    ///   - headers: The header fields in order.
    ///   - body: The body; nil for none.
    ///   - cookies: The cookies; by default those of the header fields.
    package init(method: String, url: String, headers: [HARField], body: HARBody?, cookies: [HARField]? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.cookies = cookies ?? HARField.cookies(sentIn: headers)
    }

    var json: OrderedJSON {
        var members: [OrderedJSON.Member] = [
            .init("method", .string(method)),
            .init("url", .string(url)),
            .init("httpVersion", .string("HTTP/1.1")),
            .init("cookies", .fields(cookies)),
            .init("headers", .fields(headers)),
            .init("queryString", .fields(query)),
        ]
        if let body {
            // Never `params` as well, because the specification allows only one of the two.
            members.append(.init("postData", .object([.init("mimeType", .string(body.mimeType))] + body.members)))
        }
        members.append(.init("headersSize", .integer(-1)))
        members.append(.init("bodySize", .integer(body?.size ?? 0)))
        if isTruncated { members.append(.init("_truncated", .bool(true))) }
        return .object(members)
    }

    private var query: [HARField] {
        guard url.utf8.contains(UInt8(ascii: "?")) else { return [] }
        return (URLComponents(string: url)?.queryItems ?? []).map { HARField($0.name, $0.value ?? "") }
    }
}

extension OrderedJSON {
    /// Names and values, one line each.
    static func fields(_ fields: [HARField]) -> OrderedJSON {
        .array(fields.map { .line([.init("name", .string($0.name)), .init("value", .string($0.value))]) })
    }
}
