import HTTPMock

/// Values by the names of JSON members, in the order in which they were added: ``OrderedMembers`` or `JSONObject`.
///
/// The order does not count when members are compared. `JSONObject` is not generic, because generic functions of its
/// module would not be specialized in this module.
protocol NamedMembers: Sequence where Element == (key: String, value: Value) {
    associatedtype Value

    /// Creates the members of some pairs; of two members with the same name the first one counts.
    init(_ pairs: some Sequence<(String, Value)>)

    /// The value of a member; nil for none. Setting nil removes the member.
    subscript(name: String) -> Value? { get set }
}

extension NamedMembers {
    /// The names in alphabetical order.
    var sortedKeys: [String] { sorted().map(\.key) }

    /// The members by strings; of canonically equivalent names, only the first counts.
    var dictionary: [String: Value] { Dictionary(map { ($0, $1) }) { first, _ in first } }

    /// Returns the members in the alphabetical order of their names.
    func sorted() -> [Element] {
        sorted { ExactText($0.key) < ExactText($1.key) }
    }

    /// Returns the members with changed values, in the same order.
    func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> OrderedMembers<Other> {
        OrderedMembers<Other>(try map { ($0, try transform($1)) })
    }

    /// Returns the members with changed values, without those whose new value is nil.
    func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> OrderedMembers<Other> {
        var members = OrderedMembers<Other>()
        for (name, value) in self { members[name] = try transform(value) }
        return members
    }

    /// Returns the members that a closure includes.
    func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        Self(try map { ($0, $1) }.filter(isIncluded))
    }

    /// Adds other members; a closure combines the values of a name that both have.
    mutating func merge(
        _ others: Self, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows {
        for (name, value) in others {
            if let own = self[name] {
                self[name] = try combine(own, value)
            } else {
                self[name] = value
            }
        }
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
