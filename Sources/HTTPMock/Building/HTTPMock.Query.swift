import Foundation

extension HTTPMock {
    /// The query items that a registration matches.
    ///
    /// The dictionary literal keeps repeated names and the order of their values:
    ///
    /// ```swift
    /// let query: Query = ["q": "swift", "page": 2, "tag": "a", "tag": "b", "flag": nil, "sort": Query.any]
    /// ```
    ///
    /// `nil` is a name without a value (`?flag`), `""` an empty value (`?flag=`), ``any`` matches every value.
    /// Names and values are written without percent-encoding. A `+` is a plus sign, as in Foundation.
    ///
    /// Two queries are equal if each name has the same values in the same order. The order of the names does not count.
    public struct Query: Sendable {
        /// A name and the value to match.
        public struct Item: Sendable, Hashable {
            /// The name, without percent-encoding.
            public let name: String
            /// The value to match.
            public let value: Value

            /// A value to match.
            public enum Value: Sendable, Hashable {
                /// No value: `?flag`.
                case none
                /// Exactly this value, which may be empty.
                case value(String)
                /// Any value, including an empty one or none.
                case any
            }
        }

        /// Matches any value of an item, including an empty one or none.
        public static let any = Item.Value.any

        /// The items in the order given.
        public let items: [Item]

        /// Creates a query from the query items of a URL.
        ///
        /// - Parameter items: The items; repeated names and their order are kept.
        public init(_ items: [URLQueryItem]) {
            self.items = items.map { Item(name: $0.name, value: $0.value.map(Item.Value.value) ?? .none) }
        }

        /// Creates a query from a dictionary.
        ///
        /// A literal needs no `Query(…)` around it. Only the literal can contain a name twice.
        ///
        /// - Parameter values: The names with their values.
        public init(_ values: [String: String]) {
            items = values.sorted { $0.key < $1.key }.map { Item(name: $0.key, value: .value($0.value)) }
        }

        init(items: [Item]) {
            self.items = items
        }

        /// The items sorted by name; the values of one name keep their order.
        ///
        /// Equal queries have equal lists.
        var itemsByName: [Item] {
            items.enumerated()
                .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
                .map(\.element)
        }
    }

    /// A way to compare a registered query with the query of a request.
    public enum QueryMatching: Sendable, Hashable {
        /// The same items and no others: each name's values in order, the names in any order.
        case exact
        /// Each item occurs in the request, at least as often as it was given.
        case contains
    }
}

extension HTTPMock.Query: Hashable {
    /// Returns whether two queries match the same requests; the order of the names does not count.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.items == rhs.items || lhs.itemsByName == rhs.itemsByName
    }

    /// Hashes the items in the order that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(itemsByName)
    }
}

extension HTTPMock.Query: ExpressibleByDictionaryLiteral {
    /// Creates a query from a dictionary literal; repeated names and their order are kept.
    ///
    /// - Parameter elements: The names, each with a string, an integer, ``any``, or `nil`.
    public init(dictionaryLiteral elements: (String, (any HTTPMock.QueryValue)?)...) {
        items = elements.map { Item(name: $0, value: $1?.mockQueryValue ?? .none) }
    }
}

/// Short for ``HTTPMock/Query``.
public typealias Query = HTTPMock.Query
