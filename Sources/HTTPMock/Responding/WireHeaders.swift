/// The header fields that are sent to a client: one value for each name.
///
/// Created when a response is registered, so that answering a request costs nothing.
final class WireHeaders: Sendable {
    let dictionary: [String: String]
    /// The reason why the fields can't be sent; nil if they can.
    let problem: String?
    /// Whether there is a field `Set-Cookie`.
    let setsCookies: Bool
    /// The `Content-Length` that was added because none was given.
    private let addedLength: Int?

    /// Creates the fields of a response and adds a `Content-Length`.
    ///
    /// - Parameters:
    ///   - fields: The given fields.
    ///   - contentLength: The length of the body in bytes, added unless a length or a transfer coding is given; nil to
    ///     add none.
    convenience init(_ fields: HTTPMock.HeaderFields, contentLength: Int?) {
        var dictionary = Dictionary(fields)
        let isGiven = fields.contains(Self.lengthName) || fields.contains("Transfer-Encoding")
        let addedLength = isGiven ? nil : contentLength
        if let addedLength { dictionary[Self.lengthName] = String(addedLength) }
        self.init(dictionary, problem: fields.problem, addedLength: addedLength)
    }

    init(_ dictionary: [String: String], problem: String? = nil, addedLength: Int? = nil) {
        self.dictionary = dictionary
        self.problem = problem
        self.addedLength = addedLength
        setsCookies = Self.has("Set-Cookie", in: dictionary)
    }

    /// Returns the fields for a body whose length was unknown at registration, such as a file's.
    func adding(contentLength: Int?) -> WireHeaders {
        guard let contentLength, contentLength != addedLength else { return self }
        guard
            addedLength != nil
                || !Self.has(Self.lengthName, in: dictionary) && !Self.has("Transfer-Encoding", in: dictionary)
        else { return self }
        var changed = dictionary
        changed[Self.lengthName] = String(contentLength)
        return WireHeaders(changed, problem: problem, addedLength: contentLength)
    }

    private static let lengthName = "Content-Length"

    private static func has(_ name: String, in dictionary: [String: String]) -> Bool {
        dictionary.keys.contains { $0.isEqualIgnoringCase(to: name) }
    }
}
