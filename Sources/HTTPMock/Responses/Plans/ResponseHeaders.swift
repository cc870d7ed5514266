import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The header fields that are sent to a client.
///
/// Created with their response, mostly at registration. The fields for a file are created again when its length is
/// known.
final class ResponseHeaders: Sendable {
    let dictionary: [String: String]
    /// The fields line by line, several of one name as given.
    let lines: HTTPMock.HeaderFields
    /// The reason why the given fields can't be sent; nil if they can.
    let flaw: String?
    let setsCookies: Bool
    /// Whether the fields state the length, or a transfer coding that replaces the length.
    private let statesLength: Bool
    /// The length that the given fields state; nil without a valid one, and with a coding of transfer or content.
    let givenLength: Int?
    private let lastResponse = Locked<HTTPURLResponse?>(nil)

    /// Adds a length that is known as `Content-Length`, unless the fields have one, or a transfer coding.
    init(_ given: HTTPMock.HeaderFields, contentLength: Int?) {
        let hasTransferCoding = given.contains("Transfer-Encoding")
        let isStated = hasTransferCoding || given.contains("Content-Length")
        let isCoded = hasTransferCoding || given.contains("Content-Encoding")
        givenLength = isCoded ? nil : given["Content-Length"].flatMap(Self.length)
        var lines = given
        if !isStated, let contentLength { lines.add("Content-Length", String(contentLength)) }
        self.lines = lines
        statesLength = isStated || contentLength != nil
        dictionary = Dictionary(lines)
        flaw = given.flaw
        setsCookies = given.contains("Set-Cookie")
    }

    /// Returns the number of bytes that a `Content-Length` states; nil if the value is no number.
    static func length(_ value: String) -> Int? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard value.utf8.allSatisfy(digits.contains) else { return nil }
        return Int(value)
    }

    /// Returns the fields for a body whose length was unknown at registration.
    func adding(contentLength: Int?) -> ResponseHeaders {
        guard !statesLength, let contentLength else { return self }
        return ResponseHeaders(lines, contentLength: contentLength)
    }

    /// Returns a response object with these fields, shared by successive requests for one URL.
    ///
    /// Creating the object costs as much as the rest of a request.
    func response(for url: URL, status: Int) -> HTTPURLResponse? {
        if let last = lastResponse.withLock({ $0 }), last.statusCode == status, last.url == url { return last }
        let created = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: dictionary)
        lastResponse.withLock { $0 = created }
        return created
    }
}
