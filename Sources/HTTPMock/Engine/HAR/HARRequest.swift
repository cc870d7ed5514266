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
            "method": .string(method),
            "url": .string(url),
            "httpVersion": .string("HTTP/1.1"),
            "cookies": .fields(maskedCookies ?? HARField.cookies(sentIn: headers)),
            "headers": .fields(headers),
            "queryString": .fields(query),
            // The body is in `text`, never in `params`, because the specification allows only one of the two.
            "postData": body.map { .object($0.members) },
            "headersSize": .integer(-1),
            "bodySize": .integer(body?.size ?? 0),
            "_truncated": isTruncated ? .bool(true) : nil,
        ])
    }

    private var query: [HARField] {
        RequestItem.inQuery(RequestItem.query(of: url)).map { HARField($0.name.text, $0.value?.text ?? "") }
    }
}
