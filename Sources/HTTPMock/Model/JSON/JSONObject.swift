/// The members of a JSON object, in the order in which they were added; comparisons ignore the order.
///
/// The type is not generic, because the checks of contracts read each member from another module, where a generic
/// function of a package is not specialized.
package struct JSONObject: Sequence, Sendable {
    package typealias Element = (key: String, value: JSONValue)

    private var names: MemberNames
    /// The values, each at the index of its name.
    private var contents: [JSONValue] = []

    package struct Iterator: IteratorProtocol {
        fileprivate var pairs: Zip2Sequence<[String], [JSONValue]>.Iterator

        package mutating func next() -> Element? { pairs.next() }
    }

    package init(minimumCapacity: Int = 0) {
        names = MemberNames(minimumCapacity: minimumCapacity)
        contents.reserveCapacity(minimumCapacity)
    }

    /// Creates the members of some pairs; of two members with the same name the first one counts.
    package init(_ pairs: some Sequence<(String, JSONValue)>) {
        self.init(minimumCapacity: pairs.underestimatedCount)
        for (name, value) in pairs where names.index(of: name) == nil { append(name, value) }
    }

    package subscript(name: String) -> JSONValue? {
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

    /// Adds a member whose name is new.
    private mutating func append(_ name: String, _ value: JSONValue) {
        names.append(name)
        contents.append(value)
    }

    package var count: Int { contents.count }

    package var isEmpty: Bool { contents.isEmpty }

    /// The names in the order in which they were added.
    package var keys: [String] { names.all }

    /// The values in the order of ``keys``.
    package var values: [JSONValue] { contents }

    /// Returns the members sorted by name.
    package func sorted() -> [Element] { sorted { ExactText($0.key) < ExactText($1.key) } }
}

extension JSONObject {
    package var underestimatedCount: Int { count }

    package func makeIterator() -> Iterator {
        Iterator(pairs: zip(names.all, contents).makeIterator())
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members)
    }
}

extension JSONObject: Hashable {
    package static func == (one: Self, other: Self) -> Bool {
        one.count == other.count && one.allSatisfy { other[$0] == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        // The hashes of the members are combined by XOR, which ignores their order.
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
