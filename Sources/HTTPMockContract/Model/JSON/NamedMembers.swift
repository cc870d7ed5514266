import HTTPMock

/// Values by the names of JSON members, in the order in which they were added.
///
/// The order does not count when members are compared.
///
/// ``JSONObject`` is a type of its own, because the generic type is not specialized in the modules that read JSON.
protocol NamedMembers: Sequence where Element == (key: String, value: Value) {
    associatedtype Value

    /// Creates the members of some pairs; of two members with the same name the first one counts.
    init(_ pairs: some Sequence<(String, Value)>)

    subscript(name: String) -> Value? { get set }
}

extension NamedMembers {
    /// The names in alphabetical order.
    var sortedKeys: [String] { sorted().map(\.key) }

    /// The members by strings; of canonically equivalent names, only the first counts.
    var dictionary: [String: Value] { Dictionary(map { ($0, $1) }) { one, _ in one } }

    /// Returns the members in the alphabetical order of their names.
    func sorted() -> [Element] {
        map { ($0, $1) }.sorted { ExactText($0.key) < ExactText($1.key) }
    }

    func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> JSONMembers<Other> {
        JSONMembers<Other>(try map { ($0, try transform($1)) })
    }

    func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> JSONMembers<Other> {
        JSONMembers<Other>(try compactMap { name, value in try transform(value).map { (name, $0) } })
    }

    func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        Self(try map { ($0, $1) }.filter(isIncluded))
    }

    /// Adds other members; a closure combines the values of a name that both have.
    mutating func merge(
        _ others: Self, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows {
        for (name, value) in others { self[name] = try self[name].map { try combine($0, value) } ?? value }
    }

    /// Returns these and other members; a closure combines the values of a name that both have.
    func merging(
        _ others: Self, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows -> Self {
        var merged = self
        try merged.merge(others, uniquingKeysWith: combine)
        return merged
    }
}

extension JSONObject: NamedMembers {}
