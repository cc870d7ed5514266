import Foundation

extension HTTPMock {
    /// The query items that a request must have to match a registration.
    ///
    /// A dictionary literal keeps repeated names, and the order of the values of a name:
    ///
    /// ```swift
    /// let query: Query = ["q": "swift", "page": 2, "tag": "a", "tag": "b", "flag": nil, "sort": Query.any]
    /// ```
    ///
    /// `nil` is a name without a value (`?flag`), `""` an empty value (`?flag=`), ``any`` matches any value or none.
    /// Names and values are written without percent-encoding; a `+` is a plus, as in `URLComponents`.
    ///
    /// Two queries are equal if they have the same names with the same values in the same order. The order of the
    /// names does not count. Names and values are compared by code units.
    public struct Query: Sendable {
        struct Item: Sendable {
            let exactName: ExactText
            let requirement: Requirement

            init(_ name: ExactText, _ requirement: Requirement) {
                exactName = name
                self.requirement = requirement
            }

            init(name: String, value: ItemValue) {
                self.init(ExactText(name), Requirement(value))
            }

            /// The name as it is shown.
            var name: String { exactName.text }

            /// The requirement on the value, as it is shown.
            var value: ItemValue { requirement.value }
        }

        /// The requirement on the value of an item.
        public enum ItemValue: Sendable, Hashable {
            /// No value: `?flag`.
            case none
            /// Exactly this value, which may be empty.
            case value(String)
            /// Any value, an empty value or none.
            case any
        }

        /// The requirement on the value of an item, which need not be UTF-8.
        enum Requirement: Sendable, Hashable {
            case none
            case value(ExactText)
            case any

            init(_ value: ItemValue) {
                switch value {
                case .none: self = .none
                case .value(let text): self = .value(ExactText(text))
                case .any: self = .any
                }
            }

            init(_ value: ExactText?) {
                switch value {
                case let value?: self = .value(value)
                case nil: self = .none
                }
            }

            /// The exact value; nil if no value or any value is required.
            var exactValue: ExactText? {
                switch self {
                case .value(let value): value
                case .none, .any: nil
                }
            }

            /// The requirement as it is shown.
            var value: ItemValue {
                switch self {
                case .none: .none
                case .value(let value): .value(value.text)
                case .any: .any
                }
            }
        }

        /// Matches any value of an item, an empty value or none.
        public static let any = ItemValue.any

        let items: [Item]
        /// The values of each name, in order; equal for equal queries.
        let valuesByName: [ExactText: [Requirement]]

        /// Creates a query from the query items of a URL.
        ///
        /// - Parameter items: The items. Repeated names and their order are kept.
        public init(_ items: [URLQueryItem]) {
            self.init(items: items.map { Item(name: $0.name, value: ItemValue($0.value)) })
        }

        /// Creates a query from a dictionary.
        ///
        /// A dictionary literal needs no such call: it is a query by itself, and may repeat a name.
        ///
        /// - Parameter values: The names with their values.
        public init(_ values: [String: String]) {
            self.init(values.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) })
        }

        init(items: [Item]) {
            self.items = items
            valuesByName = Dictionary(grouping: items, by: \.exactName).mapValues { $0.map(\.requirement) }
        }
    }
}

extension HTTPMock.Query.ItemValue {
    /// Creates the requirement on exactly one value; nil for no value.
    init(_ text: String?) {
        switch text {
        case let text?: self = .value(text)
        case nil: self = .none
        }
    }

    /// The exact value; nil if no value or any value is required.
    var text: String? {
        switch self {
        case .value(let text): text
        case .none, .any: nil
        }
    }

    /// The value as a literal without quotes; nil unless it is a boolean or a natural number of at most 18 digits.
    var unquotedSource: String? {
        guard let text, text.wholeMatch(of: Self.unquoted) != nil else { return nil }
        return text
    }

    // Safe, because it captures nothing and never changes. Created once, because creating it costs more than a request.
    nonisolated(unsafe) private static let unquoted = /0|[1-9][0-9]{0,17}|true|false/

    fileprivate var swiftSource: String {
        switch self {
        case .none: "nil"
        case .value(let text): text.swiftLiteral
        case .any: "Query.any"
        }
    }

    /// Returns whether two requirements are the same; values are compared by code units.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.none, .none), (.any, .any): true
        case (.value(let one), .value(let other)): one.hasSameCodeUnits(as: other)
        default: false
        }
    }
}

extension HTTPMock.Query: Hashable, ExpressibleByDictionaryLiteral {
    /// Returns whether two queries have the same names with the same values in order.
    ///
    /// The order of the names does not count.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.valuesByName == rhs.valuesByName
    }

    /// Hashes the values that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(valuesByName) }

    /// Creates a query from a dictionary literal, which may repeat a name.
    ///
    /// - Parameter elements: The names, each with a value such as a string, an integer or ``any``, or with `nil`.
    public init(dictionaryLiteral elements: (String, (any HTTPMock.QueryValue)?)...) {
        self.init(items: elements.map { Item(name: $0, value: $1?.mockQueryValue ?? .none) })
    }
}

extension HTTPMock.Query {
    /// Creates the query of a request, whose bytes are decoded; a `+` stays a plus, as in `URLComponents`.
    init(of request: MockRequest) {
        self.init(items: request.queryItems.map { Item($0.name, Requirement($0.value)) })
    }

    /// Creates a query from its text in a URL.
    ///
    /// - Parameter readsStars: Whether a value `*` is read as ``any``.
    init(encoded query: [UInt8], readsStars: Bool = false) {
        let star = UInt8(ascii: "*")
        let items = RequestItem.split(query).map { item in
            let name = RequestItem.decoded(item.name)
            guard let value = item.value else { return Item(name, .none) }
            if readsStars, value.count == 1, value.first == star { return Item(name, .any) }
            return Item(name, .value(RequestItem.decoded(value)))
        }
        self.init(items: items)
    }
}

/// A shorthand for ``HTTPMock/Query``.
public typealias Query = HTTPMock.Query

extension HTTPMock.Query: CustomStringConvertible {
    /// The query as a URL spells it, `*` for any value, secrets masked: `q=swift&page=*&flag`.
    public var description: String {
        items.map(\.description).joined(separator: "&")
    }

    /// Whether a name or a value is not UTF-8, so that only `forURL:` can register it.
    var needsEscapes: Bool {
        items.contains { !$0.exactName.isUTF8 || $0.requirement.exactValue?.isUTF8 == false }
    }

    /// Returns the query as a Swift literal, secrets included: `["q": "swift", "page": Query.any, "flag": nil]`.
    ///
    /// A literal can't have bytes that are not UTF-8 (see ``needsEscapes``).
    ///
    /// - Parameter names: The names of the items whose numbers and booleans have no quotes.
    func swiftSource(unquoting names: Set<String> = []) -> String {
        if items.isEmpty { return "[:]" }
        let elements = items.map { item in
            let unquoted = names.contains(item.name) ? item.value.unquotedSource : nil
            return "\(item.name.swiftLiteral): \(unquoted ?? item.value.swiftSource)"
        }
        return "[\(elements.joined(separator: ", "))]"
    }
}

extension HTTPMock.Query.Item: CustomStringConvertible {
    /// The item as a URL spells it, `*` for any value, a secret masked.
    var description: String {
        let name = escaped(exactName)
        switch requirement {
        case .none:
            return name
        case .value(let value):
            let shown = Redaction.value(value.text, of: self.name)
            if shown == value.text { return "\(name)=\(escaped(value))" }
            return "\(name)=\(escaped(ExactText(shown)))"
        case .any:
            return "\(name)=*"
        }
    }

    private func escaped(_ text: ExactText) -> String {
        // The text of bytes that are not UTF-8 has escapes already, so its `%` stays.
        let allowed = text.isUTF8 ? Self.unambiguous : Self.unambiguous.union(["%"])
        return text.text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text.text
    }

    private static let unambiguous = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=*"))
}
