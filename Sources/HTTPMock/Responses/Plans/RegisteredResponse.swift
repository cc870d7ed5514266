import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A registered response, with everything that can be computed at registration.
///
/// Created at registration and owned by a queue of the ``Store``, or created for a policy, an ``EngineExtension``
/// or one request, such as the response of a handler.
package final class RegisteredResponse: Sendable {
    package let response: MockResponse
    /// The header fields of media type, host, path and response, and the known length.
    let headers: ResponseHeaders
    package let registration: MockRegistration
    private let inherited: HTTPMock.HeaderFields
    /// Whether a test registered the response; false for a response of a handler, a policy or an extension.
    private let isRegistered: Bool

    package init(
        _ response: MockResponse, of registration: MockRegistration, inherited: HTTPMock.HeaderFields = [:],
        isRegistered: Bool = false
    ) {
        var headers = HTTPMock.HeaderFields()
        if let contentType = response.contentType { headers.set("Content-Type", to: contentType) }
        headers.override(with: inherited)
        headers.override(with: response.headers)
        self.response = response
        self.inherited = inherited
        self.registration = registration
        self.isRegistered = isRegistered
        var length: Int?
        if case .body(.data(let data)) = response.content, !response.status.forbidsContent { length = data.count }
        self.headers = ResponseHeaders(headers, contentLength: length)
    }

    /// Returns a handler's response as if it were registered instead of this one.
    ///
    /// This response's delays come first. Its chunks are used if the other one has none.
    func replaced(by other: MockResponse) -> RegisteredResponse {
        var other = other
        other.delivery.waits = response.delivery.waits + other.delivery.waits
        if case .whole = other.delivery.pace { other.delivery.pace = response.delivery.pace }
        return RegisteredResponse(other, of: registration, inherited: inherited)
    }

    /// True if all that is sent was known at registration; a file may change.
    var isKnownAtRegistration: Bool {
        switch response.content {
        case .body(.data), .body(.chunks): isRegistered
        default: false
        }
    }

    /// The reason why this response can't be sent; nil if it can.
    var problem: String? { response.problem ?? headers.problem }

    func error(_ reason: String) -> HTTPMockError {
        HTTPMockError(
            "HTTPMock: a response registered for \(registration) can't be made: \(reason)", cause: .unusableResponse,
            at: registration.location)
    }
}

extension RegisteredResponse {
    /// Whether the status is known before any request, and the response is not exempt from inspection.
    var isInspectable: Bool {
        if case .body = response.content { !response.isOffContract && problem == nil } else { false }
    }

    package var status: Int { response.status.code }

    package var joinedHeaders: [String: String] { headers.dictionary }

    /// Returns the whole body; nil if it is not known, or a larger file.
    package func knownBody(upTo limit: Int) -> Data? {
        switch response.content {
        case .body(.data(let data)): return data
        case .body(.chunks(let chunks, _)): return Data(joining: chunks)
        case .body(.file(let url)):
            let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
            return size.map { $0 <= limit } == true ? try? Data(contentsOf: url) : nil
        default: return nil
        }
    }
}

/// A response that was popped from its queue for one request.
package struct ServedResponse: Sendable {
    private(set) var response: RegisteredResponse
    /// The number of requests that this response has answered before.
    let earlierCount: Int
    /// The number of requests that the route has answered, including this one.
    let callCount: Int
    /// Whether the response may be a copy of the network's, whose body was decoded.
    var isCopied = false

    var waits: [ResponsePlan.Step] { response.response.delivery.waits.map { $0(earlierCount) } }

    func replaced(by response: MockResponse) -> ServedResponse {
        var copy = self
        copy.response = self.response.replaced(by: response)
        return copy
    }
}

/// A registration as data, printed as method, host, path and query with its source location.
public struct MockRegistration: Sendable {
    // One object for all responses of a registration.
    private let origin: Origin

    private final class Origin: Sendable {
        /// The key, because the route has conditions with values of the test.
        let key: Route.Key?
        let location: CallSite?
        /// The text of a stand-in for a registration.
        let text: (@Sendable () -> String)?

        init(key: Route.Key?, location: CallSite?, text: (@Sendable () -> String)? = nil) {
            self.key = key
            self.location = location
            self.text = text
        }
    }

    /// Describes a route's registration, which may not be the route's first.
    init(_ route: Route, location: CallSite) { origin = Origin(key: route.key, location: location) }

    /// Creates a stand-in for a response that was not registered, as in `GET https://a.com/user (shop.har, entry 3)`.
    package init(standIn: @escaping @autoclosure @Sendable () -> String) {
        origin = Origin(key: nil, location: nil, text: standIn)
    }

    static let unmockedPolicy = MockRegistration(standIn: "the unmocked policy")

    /// The address, as in `GET api.example.com/users/*`; secrets are masked.
    public var route: String { origin.key?.description ?? origin.text?() ?? "" }

    /// The effect of a registration on the responses that the same registration still has.
    package enum Purpose: Sendable {
        case adding
        /// They are removed; without new responses, so is the registration.
        case replacing
        /// The registration is removed, whatever its priority.
        case removing
    }

    /// The host pattern in its normal form; nil for the unmocked policy.
    package var host: String? { origin.key?.host.text }

    /// The path pattern in its normal form; nil for the unmocked policy.
    package var path: String? { pattern?.text }

    var pattern: PathPattern? { origin.key?.path }

    package var method: HTTPMock.HTTPMethod? { origin.key?.method }

    /// The file of the registration, in the form of `#fileID`; nil for the unmocked policy.
    public var fileID: String? { location?.fileID.description }

    /// The line of the registration, from 1; nil for the unmocked policy.
    public var line: Int? { location.map { Int($0.line) } }

    package var location: CallSite? { origin.location }

    /// Returns false for a registration with conditions.
    func matchesAddress(of request: MockRequest) -> Bool {
        origin.key.map { $0.conditions.isEmpty && $0.matchesAddress(of: request) } ?? false
    }

    /// Returns the method of another registration as Swift source, if this one only lacks that method.
    package func missingMethod(of other: MockRegistration) -> String? {
        guard let key = origin.key, let other = other.origin.key, key.method == nil, let method = other.method,
            key.host == other.host, key.path == other.path, key.query == other.query, key.priority == other.priority,
            key.conditions.isEmpty, other.conditions.isEmpty
        else { return nil }
        return method.swiftSource
    }
}

extension MockRegistration: Hashable, CustomStringConvertible {
    /// Returns whether both have the same route and source location.
    public static func == (one: MockRegistration, other: MockRegistration) -> Bool {
        one.origin === other.origin || one.location == other.location && one.route == other.route
    }

    /// Hashes the route and the source location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
        hasher.combine(route)
    }

    /// The address with the source location, as in `GET api.example.com/users/*  (UserTests.swift:14)`.
    public var description: String { location.map { "\(route)  (\($0))" } ?? route }
}

/// The header fields that are sent to a client, created at registration.
final class ResponseHeaders: Sendable {
    let dictionary: [String: String]
    /// The fields line by line, several of one name as given.
    let lines: HTTPMock.HeaderFields
    let problem: String?
    let setsCookies: Bool
    /// Whether the fields state the length, or a transfer coding that replaces the length.
    private let statesLength: Bool
    let givenLength: Int?
    private let lastResponse = Locked<HTTPURLResponse?>(nil)

    /// Adds a `Content-Length` unless the fields state one.
    init(_ given: HTTPMock.HeaderFields, contentLength: Int?) {
        let isCoded = given.contains("Transfer-Encoding")
        let isStated = isCoded || given.contains("Content-Length")
        let isSentUnchanged = isStated && !isCoded && !given.contains("Content-Encoding")
        givenLength = isSentUnchanged ? given["Content-Length"].flatMap(Self.length) : nil
        var lines = given
        if !isStated, let contentLength { lines.add("Content-Length", String(contentLength)) }
        self.lines = lines
        statesLength = isStated || contentLength != nil
        dictionary = Dictionary(lines)
        problem = given.problem
        setsCookies = given.contains("Set-Cookie")
    }

    static func length(_ value: String) -> Int? {
        value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(value) : nil
    }

    /// Returns the fields for a body whose length was unknown at registration.
    func adding(contentLength: Int?) -> ResponseHeaders {
        statesLength || contentLength == nil ? self : ResponseHeaders(lines, contentLength: contentLength)
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

package struct ResponseHead: Sendable {
    let address: RequestAddress
    package let status: Int
    let fields: ResponseHeaders
    /// Whether extensions such as an API contract ignore the response.
    var isOffContract = false
    /// Whether extensions have inspected the whole response when it was registered.
    var isKnownAtRegistration = false
    package var isPassedThrough = false

    package var url: URL { address.url }

    package var headers: [String: String] { fields.dictionary }

    package var fieldLines: [HTTPMock.HeaderFields.Field] { fields.lines.fields }
}

extension ResponseHead {
    init(url: URL, status: Int, headers: [String: String]) {
        let fields = ResponseHeaders(HTTPMock.HeaderFields(headers), contentLength: nil)
        self.init(address: .url(url), status: status, fields: fields)
    }

    /// Nil if a response from the network is not HTTP.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        self.init(url: url, status: response.statusCode, headers: headers)
        isPassedThrough = true
    }
}
