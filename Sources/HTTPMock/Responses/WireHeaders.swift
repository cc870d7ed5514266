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
