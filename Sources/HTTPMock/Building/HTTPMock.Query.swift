import Foundation

extension HTTPMock {
    /// The query items a registration asks for.
    ///
    /// A dictionary literal that keeps repeated names, and the order of the values of each:
    ///
    /// ```swift
    /// let query: Query = ["q": "swift", "page": 2, "tag": "a", "tag": "b", "flag": nil, "sort": Query.any]
    /// ```
    ///
    /// `nil` is a name without a value (`?flag`), `""` an empty value (`?flag=`), ``any`` takes whatever there is.
    /// Names and values are written without percent-encoding; a `+` is a plus, as Foundation has it.
    ///
    /// Two queries are equal if they have the same names with the same values in the same order, whatever the order
    /// of the names.
    public struct Query: Sendable {
        /// One name with what is asked of its value.
        public struct Item: Sendable, Hashable {
            /// The name, without percent-encoding.
            public let name: String
            /// What is asked of the value.
            public let value: Value

            /// What is asked of the value of an item.
            public enum Value: Sendable, Hashable {
                /// The name stands alone: `?flag`.
                case none
                /// This value and no other; it may be empty.
                case value(String)
                /// Any value, an empty one or none included.
                case any
            }
        }

        /// Accepts whatever value an item has, an empty one or none included.
        public static let any = Item.Value.any

        /// The items in the order given.
        public let items: [Item]

        /// Makes a query from the items of a URL's.
        ///
        /// - Parameter items: The items, repeated names and their order kept.
        public init(_ items: [URLQueryItem]) {
            self.items = items.map { Item(name: $0.name, value: $0.value.map(Item.Value.value) ?? .none) }
        }

        /// Makes a query from a dictionary.
        ///
        /// A literal needs no `Query(…)` around it: a dictionary can't hold a name twice, the literal alone can.
        ///
        /// - Parameter values: The names with their values.
        public init(_ values: [String: String]) {
            items = values.sorted { $0.key < $1.key }.map { Item(name: $0.key, value: .value($0.value)) }
        }

        init(items: [Item]) {
            self.items = items
        }

        /// The items sorted by name, each name's own in the order given.
        ///
        /// The normal form: equal queries have the same.
        var itemsByName: [Item] {
            items.enumerated()
                .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
                .map(\.element)
        }
    }

    /// How a query is compared with a request's.
    public enum QueryMatching: Sendable, Hashable {
        /// The same items and no other: each name's values in order, the names in any order.
        case exact
        /// Each item is among the request's, as often as it is given.
        case contains
    }
}

extension HTTPMock.Query: Hashable {
    /// Whether two queries ask for the same, whatever the order of the names.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.items == rhs.items || lhs.itemsByName == rhs.itemsByName
    }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(itemsByName)
    }
}

extension HTTPMock.Query: ExpressibleByDictionaryLiteral {
    /// Makes a query from a dictionary literal, repeated names and their order kept.
    ///
    /// - Parameter elements: The names, each with a string, an integer, ``any``, or `nil`.
    public init(dictionaryLiteral elements: (String, (any HTTPMock.QueryValue)?)...) {
        items = elements.map { Item(name: $0, value: $1?.mockQueryValue ?? .none) }
    }
}

/// ``HTTPMock/Query`` under a short name.
public typealias Query = HTTPMock.Query
