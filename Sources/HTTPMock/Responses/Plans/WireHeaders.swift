import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The header fields that are sent to a client: one value for each name.
///
/// Created when a response is registered, so that answering a request costs nothing.
final class WireHeaders: Sendable {
    let dictionary: [String: String]
    /// The fields line by line, several of one name as given.
    let lines: HTTPMock.HeaderFields
    /// The reason why the fields can't be sent; nil if they can.
    let problem: String?
    /// Whether there is a field `Set-Cookie`.
    let setsCookies: Bool
    /// The `Content-Length` that was added because none was given.
    private let addedLength: Int?
    /// The response object that was last made with these fields.
    private let lastResponse = Locked<HTTPURLResponse?>(nil)

    /// Creates the fields of a response and adds a `Content-Length`.
    ///
    /// - Parameters:
    ///   - fields: The given fields.
    ///   - contentLength: The length of the body in bytes, added unless a length or a transfer coding is given; nil to
    ///     add none.
    convenience init(_ fields: HTTPMock.HeaderFields, contentLength: Int?) {
        var lines = fields
        let isGiven = fields.contains(Self.lengthName) || fields.contains("Transfer-Encoding")
        let addedLength = isGiven ? nil : contentLength
        if let addedLength { lines.add(Self.lengthName, String(addedLength)) }
        self.init(lines: lines, problem: fields.problem, addedLength: addedLength)
    }

    /// Creates the fields of a response from the network, one value for each name.
    convenience init(_ dictionary: [String: String]) {
        self.init(lines: HTTPMock.HeaderFields(dictionary), problem: nil, addedLength: nil)
    }

    private init(lines: HTTPMock.HeaderFields, problem: String?, addedLength: Int?) {
        dictionary = Dictionary(lines)
        self.lines = lines
        self.problem = problem
        self.addedLength = addedLength
        setsCookies = Self.has("Set-Cookie", in: dictionary)
    }

    /// Returns the fields for a body whose length was unknown at registration.
    func adding(contentLength: Int?) -> WireHeaders {
        guard let contentLength, contentLength != addedLength else { return self }
        guard
            addedLength != nil
                || !Self.has(Self.lengthName, in: dictionary) && !Self.has("Transfer-Encoding", in: dictionary)
        else { return self }
        var changed = lines
        changed.set(Self.lengthName, to: String(contentLength))
        return WireHeaders(lines: changed, problem: problem, addedLength: contentLength)
    }

    /// Returns a response object with these fields, shared by successive requests for one URL.
    ///
    /// Creating the object costs as much as the rest of a request.
    ///
    /// - Parameters:
    ///   - url: The URL of the request.
    ///   - status: The status code.
    ///   - create: Creates an immutable object; called if the last object has another URL or status.
    func response(for url: URL, status: Int, creating create: () -> HTTPURLResponse?) -> HTTPURLResponse? {
        if let last = lastResponse.withLock({ $0 }), last.statusCode == status, last.url == url { return last }
        let created = create()
        lastResponse.withLock { $0 = created }
        return created
    }

    private static let lengthName = "Content-Length"

    private static func has(_ name: String, in dictionary: [String: String]) -> Bool {
        dictionary.keys.contains { $0.isEqualIgnoringCase(to: name) }
    }
}

/// The head of a response: its status and header fields, before any of the body.
package struct ResponseHead: Sendable {
    /// The URL that the response answers.
    package let url: URL
    package let status: Int
    let fields: WireHeaders
    /// Whether extensions such as an API contract ignore the response.
    var isOffContract = false
    /// Whether extensions have inspected the whole response when it was registered.
    var isKnownAtRegistration = false
    /// Whether the head came from the real network.
    package var isPassedThrough = false

    /// The header fields, one value for each name.
    package var headers: [String: String] { fields.dictionary }

    /// The header fields line by line, several of one name as given.
    package var fieldLines: [HTTPMock.HeaderFields.Field] { fields.lines.fields }
}

extension ResponseHead {
    init(url: URL, status: Int, headers: [String: String]) {
        self.init(url: url, status: status, fields: WireHeaders(headers))
    }

    /// Creates the head of a response from the network.
    ///
    /// Nil if the response is not HTTP.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        self.init(url: url, status: response.statusCode, headers: headers)
        isPassedThrough = true
    }
}

extension MockResponse {
    /// The end of a connection after a response of raw bytes.
    public enum WireEnding: Hashable, Sendable {
        /// The connection is closed in order.
        case close
        /// The connection is reset, once the client has received the bytes.
        case reset
        /// The connection stays open, and nothing more is sent.
        case stall
    }

    /// Answers with raw bytes instead of an HTTP response, as a broken server does.
    ///
    /// `HTTPMockServer` sends exactly these bytes: garbage, malformed chunks, a wrong length, or nothing at all. In
    /// process there is no wire: the request fails with `URLError.cannotParseResponse`, or with
    /// `URLError.networkConnectionLost` if there are no bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, status line and header fields included.
    ///   - ending: The end of the connection after the bytes.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays of the response; none by default. The bytes are not cut into chunks.
    public static func wire(
        _ bytes: Data, then ending: WireEnding, lifetime: Lifetime = .single, delivery: Delivery = .instant
    ) -> MockResponse {
        MockResponse(.wire(bytes, then: ending), lifetime: lifetime, delivery: delivery)
    }
}
