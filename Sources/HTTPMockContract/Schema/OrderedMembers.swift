import HTTPMock

/// The members of an object, sorted by name if violations are collected.
///
/// Thus the order of violations never varies.
struct OrderedMembers: Sequence, IteratorProtocol {
    private enum Source {
        case dictionary(Dictionary<String, JSONValue>.Iterator)
        case sorted(IndexingIterator<[(key: String, value: JSONValue)]>)
    }

    private var source: Source

    /// - Parameters:
    ///   - members: The members.
    ///   - isSorted: False for any order, which costs nothing.
    init(_ members: [String: JSONValue], isSorted: Bool) {
        source =
            isSorted
            ? .sorted(members.sorted { $0.key < $1.key }.makeIterator()) : .dictionary(members.makeIterator())
    }

    mutating func next() -> (key: String, value: JSONValue)? {
        switch source {
        case .dictionary(var iterator):
            let next = iterator.next()
            source = .dictionary(iterator)
            return next
        case .sorted(var iterator):
            let next = iterator.next()
            source = .sorted(iterator)
            return next
        }
    }
}

extension Evaluation {
    /// The members of an object in the order in which violations are reported.
    func ordered(_ members: [String: JSONValue]) -> OrderedMembers {
        OrderedMembers(members, isSorted: collects)
    }
}
