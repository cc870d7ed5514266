/// Values by the names of JSON members, in the order in which they were added; the order does not count.
package struct JSONMembers<Value>: NamedMembers {
    package typealias Element = (key: String, value: Value)

    package private(set) var names: MemberNames
    /// The values in the order of their names.
    private var contents: [Value] = []

    package struct Iterator: IteratorProtocol {
        fileprivate var pairs: Zip2Sequence<[String], [Value]>.Iterator

        package mutating func next() -> Element? { pairs.next() }
    }

    package init(minimumCapacity: Int = 0) {
        names = MemberNames(minimumCapacity: minimumCapacity)
        contents.reserveCapacity(minimumCapacity)
    }

    /// Creates the members of some pairs; of two members with the same name the first one counts.
    package init(_ pairs: some Sequence<(String, Value)>) {
        self.init(minimumCapacity: pairs.underestimatedCount)
        for (name, value) in pairs where names.index(of: name) == nil { append(name, value) }
    }

    /// Groups elements by a name of each.
    package init<Part>(
        grouping parts: some Sequence<Part>, by name: (Part) throws -> String
    ) rethrows where Value == [Part] {
        self.init()
        for part in parts { self[try name(part), default: []].append(part) }
    }

    package subscript(name: String) -> Value? {
        get { names.index(of: name).map { contents[$0] } }
        set {
            guard let newValue else {
                removeValue(forKey: name)
                return
            }
            if let index = names.index(of: name) {
                contents[index] = newValue
            } else {
                append(name, newValue)
            }
        }
    }

    package subscript(name: String, default value: @autoclosure () -> Value) -> Value {
        get { self[name] ?? value() }
        set { self[name] = newValue }
    }

    /// Adds a member whose name is new.
    private mutating func append(_ name: String, _ value: Value) {
        names.append(name)
        contents.append(value)
    }

    package var count: Int { contents.count }

    package var isEmpty: Bool { contents.isEmpty }

    /// The names in the order in which they were added.
    package var keys: [String] { names.all }

    /// The values in the order of ``keys``.
    package var values: [Value] { contents }

    /// Removes a member, and returns its value; nil if there is none.
    @discardableResult
    package mutating func removeValue(forKey name: String) -> Value? {
        guard let index = names.index(of: name) else { return nil }
        names.remove(at: index)
        return contents.remove(at: index)
    }
}

extension JSONMembers {
    package var underestimatedCount: Int { count }

    package func makeIterator() -> Iterator {
        Iterator(pairs: zip(names.all, contents).makeIterator())
    }
}

extension JSONMembers: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, Value)...) {
        self.init(members)
    }
}

extension JSONMembers: Sendable where Value: Sendable {}

extension JSONMembers: Equatable where Value: Equatable {
    package static func == (one: Self, other: Self) -> Bool {
        one.count == other.count && one.allSatisfy { other[$0] == $1 }
    }
}

extension JSONMembers: Hashable where Value: Hashable {
    package func hash(into hasher: inout Hasher) {
        hashMembers(into: &hasher)
    }
}

extension JSONMembers: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try dictionary.encode(to: encoder)
    }
}
