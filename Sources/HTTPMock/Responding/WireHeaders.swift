/// The header fields of a response as a client gets them: one value a name.
///
/// Made when a response is registered, not when it is served, and shared by those that have the same.
final class WireHeaders: Sendable {
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
    convenience init(_ fields: HTTPMock.HeaderFields, contentLength: Int?) {
        var dictionary = Dictionary(fields)
        let addedLength = fields.contains(Self.lengthName) ? nil : contentLength
        if let addedLength { dictionary[Self.lengthName] = String(addedLength) }
        self.init(dictionary, problem: fields.problem, addedLength: addedLength)
    }

    init(_ dictionary: [String: String], problem: String? = nil, addedLength: Int? = nil) {
        self.dictionary = dictionary
        self.problem = problem
        self.addedLength = addedLength
        setsCookies = Self.has("Set-Cookie", in: dictionary)
        hash = dictionary.hashValue
    }

    /// The same fields for a body of another length than was known when they were made: a file's, say.
    func adding(contentLength: Int?) -> WireHeaders {
        guard let contentLength, contentLength != addedLength else { return self }
        guard addedLength != nil || !Self.has(Self.lengthName, in: dictionary) else { return self }
        var changed = dictionary
        changed[Self.lengthName] = String(contentLength)
        return WireHeaders(changed, problem: problem, addedLength: contentLength)
    }

    private static let lengthName = "Content-Length"

    private static func has(_ name: String, in dictionary: [String: String]) -> Bool {
        dictionary.keys.contains { $0.isEqualIgnoringCase(to: name) }
    }
}

extension WireHeaders: Hashable {
    static func == (one: WireHeaders, other: WireHeaders) -> Bool {
        one === other || one.hash == other.hash && one.dictionary == other.dictionary
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

extension WireHeaders {
    /// The fields of an instance's responses, so that those which have the same share them.
    struct Table: Sendable {
        private var known: [Key: WireHeaders] = [:]

        private struct Key: Hashable {
            let fields: [HTTPMock.HeaderFields.Field]
            let contentLength: Int?
        }

        /// With more than this, it begins anew.
        private static let limit = 256

        mutating func fields(_ fields: HTTPMock.HeaderFields, contentLength: Int?) -> WireHeaders {
            let key = Key(fields: fields.fields, contentLength: contentLength)
            if let shared = known[key] { return shared }
            if known.count >= Self.limit { known = [:] }
            let made = WireHeaders(fields, contentLength: contentLength)
            known[key] = made
            return made
        }
    }
}
