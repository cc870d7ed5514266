import Foundation

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
