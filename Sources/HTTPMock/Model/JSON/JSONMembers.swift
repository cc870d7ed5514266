/// The members of a JSON object.
package typealias JSONObject = JSONMembers<JSONValue>

/// Values by the names of JSON members, which are compared by code units.
///
/// The keys of a dictionary of strings are equal if they are canonically equivalent. JSON has two names, where `é` is
/// one scalar in one name, and two scalars in the other.
///
/// - SeeAlso: [RFC 8259 §8.3](https://www.rfc-editor.org/rfc/rfc8259.html#section-8.3)
package struct JSONMembers<Value> {
    package typealias Element = (key: String, value: Value)

    private var members: [ExactText: Value]

    private init(members: [ExactText: Value]) {
        self.members = members
    }

    package init(minimumCapacity: Int = 0) {
        members = Dictionary(minimumCapacity: minimumCapacity)
    }

    /// Creates the members of some pairs; of two members with the same name the first one counts.
    package init(_ pairs: some Sequence<(String, Value)>) {
        self.init(minimumCapacity: pairs.underestimatedCount)
        for (name, value) in pairs where self[name] == nil { self[name] = value }
    }

    /// Groups elements by a name of each.
    package init<Part>(
        grouping parts: some Sequence<Part>, by name: (Part) throws -> String
    ) rethrows where Value == [Part] {
        self.init()
        for part in parts { self[try name(part), default: []].append(part) }
    }

    package subscript(name: String) -> Value? {
        get { members[ExactText(name)] }
        set { members[ExactText(name)] = newValue }
    }

    package subscript(name: String, default value: @autoclosure () -> Value) -> Value {
        get { members[ExactText(name)] ?? value() }
        _modify { yield &members[ExactText(name), default: value()] }
    }

    package var count: Int { members.count }

    package var isEmpty: Bool { members.isEmpty }

    /// The names, in no order.
    package var keys: some Collection<String> { members.keys.lazy.map(\.text) }

    package var values: some Collection<Value> { members.values }

    /// The members by strings, where one of the names stands for canonically equivalent ones.
    package var dictionary: [String: Value] { Dictionary(map { ($0, $1) }) { one, _ in one } }

    /// The names in order.
    package var sortedKeys: [String] { members.keys.sorted().map(\.text) }

    /// Returns the names of these and other members in order, each once.
    package func sortedKeys(with others: JSONMembers) -> [String] {
        Set(members.keys).union(others.members.keys).sorted().map(\.text)
    }

    /// Returns the members in the order of their names.
    package func sorted() -> [Element] {
        members.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    }

    /// Removes a member, and returns its value; nil if there is none.
    package mutating func removeValue(forKey name: String) -> Value? {
        members.removeValue(forKey: ExactText(name))
    }

    package func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> JSONMembers<Other> {
        JSONMembers<Other>(members: try members.mapValues(transform))
    }

    package func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> JSONMembers<Other> {
        JSONMembers<Other>(members: try members.compactMapValues(transform))
    }

    package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> JSONMembers {
        JSONMembers(members: try members.filter { try isIncluded(($0.key.text, $0.value)) })
    }

    /// Adds other members; a closure combines the values of a name that both have.
    package mutating func merge(
        _ others: JSONMembers, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows {
        try members.merge(others.members, uniquingKeysWith: combine)
    }

    /// Returns these and other members; a closure combines the values of a name that both have.
    package func merging(
        _ others: JSONMembers, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows -> JSONMembers {
        JSONMembers(members: try members.merging(others.members, uniquingKeysWith: combine))
    }
}

extension JSONMembers: Sequence {
    package struct Iterator: IteratorProtocol {
        fileprivate var members: Dictionary<ExactText, Value>.Iterator

        package mutating func next() -> Element? {
            guard let (name, value) = members.next() else { return nil }
            return (name.text, value)
        }
    }

    package var underestimatedCount: Int { members.count }

    package func makeIterator() -> Iterator {
        Iterator(members: members.makeIterator())
    }
}

extension JSONMembers: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, Value)...) {
        self.init(members)
    }
}

extension JSONMembers: Equatable where Value: Equatable {}
extension JSONMembers: Hashable where Value: Hashable {}
extension JSONMembers: Sendable where Value: Sendable {}

extension JSONMembers: Encodable where Value: Encodable {
    /// Encodes a dictionary, because the encoders of Foundation have no names in two normal forms.
    package func encode(to encoder: any Encoder) throws {
        try dictionary.encode(to: encoder)
    }
}
