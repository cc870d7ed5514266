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
        /// A name and the requirement on its value.
        public struct Item: Sendable, Hashable {
            /// The name, without percent-encoding.
            public let name: String
            /// The requirement on the value.
            public let value: Value

            /// The requirement on the value of an item.
            public enum Value: Sendable, Hashable {
                /// No value: `?flag`.
                case none
                /// Exactly this value, which may be empty.
                case value(String)
                /// Any value, an empty value or none.
                case any
            }
        }

        /// Matches any value of an item, an empty value or none.
        public static let any = Item.Value.any

        /// The items in the order of the literal.
        public let items: [Item]

        /// Creates a query from the query items of a URL.
        ///
        /// - Parameter items: The items. Repeated names and their order are kept.
        public init(_ items: [URLQueryItem]) {
            self.items = items.map { Item(name: $0.name, value: $0.value.map(Item.Value.value) ?? .none) }
        }

        /// Creates a query from a dictionary.
        ///
        /// A literal is a query by itself and may repeat a name.
        ///
        /// - Parameter values: The names with their values.
        public init(_ values: [String: String]) {
            items = values.sorted { $0.key < $1.key }.map { Item(name: $0.key, value: .value($0.value)) }
        }

        init(items: [Item]) {
            self.items = items
        }

        /// The items sorted by name, with the values of a name in order.
        ///
        /// Equal queries have equal lists.
        var itemsByName: [Item] {
            // The sort is stable, so the values of a name keep their order.
            items.sorted { $0.name < $1.name }
        }
    }

    /// The way a registration's query is compared with a request's.
    public enum QueryMatching: Sendable, Hashable {
        /// The same items and no others; only the order of a name's values counts.
        case exact
        /// Each item is among the request's, as often as it is in the query.
        case contains
    }
}

extension HTTPMock.Query.Item {
    /// Returns whether two items have the same name and value, compared by code units.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.name.hasSameCodeUnits(as: rhs.name) && lhs.value == rhs.value
    }
}

extension HTTPMock.Query.Item.Value {
    /// Returns whether two requirements are the same; values are compared by code units.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.none, .none), (.any, .any): true
        case (.value(let one), .value(let other)): one.hasSameCodeUnits(as: other)
        default: false
        }
    }
}

extension HTTPMock.Query: Hashable {
    /// Returns whether two queries have the same names with the same values in order.
    ///
    /// The order of the names does not count.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.items == rhs.items || lhs.itemsByName == rhs.itemsByName
    }

    /// Hashes the items that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(itemsByName)
    }
}

extension HTTPMock.Query: ExpressibleByDictionaryLiteral {
    /// Creates a query from a dictionary literal, which may repeat a name.
    ///
    /// - Parameter elements: The names, each with a string, an integer, ``any``, or `nil`.
    public init(dictionaryLiteral elements: (String, (any HTTPMock.QueryValue)?)...) {
        items = elements.map { Item(name: $0, value: $1?.mockQueryValue ?? .none) }
    }
}

/// A shorthand for ``HTTPMock/Query``.
public typealias Query = HTTPMock.Query
