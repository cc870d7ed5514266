import Foundation

/// A response or a failure in a HAR.
package struct HARResponse: Sendable, Hashable {
    /// The status code; 0 if the request failed before a response.
    package var status: Int
    package var statusText: String
    package var headers: [HARField]
    package var body: HARBody
    /// The error with which the request ended; nil if there was none.
    ///
    /// As in `NSURLErrorDomain -1009` in a cassette, and as a text for people in a log.
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
        let size: OrderedJSON.Members = ["size": .integer(body.size)]
        return .object([
            "status": .integer(status),
            "statusText": .string(statusText),
            "httpVersion": .string("HTTP/1.1"),
            "cookies": .fields(maskedCookies ?? HARField.cookies(setIn: headers)),
            "headers": .fields(headers),
            "content": .object(size.adding(body.members)),
            "redirectURL": .string(headers.firstValue("Location") ?? ""),
            "headersSize": .integer(-1),
            "bodySize": .integer(body.size),
            "_error": error.map(OrderedJSON.string),
            "_chunks": chunks.map(OrderedJSON.row),
            "_truncated": isTruncated ? .bool(true) : nil,
        ])
    }
}
