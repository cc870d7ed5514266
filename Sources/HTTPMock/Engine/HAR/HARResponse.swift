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
    /// Whether bytes are missing at the end of the body.
    package var isTruncated = false
    private let cookies: [HARField]

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code; 0 for none.
    ///   - statusText: The reason phrase.
    ///   - headers: The header fields in order.
    ///   - body: The body, decoded.
    ///   - cookies: The cookies; by default those that the header fields set.
    package init(
        status: Int, statusText: String = "", headers: [HARField], body: HARBody, cookies: [HARField]? = nil
    ) {
        self.status = status
        self.statusText = statusText
        self.headers = headers
        self.body = body
        self.cookies = cookies ?? HARField.cookies(setIn: headers)
    }

    var json: OrderedJSON {
        var content: [OrderedJSON.Member] = [
            .init("size", .integer(body.size)), .init("mimeType", .string(body.mimeType)),
        ]
        content += body.members
        var members: [OrderedJSON.Member] = [
            .init("status", .integer(status)),
            .init("statusText", .string(statusText)),
            .init("httpVersion", .string("HTTP/1.1")),
            .init("cookies", .fields(cookies)),
            .init("headers", .fields(headers)),
            .init("content", .object(content)),
            .init("redirectURL", .string(headers.firstValue("Location") ?? "")),
            .init("headersSize", .integer(-1)),
            .init("bodySize", .integer(body.size)),
        ]
        if let error { members.append(.init("_error", .string(error))) }
        if let chunks { members.append(.init("_chunks", .row(chunks))) }
        if isTruncated { members.append(.init("_truncated", .bool(true))) }
        return .object(members)
    }
}
