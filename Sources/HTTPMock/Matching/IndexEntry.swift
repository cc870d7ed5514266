/// The index's entry for one registration.
struct IndexEntry: Sendable {
    /// The registration's id.
    let id: Int
    let specificity: Specificity
    /// The port that a request must have; nil matches any port.
    let port: Int?
}

extension Array where Element == IndexEntry {
    /// Inserts an entry into a list sorted by specificity.
    mutating func insertSorted(_ entry: IndexEntry) {
        insert(entry, at: partitioningIndex { entry.specificity < $0.specificity })
    }
}
