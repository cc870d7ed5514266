extension HTTPMock {
    /// Header fields in order, names compared without case.
    ///
    /// - SeeAlso: [RFC 9110 §5](https://www.rfc-editor.org/rfc/rfc9110.html#section-5)
    struct HeaderFields: Hashable, Sendable {
        private(set) var fields: [Field] = []

        struct Field: Hashable, Sendable {
            var name: String
            var value: String
        }

        init() {}

        /// The fields of a dictionary, in the order of their names so that the outcome never varies.
        init(_ dictionary: [String: String]) {
            for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
                set(name, to: value)
            }
        }

        var isEmpty: Bool { fields.isEmpty }

        /// The value under a name, several joined as one.
        subscript(name: String) -> String? {
            let values = fields.filter { $0.name.isEqualIgnoringCase(to: name) }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }

        func contains(_ name: String) -> Bool {
            fields.contains { $0.name.isEqualIgnoringCase(to: name) }
        }

        /// Puts one value in place of all that the name had.
        mutating func set(_ name: String, to value: String) {
            fields.removeAll { $0.name.isEqualIgnoringCase(to: name) }
            fields.append(Field(name: name, value: value))
        }

        /// Adds a value and keeps those that are there.
        mutating func add(_ name: String, _ value: String) {
            fields.append(Field(name: name, value: value))
        }

        /// Lays stronger fields over these: a name they have loses the values it has here.
        mutating func override(with stronger: HeaderFields) {
            guard !stronger.isEmpty else { return }
            fields.removeAll { stronger.contains($0.name) }
            fields.append(contentsOf: stronger.fields)
        }

        /// One value a name, repeated ones joined by a comma as a client's combined field is.
        ///
        /// `HTTPURLResponse` keeps a random one of two names that differ in case alone, so they are joined here.
        ///
        /// - SeeAlso: [RFC 9110 §5.3](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.3)
        var dictionary: [String: String] {
            var joined: [String: String] = [:]
            // With room for what a response adds.
            joined.reserveCapacity(fields.count + 1)
            for (index, field) in fields.enumerated() {
                // There are few fields, so that a search takes less than an index of the names would.
                if let earlier = fields[..<index].first(where: { $0.name.isEqualIgnoringCase(to: field.name) }) {
                    joined[earlier.name]? += ", \(field.value)"
                } else {
                    joined[field.name] = field.value
                }
            }
            return joined
        }

        /// What keeps these from being sent, if anything.
        ///
        /// - SeeAlso: [RFC 9110 §5.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.1),
        ///   [§5.5](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.5)
        var problem: String? {
            for field in fields {
                if field.name.isEmpty || !field.name.utf8.allSatisfy(\.isTokenCharacter) {
                    return "\"\(field.name)\" is not a header name. Write letters, digits and hyphens"
                }
                if field.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) {
                    return "the value of header \"\(field.name)\" holds a line break or a NUL. Remove it"
                }
            }
            return nil
        }
    }
}

extension String {
    /// Whether two header names are the same name.
    func isEqualIgnoringCase(to other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 {
        self >= 65 && self <= 90 ? self | 32 : self
    }

    /// RFC 9110 §5.6.2, `tchar`.
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
