/// A registration as the index holds it.
struct RouteCandidate: Sendable {
    /// The registration's id.
    let id: Int
    let specificity: Specificity
    /// The port that a request must have; any will do if nil.
    let port: Int?

    /// Whether a request's port is the one asked for.
    func takesPort(of target: RequestTarget) -> Bool {
        port == nil || port == target.port
    }
}

extension Array where Element == RouteCandidate {
    /// Inserts a candidate into a list sorted by specificity.
    mutating func insertSorted(_ candidate: RouteCandidate) {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].specificity < candidate.specificity {
                low = middle + 1
            } else {
                high = middle
            }
        }
        insert(candidate, at: low)
    }
}
