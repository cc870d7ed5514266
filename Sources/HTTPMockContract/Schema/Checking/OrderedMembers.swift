import HTTPMock

/// The members of an object, sorted by name if violations are collected.
struct OrderedMembers: Sequence, IteratorProtocol {
    // Two iterators and no enumeration, because an iterator in a payload is copied for each member.
    private var unsorted: JSONObject.Iterator?
    private var sorted: IndexingIterator<[(key: String, value: JSONValue)]>?

    /// Creates a sequence of members.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - isSorted: False for any order, which needs no time for sorting.
    init(_ members: JSONObject, isSorted: Bool) {
        if isSorted {
            sorted = members.sorted().makeIterator()
        } else {
            unsorted = members.makeIterator()
        }
    }

    mutating func next() -> (key: String, value: JSONValue)? {
        if unsorted != nil { return unsorted?.next() }
        return sorted?.next()
    }
}
