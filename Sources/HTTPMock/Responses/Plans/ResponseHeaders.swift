import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The header fields that are sent to a client, created at registration.
final class ResponseHeaders: Sendable {
    let dictionary: [String: String]
    /// The fields line by line, several of one name as given.
    let lines: HTTPMock.HeaderFields
    /// The reason why the fields can't be sent; nil if they can.
    let problem: String?
    /// Whether there is a field `Set-Cookie`.
    let setsCookies: Bool
    private let given: HTTPMock.HeaderFields
    /// Whether the given fields state the length, or a transfer coding that replaces the length.
    private let statesLength: Bool
    /// The given length of a body that is sent as it is; nil if none is given.
    let givenLength: Int?
    /// The `Content-Length` that was added because none was given.
    private let addedLength: Int?
    /// The response object that was last made with these fields.
    private let lastResponse = Locked<HTTPURLResponse?>(nil)

    /// Creates the fields of a response, and adds a `Content-Length` unless the fields state one.
    init(_ given: HTTPMock.HeaderFields, contentLength: Int?) {
        self.given = given
        statesLength = given.contains("Content-Length") || given.contains("Transfer-Encoding")
        addedLength = statesLength ? nil : contentLength
        let isCoded = statesLength && (given.contains("Transfer-Encoding") || given.contains("Content-Encoding"))
        givenLength = statesLength && !isCoded ? given["Content-Length"].flatMap(Self.length) : nil
        var lines = given
        if let addedLength { lines.add("Content-Length", String(addedLength)) }
        self.lines = lines
        dictionary = Dictionary(lines)
        problem = given.problem
        setsCookies = given.contains("Set-Cookie")
    }

    /// Returns the length that the value of a `Content-Length` states; nil if the value is not a number.
    static func length(_ value: String) -> Int? {
        value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(value) : nil
    }

    /// Returns the fields for a body whose length was unknown at registration.
    func adding(contentLength: Int?) -> ResponseHeaders {
        guard let contentLength, !statesLength, contentLength != addedLength else { return self }
        return ResponseHeaders(given, contentLength: contentLength)
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

/// The head of a response: its status and header fields, before any of the body.
package struct ResponseHead: Sendable {
    /// The address that the response answers.
    let address: RequestAddress
    package let status: Int
    let fields: ResponseHeaders
    /// Whether extensions such as an API contract ignore the response.
    var isOffContract = false
    /// Whether extensions have inspected the whole response when it was registered.
    var isKnownAtRegistration = false
    /// Whether the head came from the real network.
    package var isPassedThrough = false

    /// The URL that the response answers.
    package var url: URL { address.url }

    /// The header fields, one value for each name.
    package var headers: [String: String] { fields.dictionary }

    /// The header fields line by line, several of one name as given.
    package var fieldLines: [HTTPMock.HeaderFields.Field] { fields.lines.fields }
}

extension ResponseHead {
    init(url: URL, status: Int, headers: [String: String]) {
        self.init(
            address: .url(url), status: status,
            fields: ResponseHeaders(HTTPMock.HeaderFields(headers), contentLength: nil))
    }

    /// Creates the head of a response from the network; nil if it is not HTTP.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        self.init(url: url, status: response.statusCode, headers: headers)
        isPassedThrough = true
    }
}
