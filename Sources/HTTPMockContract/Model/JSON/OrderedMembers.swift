import HTTPMock

/// Values by names, as of JSON members, in the order in which they were added.
///
/// The order does not count when members are compared.
struct OrderedMembers<Value>: NamedMembers {
    typealias Element = (key: String, value: Value)

    private(set) var names: MemberNames
    /// The values, each at the index of its name in ``names``.
    private var contents: [Value] = []

    struct Iterator: IteratorProtocol {
        fileprivate var pairs: Zip2Sequence<[String], [Value]>.Iterator

        mutating func next() -> Element? { pairs.next() }
    }

    init(minimumCapacity: Int = 0) {
        names = MemberNames(minimumCapacity: minimumCapacity)
        contents.reserveCapacity(minimumCapacity)
    }

    /// Creates the members of some pairs; of two members with the same name the first one counts.
    init(_ pairs: some Sequence<(String, Value)>) {
        self.init(minimumCapacity: pairs.underestimatedCount)
        for (name, value) in pairs where names.index(of: name) == nil { append(name, value) }
    }

    /// Groups elements by a name of each.
    init<Part>(
        grouping parts: some Sequence<Part>, by name: (Part) throws -> String
    ) rethrows where Value == [Part] {
        self.init()
        for part in parts { self[try name(part), default: []].append(part) }
    }

    subscript(name: String) -> Value? {
        get { names.index(of: name).map { contents[$0] } }
        set {
            guard let index = names.index(of: name) else {
                if let newValue { append(name, newValue) }
                return
            }
            if let newValue {
                contents[index] = newValue
            } else {
                names.remove(at: index)
                contents.remove(at: index)
            }
        }
    }

    subscript(name: String, default value: @autoclosure () -> Value) -> Value {
        get { self[name] ?? value() }
        set { self[name] = newValue }
    }

    /// Adds a member whose name is new.
    private mutating func append(_ name: String, _ value: Value) {
        names.append(name)
        contents.append(value)
    }

    var count: Int { contents.count }

    var isEmpty: Bool { contents.isEmpty }

    /// The names in the order in which they were added.
    var keys: [String] { names.all }

    /// The values in the order of ``keys``.
    var values: [Value] { contents }
}

extension OrderedMembers {
    var underestimatedCount: Int { count }

    func makeIterator() -> Iterator {
        Iterator(pairs: zip(names.all, contents).makeIterator())
    }
}

extension OrderedMembers: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral members: (String, Value)...) {
        self.init(members)
    }
}

extension OrderedMembers: Sendable where Value: Sendable {}

extension OrderedMembers: Equatable where Value: Equatable {
    static func == (one: Self, other: Self) -> Bool {
        one.count == other.count && one.allSatisfy { other[$0] == $1 }
    }
}
