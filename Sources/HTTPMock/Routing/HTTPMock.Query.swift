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
    init(_ text: String?) { self = text.map(Self.value) ?? .none }

    /// The exact value; nil if there is none, or any.
    var text: String? { if case .value(let text) = self { text } else { nil } }

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
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.valuesByName == rhs.valuesByName }

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
    public var description: String { items.map(\.description).joined(separator: "&") }

    /// The query as a Swift literal, secrets included: `["q": "swift", "page": Query.any, "flag": nil]`.
    var swiftSource: String {
        let elements = items.map { item in
            let value = item.value.text?.debugDescription ?? (item.value == .any ? "Query.any" : "nil")
            return "\(item.name.debugDescription): \(value)"
        }
        return items.isEmpty ? "[:]" : "[\(elements.joined(separator: ", "))]"
    }
}

extension HTTPMock.Query.Item: CustomStringConvertible {
    /// The item as a URL spells it, `*` for any value, a secret masked.
    var description: String {
        let value = value == .any ? "*" : value.text.map { escaped(Redaction.value($0, of: name)) }
        return value.map { "\(escaped(name))=\($0)" } ?? escaped(name)
    }

    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: Self.unambiguous) ?? text
    }

    private static let unambiguous = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=*"))
}

extension HTTPMock {
    /// A type whose values can be written in a ``Query`` literal.
    ///
    /// Strings, integers, booleans and ``Query/any`` conform. A type of your own, such as an enum of sort orders, can
    /// conform too.
    public protocol QueryValue {
        /// The requirement on the value of a request's query item.
        var mockQueryValue: Query.ItemValue { get }
    }
}

extension HTTPMock.Query.ItemValue: HTTPMock.QueryValue {
    /// The value itself.
    public var mockQueryValue: HTTPMock.Query.ItemValue { self }
}

extension HTTPMock.QueryValue where Self: StringProtocol {
    /// The text, without percent-encoding.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value(String(self)) }
}

extension HTTPMock.QueryValue where Self: BinaryInteger {
    /// The number in decimal digits.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value(description) }
}

extension Bool: HTTPMock.QueryValue {
    /// The text `true` or `false`.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value("\(self)") }
}

extension HTTPMock.QueryValue where Self: RawRepresentable, RawValue: HTTPMock.QueryValue {
    /// The raw value.
    public var mockQueryValue: HTTPMock.Query.ItemValue { rawValue.mockQueryValue }
}

extension String: HTTPMock.QueryValue {}
extension Substring: HTTPMock.QueryValue {}
extension Int: HTTPMock.QueryValue {}
extension Int8: HTTPMock.QueryValue {}
extension Int16: HTTPMock.QueryValue {}
extension Int32: HTTPMock.QueryValue {}
extension Int64: HTTPMock.QueryValue {}
extension UInt: HTTPMock.QueryValue {}
extension UInt8: HTTPMock.QueryValue {}
extension UInt16: HTTPMock.QueryValue {}
extension UInt32: HTTPMock.QueryValue {}
extension UInt64: HTTPMock.QueryValue {}
