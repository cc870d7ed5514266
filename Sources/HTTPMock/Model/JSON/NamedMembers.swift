/// Values by the names of JSON members, in the order in which they were added; the order does not count.
///
/// What is called for each member of each value is written out in the conforming types, because a generic function of a
/// package is not specialized in another module.
package protocol NamedMembers: Sequence where Element == (key: String, value: Value) {
    associatedtype Value

    /// Creates the members of some pairs; of two members with the same name the first one counts.
    init(_ pairs: some Sequence<(String, Value)>)

    subscript(name: String) -> Value? { get set }
}

extension NamedMembers {
    /// The names in order.
    package var sortedKeys: [String] { sorted().map(\.key) }

    /// The members by strings, where one of the names stands for canonically equivalent ones.
    ///
    /// The encoders of Foundation have no names in two normal forms, so they encode this dictionary.
    package var dictionary: [String: Value] { Dictionary(map { ($0, $1) }) { one, _ in one } }

    /// Returns the members in the order of their names.
    package func sorted() -> [Element] {
        map { ($0, $1) }.sorted { ExactText($0.key) < ExactText($1.key) }
    }

    /// Returns the names of these and other members in order, each once.
    package func sortedKeys(with others: Self) -> [String] {
        merging(others) { one, _ in one }.sortedKeys
    }

    package func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> JSONMembers<Other> {
        JSONMembers<Other>(try map { ($0, try transform($1)) })
    }

    package func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> JSONMembers<Other> {
        JSONMembers<Other>(try compactMap { name, value in try transform(value).map { (name, $0) } })
    }

    package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        Self(try map { ($0, $1) }.filter(isIncluded))
    }

    /// Adds other members; a closure combines the values of a name that both have.
    package mutating func merge(
        _ others: Self, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows {
        for (name, value) in others { self[name] = try self[name].map { try combine($0, value) } ?? value }
    }

    /// Returns these and other members; a closure combines the values of a name that both have.
    package func merging(
        _ others: Self, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows -> Self {
        var merged = self
        try merged.merge(others, uniquingKeysWith: combine)
        return merged
    }
}

extension NamedMembers where Value: Hashable {
    /// Hashes the members without their order.
    func hashMembers(into hasher: inout Hasher) {
        var sum = 0
        for (name, value) in self {
            var own = Hasher()
            own.combine(name)
            own.combine(value)
            sum ^= own.finalize()
        }
        hasher.combine(sum)
    }
}
