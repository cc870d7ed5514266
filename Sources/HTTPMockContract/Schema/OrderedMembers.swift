import HTTPMock

/// The members of an object, sorted by name if violations are collected.
///
/// Thus the order of violations never varies.
struct OrderedMembers: Sequence, IteratorProtocol {
    // Two iterators and no enumeration, because an iterator in a payload is copied for each member.
    private var unsorted: Dictionary<String, JSONValue>.Iterator?
    private var sorted: IndexingIterator<[(key: String, value: JSONValue)]>?

    /// Creates a sequence of members.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - isSorted: False for any order, which costs nothing.
    init(_ members: [String: JSONValue], isSorted: Bool) {
        if isSorted {
            sorted = members.sorted { $0.key < $1.key }.makeIterator()
        } else {
            unsorted = members.makeIterator()
        }
    }

    mutating func next() -> (key: String, value: JSONValue)? {
        unsorted != nil ? unsorted?.next() : sorted?.next()
    }
}

extension Evaluation {
    /// The members of an object in the order in which violations are reported.
    mutating func ordered(_ members: [String: JSONValue]) -> OrderedMembers {
        spend(members.count)
        // An abandoned check has no violations to order.
        return OrderedMembers(abandonment == nil ? members : [:], isSorted: collects)
    }
}
