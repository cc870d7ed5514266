/// HTTP headers in order, with repeated names, looked up without regard to case.
///
/// A dictionary literal may repeat names: `["Set-Cookie": "a=1", "Set-Cookie": "b=2"]`.
///
/// - SeeAlso: [RFC 9110 §5.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.1)
public struct HeaderList: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One header line.
    public struct Field: Sendable, Equatable {
        /// The name, as sent.
        public let name: String
        /// The value, without surrounding white space.
        public let value: String
    }

    /// The lines in order.
    public private(set) var fields: [Field] = []

    /// Creates a list from the lines of a literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements {
            append(name, value)
        }
    }

    /// Returns the first value of a name; nil if there is none.
    public subscript(name: String) -> String? {
        values(name).first
    }

    /// Returns all values of a name, in order.
    public func values(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// Adds a line at the end.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }
}
