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

    /// The way a registration's query is compared with a request's.
    public enum QueryMatching: Sendable, Hashable {
        /// The same items and no others; only the order of a name's values counts.
        case exact
        /// Each item is among the request's, as often as it is in the query.
        case contains
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

/// The query that a request must have to match a registration.
///
/// Names and values are compared by code units, after percent-decoding.
struct QueryPattern: Hashable, Sendable {
    let query: Query
    let matching: HTTPMock.QueryMatching

    init(_ query: Query, matching: HTTPMock.QueryMatching = .exact) {
        self.query = query
        self.matching = matching
    }

    func matches(_ other: Query) -> Bool {
        let (expected, actual) = (query.valuesByName, other.valuesByName)
        return (matching == .contains || expected.count == actual.count)
            && expected.allSatisfy { differences(of: $0.key, $0.value, actual[$0.key] ?? []).isEmpty }
    }

    /// Returns the differences between a request's query and the expected one, sorted by name.
    func differences(from other: Query) -> [Difference] {
        let (expected, actual) = (query.valuesByName, other.valuesByName)
        let names = matching == .exact ? Set(expected.keys).union(actual.keys) : Set(expected.keys)
        return names.sorted { $0.text < $1.text }.flatMap { differences(of: $0, expected[$0] ?? [], actual[$0] ?? []) }
    }

    private func differences(
        of name: ExactText, _ expected: [Query.ItemValue], _ actual: [Query.ItemValue]
    ) -> [Difference] {
        let (wanted, given) = matching == .exact ? (expected, actual) : Self.unpaired(expected, actual)
        let count = matching == .exact ? max(wanted.count, given.count) : wanted.count
        return (0..<count).compactMap { index in
            let value = index < wanted.count ? wanted[index] : nil
            let other = index < given.count ? given[index] : nil
            let isMatch = value == other || value == .any && other != nil
            return isMatch ? nil : Difference(name: name.text, expected: value, actual: other)
        }
    }

    /// Returns the values that remain if each expected value is paired with another value of the request.
    ///
    /// An expected ``Query/any`` chooses last, because any value that remains matches.
    private static func unpaired(
        _ expected: [Query.ItemValue], _ actual: [Query.ItemValue]
    ) -> ([Query.ItemValue], [Query.ItemValue]) {
        var counts = expected.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        func take(_ value: Query.ItemValue) -> Bool {
            counts[value, default: 0] -= 1
            return counts[value, default: 0] >= 0
        }
        let rest = actual.filter { !take($0) }
        let anyCount = counts[.any] ?? 0
        counts[.any] = max(0, anyCount - rest.count)
        return (expected.filter(take), Array(rest.dropFirst(anyCount)))
    }

    /// A difference between a request's query and the expected one.
    struct Difference: Sendable, CustomStringConvertible {
        let name: String
        let expected: Query.ItemValue?
        /// The request's value; nil if the request has no such item, or too few.
        let actual: Query.ItemValue?

        /// The difference as a clause after "query item", without the values of secrets: `page is "2", expected "1"`.
        var description: String {
            let isSecret = Redaction.isSecret(name)
            guard let actual else { return "\(name) is missing\(isSecret ? "" : ", expected \(Self.text(expected))")" }
            guard let expected else {
                let value = isSecret && actual != .none ? Redaction.mask : Self.text(actual)
                return "\(name) is \(value), expected no such item"
            }
            if isSecret { return "\(name) has \(actual == .none ? "no value, expected another" : "another value")" }
            if actual.text == expected.text { return "\(name) is \(Self.text(actual)) in another normalization form" }
            return "\(name) is \(Self.text(actual)), expected \(Self.text(expected))"
        }

        private static func text(_ value: Query.ItemValue?) -> String {
            value?.text.map { Redaction.text(ofValue: $0.shortened).debugDescription }
                ?? (value == .any ? "with any value" : "without a value")
        }
    }
}
