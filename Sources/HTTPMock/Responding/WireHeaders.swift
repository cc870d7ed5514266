/// The header fields of a response as a client gets them: one value for each name.
///
/// Made when a response is registered, so that serving it costs nothing.
final class WireHeaders: Sendable {
    let dictionary: [String: String]
    /// Why they can't be sent; nil if they can.
    let problem: String?
    /// Whether one of them is `Set-Cookie`.
    let setsCookies: Bool
    /// The `Content-Length` that was not given but added.
    private let addedLength: Int?

    /// - Parameters:
    ///   - fields: The fields that were given.
    ///   - contentLength: The length of the body in bytes, which is added unless it is given; nil to add none.
    convenience init(_ fields: HTTPMock.HeaderFields, contentLength: Int?) {
        var dictionary = fields.dictionary
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

    /// The same fields for a body of another length than was known when they were made: a file's, say.
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
