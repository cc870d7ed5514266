extension HTTPMock {
    /// The header fields of a request or a response; names compare without case.
    ///
    /// The spelling and the order of the fields are kept, and a name may have several values. Fields that Foundation
    /// hands over as a dictionary are in the order of their names.
    ///
    /// ```swift
    /// let headers: HTTPMock.HeaderFields = ["Accept": "text/html", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
    /// headers["accept"]                   // "text/html"
    /// headers.values(for: "set-cookie")   // ["a=1", "b=2"]
    /// for (name, value) in headers { print(name, value) }
    /// ```
    ///
    /// - SeeAlso: [RFC 9110 §5](https://www.rfc-editor.org/rfc/rfc9110.html#section-5)
    public struct HeaderFields: Sendable {
        package private(set) var fields: [Field] = []

        /// A name and a value: a header field, or a cookie or a query item of a HAR.
        ///
        /// The value has no blanks at its ends.
        ///
        /// - SeeAlso: [RFC 9110 §5.5](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.5)
        package struct Field: Hashable, Sendable {
            package var name: String
            package var value: String

            package init(_ name: String, _ value: String) {
                self.name = name
                self.value = value.withoutOuterBlanks
            }

            package static func == (one: Self, other: Self) -> Bool {
                one.name.hasSameCodeUnits(as: other.name) && one.value.hasSameCodeUnits(as: other.value)
            }
        }

        /// Creates header fields from a dictionary, in the order of the names.
        ///
        /// - Parameter dictionary: The values by name; of two names that differ only in case, the later one in this
        ///   order counts.
        public init(_ dictionary: [String: String]) {
            for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) { set(name, to: value) }
        }

        package init(_ fields: [Field] = []) {
            self.fields = fields
        }

        /// Whether there is no field.
        public var isEmpty: Bool { fields.isEmpty }

        /// The values of a name, joined with `, `; nil if there is none.
        ///
        /// Several `Cookie` fields are joined with `; `.
        ///
        /// - Parameter name: The name, in any case.
        /// - SeeAlso: [RFC 9110 §5.3](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.3),
        ///   [RFC 6265 §4.2.1](https://www.rfc-editor.org/rfc/rfc6265.html#section-4.2.1)
        public subscript(name: String) -> String? {
            guard let first = fields.firstIndex(where: { $0.name.isEqualIgnoringCase(to: name) }) else { return nil }
            var joined = fields[first].value
            for field in fields[(first + 1)...] where field.name.isEqualIgnoringCase(to: name) {
                joined += Self.separator(of: name) + field.value
            }
            return joined
        }

        /// The text between the values of a name.
        fileprivate static func separator(of name: String) -> String {
            name.isEqualIgnoringCase(to: "Cookie") ? "; " : ", "
        }

        /// Returns all values of a name, in order.
        ///
        /// - Parameter name: The name, in any case.
        public func values(for name: String) -> [String] {
            fields.lazy.filter { $0.name.isEqualIgnoringCase(to: name) }.map(\.value)
        }

        func contains(_ name: String) -> Bool {
            fields.contains { $0.name.isEqualIgnoringCase(to: name) }
        }

        /// Replaces all values of a name by one, which comes last.
        mutating func set(_ name: String, to value: String) {
            fields.removeAll { $0.name.isEqualIgnoringCase(to: name) }
            add(name, value)
        }

        mutating func add(_ name: String, _ value: String) {
            fields.append(Field(name, value))
        }

        /// Adds other fields, which replace the fields of the same names.
        mutating func override(with stronger: HeaderFields) {
            guard !stronger.isEmpty else { return }
            fields.removeAll { stronger.contains($0.name) }
            fields.append(contentsOf: stronger.fields)
        }
    }
}

extension HTTPMock.HeaderFields: ExpressibleByDictionaryLiteral, Sequence, Hashable {
    /// Creates header fields from a literal, which may repeat a name.
    ///
    /// - Parameter elements: The names and values, in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0, $1) }
    }

    /// Returns an iterator over the names and values, in order.
    ///
    /// A name with several values occurs several times.
    public func makeIterator() -> AnyIterator<(name: String, value: String)> {
        AnyIterator(fields.lazy.map { ($0.name, $0.value) }.makeIterator())
    }

    /// Returns whether both have the same names with the same values in order.
    ///
    /// The order and the case of the names do not count.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.fields == rhs.fields || lhs.valuesByLowercasedName == rhs.valuesByLowercasedName
    }

    /// Hashes the values that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(valuesByLowercasedName)
    }

    private var valuesByLowercasedName: [String: [ExactText]] {
        Dictionary(grouping: fields) { $0.name.lowercased() }.mapValues { equallyNamed in
            equallyNamed.map { ExactText($0.value) }
        }
    }
}

extension HTTPMock.HeaderFields: CustomStringConvertible, CustomReflectable {
    /// The text that `dump` and a failed expectation show, with secrets masked.
    public var customMirror: Mirror {
        Mirror(self, children: ["fields": description], displayStyle: .struct)
    }

    /// The fields as a dictionary literal, secrets masked.
    public var description: String {
        let fields = map { name, value in
            "\(name.debugDescription): \(Redaction.headerValue(value, of: name).debugDescription)"
        }
        if fields.isEmpty { return "[:]" }
        return "[\(fields.joined(separator: ", "))]"
    }
}

extension Dictionary where Key == String, Value == String {
    /// Creates a dictionary of header fields.
    ///
    /// Several values of a name are joined with `, `, those of `Cookie` with `; `.
    ///
    /// - Parameter headers: The fields. A name keeps the spelling of its first field.
    /// - SeeAlso: [RFC 9110 §5.3](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.3)
    public init(_ headers: HTTPMock.HeaderFields) {
        // With room for a field that a response adds.
        self.init(minimumCapacity: headers.fields.count + 1)
        for (index, field) in headers.fields.enumerated() {
            // There are few fields, so a linear search is faster than an index of the names.
            if let earlier = headers.fields[..<index].first(where: { $0.name.isEqualIgnoringCase(to: field.name) }) {
                self[earlier.name]? += HTTPMock.HeaderFields.separator(of: field.name) + field.value
            } else {
                self[field.name] = field.value
            }
        }
    }
}

extension HTTPMock.HeaderFields {
    /// The reason why the fields can't be sent, nil if they can.
    ///
    /// - SeeAlso: [RFC 9110 §5.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.1),
    ///   [§5.5](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.5)
    var flaw: String? {
        for field in fields {
            if field.name.isEmpty || !field.name.utf8.allSatisfy(\.isTokenCharacter) {
                return "\"\(field.name)\" is not a header name. To fix this, write letters, digits and hyphens"
            }
            if field.value.utf8.contains(where: "\0\n\r".utf8.contains) {
                return "the value of header \"\(field.name)\" contains a line break or a NUL. To fix this, remove it"
            }
        }
        return nil
    }
}
