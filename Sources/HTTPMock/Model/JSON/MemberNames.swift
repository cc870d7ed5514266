/// The names of JSON members, which are compared by code units, with an index for each.
///
/// A dictionary of strings has one key for canonically equivalent names, such as `é` as one scalar and as two. In JSON
/// these are two names.
///
/// - SeeAlso: [RFC 8259 §8.3](https://www.rfc-editor.org/rfc/rfc8259.html#section-8.3)
package struct MemberNames: Sendable {
    /// The names in the order in which they were added.
    package private(set) var all: [String] = []
    /// The indices of the names; nil until there are many, because a linear search is faster for few names.
    private var indices: [ExactText: Int]?

    /// The most names that are searched one by one.
    private static let searchLimit = 16

    package init(minimumCapacity: Int = 0) {
        all.reserveCapacity(minimumCapacity)
    }

    package func index(of name: String) -> Int? {
        if let indices { return indices[ExactText(name)] }
        return all.firstIndex { $0.hasSameCodeUnits(as: name) }
    }

    /// Adds a name that is new.
    package mutating func append(_ name: String) {
        indices?[ExactText(name)] = all.count
        all.append(name)
        if indices == nil, all.count > Self.searchLimit { makeIndices() }
    }

    package mutating func remove(at index: Int) {
        all.remove(at: index)
        if indices != nil { makeIndices() }
    }

    private mutating func makeIndices() {
        indices = Dictionary(uniqueKeysWithValues: all.enumerated().map { (ExactText($1), $0) })
    }
}
