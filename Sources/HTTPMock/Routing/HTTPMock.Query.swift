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
            let name: String
            let value: ItemValue
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

        /// Matches any value of an item, an empty value or none.
        public static let any = ItemValue.any

        let items: [Item]
        /// The values of each name, in order; equal for equal queries.
        let valuesByName: [ExactText: [ItemValue]]

        /// Creates a query from the query items of a URL.
        ///
        /// - Parameter items: The items. Repeated names and their order are kept.
        public init(_ items: [URLQueryItem]) {
            self.init(items: items.map { Item(name: $0.name, value: ItemValue($0.value)) })
        }

        /// Creates a query from a dictionary.
        ///
        /// A literal is a query by itself and may repeat a name.
        ///
        /// - Parameter values: The names with their values.
        public init(_ values: [String: String]) {
            self.init(values.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) })
        }

        init(items: [Item]) {
            self.items = items
            valuesByName = Dictionary(grouping: items) { ExactText($0.name) }.mapValues { $0.map(\.value) }
        }
    }
}

extension HTTPMock.Query.ItemValue {
    /// Creates the requirement on exactly one value; nil for no value.
    init(_ text: String?) {
        self = text.map(Self.value) ?? .none
    }

    /// The exact value; nil if there is none, or any.
    var text: String? {
        switch self {
        case .value(let text): text
        case .none, .any: nil
        }
    }

    fileprivate var swiftSource: String {
        switch self {
        case .none: "nil"
        case .value(let text): text.debugDescription
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
    /// - Parameter elements: The names, each with a string, an integer, ``any``, or `nil`.
    public init(dictionaryLiteral elements: (String, (any HTTPMock.QueryValue)?)...) {
        self.init(items: elements.map { Item(name: $0, value: $1?.mockQueryValue ?? .none) })
    }
}

/// A shorthand for ``HTTPMock/Query``.
public typealias Query = HTTPMock.Query

extension HTTPMock.Query: CustomStringConvertible {
    /// The query as a URL spells it, `*` for any value, secrets masked: `q=swift&page=*&flag`.
    public var description: String {
        items.map(\.description).joined(separator: "&")
    }

    /// The query as a Swift literal, secrets included: `["q": "swift", "page": Query.any, "flag": nil]`.
    var swiftSource: String {
        if items.isEmpty { return "[:]" }
        let elements = items.map { "\($0.name.debugDescription): \($0.value.swiftSource)" }
        return "[\(elements.joined(separator: ", "))]"
    }
}

extension HTTPMock.Query.Item: CustomStringConvertible {
    /// The item as a URL spells it, `*` for any value, a secret masked.
    var description: String {
        switch value {
        case .none: escaped(name)
        case .value(let text): "\(escaped(name))=\(escaped(Redaction.value(text, of: name)))"
        case .any: "\(escaped(name))=*"
        }
    }

    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: Self.unambiguous) ?? text
    }

    private static let unambiguous = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=*"))
}
