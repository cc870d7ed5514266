/// The header fields of a response as a client gets them: one value a name.
///
/// Made when a response is registered, not when it is served, and shared by those that have the same.
final class ResponseFields: Sendable {
    let dictionary: [String: String]
    /// Why they can't be sent; nil if they can.
    let problem: String?
    /// Whether one of them is `Set-Cookie`.
    let setsCookies: Bool
    /// The `Content-Length` that was not given but added.
    private let addedLength: Int?
    private let hash: Int

    /// - Parameters:
    ///   - fields: The fields that were given.
    ///   - contentLength: The length of the body in bytes, which is added unless it is given; nil to add none.
    convenience init(_ fields: HeaderFields, contentLength: Int?) {
        var dictionary = fields.dictionary
        let addedLength = fields.contains(Self.lengthName) ? nil : contentLength
        if let addedLength { dictionary[Self.lengthName] = String(addedLength) }
        self.init(dictionary, problem: fields.problem, addedLength: addedLength)
    }

    init(_ dictionary: [String: String], problem: String? = nil, addedLength: Int? = nil) {
        self.dictionary = dictionary
        self.problem = problem
        self.addedLength = addedLength
        setsCookies = dictionary.keys.contains { $0.isEqualIgnoringCase(to: "Set-Cookie") }
        hash = dictionary.hashValue
    }

    /// The same fields for a body of another length than was known when they were made: a file's, say.
    func adding(contentLength: Int?) -> ResponseFields {
        guard let contentLength, contentLength != addedLength else { return self }
        guard addedLength != nil || !dictionary.keys.contains(where: { $0.isEqualIgnoringCase(to: Self.lengthName) })
        else { return self }
        var changed = dictionary
        changed[Self.lengthName] = String(contentLength)
        return ResponseFields(changed, problem: problem, addedLength: contentLength)
    }

    private static let lengthName = "Content-Length"
}

extension ResponseFields: Hashable {
    static func == (one: ResponseFields, other: ResponseFields) -> Bool {
        one === other || one.hash == other.hash && one.dictionary == other.dictionary
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

extension ResponseFields {
    /// The fields of an instance's responses, so that those which have the same share them.
    struct Table: Sendable {
        private var known: [Key: ResponseFields] = [:]

        private struct Key: Hashable {
            let fields: HeaderFields
            let contentLength: Int?
        }

        /// With more than this, it begins anew.
        private static let limit = 256

        mutating func fields(_ fields: HeaderFields, contentLength: Int?) -> ResponseFields {
            let key = Key(fields: fields, contentLength: contentLength)
            if let shared = known[key] { return shared }
            if known.count >= Self.limit { known = [:] }
            let made = ResponseFields(fields, contentLength: contentLength)
            known[key] = made
            return made
        }
    }
}
