import Foundation

/// A request in a HAR.
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
        RequestItem.inQuery(RequestItem.query(of: url)).map { HARField($0.name.text, $0.value?.text ?? "") }
    }
}
