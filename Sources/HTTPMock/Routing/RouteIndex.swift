/// Finds the registrations whose host and path match a request.
///
/// Exact addresses are looked up in one hash table. Patterns are matched together, along the address. The index is a
/// value: a copy keeps the registrations of the moment of copying.
struct RouteIndex: Sendable {
    /// The tokens of a host and path as the key of a hash table.
    private struct Address: Hashable {
        let tokens: [PatternToken]

        /// Hashes all tokens as one run of bytes, which is faster than token by token.
        func hash(into hasher: inout Hasher) {
            tokens.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// The entries of each exact address, sorted by specificity.
    ///
    /// The port is not a part of the address, because a registration may leave the port open.
    private var exact: [Address: [IndexEntry]] = [:]
    private var patterns = PatternTrie()

    /// Adds a registration.
    ///
    /// - Parameters:
    ///   - host: The registration's host.
    ///   - path: The registration's path.
    ///   - specificity: The rank among the registrations that match the same request.
    ///   - id: The id to find the registration by.
    mutating func insert(host: HostPattern, path: PathPattern, specificity: Specificity, id: Int) {
        let entry = IndexEntry(id: id, specificity: specificity, port: host.port)
        let tokens = host.tokens + path.tokens
        if host.isExact, path.isExact {
            exact[Address(tokens: tokens), default: []].insertSorted(entry)
        } else {
            patterns.insert(entry, at: tokens)
        }
    }

    /// Removes registrations; takes time in proportion to the ones that remain.
    mutating func removeAll(where shouldBeRemoved: (Int) -> Bool) {
        exact = exact.compactMapValues { entries in
            let kept = entries.filter { !shouldBeRemoved($0.id) }
            return kept.isEmpty ? nil : kept
        }
        var kept = PatternTrie()
        for (entry, tokens) in patterns.all where !shouldBeRemoved(entry.id) {
            kept.insert(entry, at: tokens)
        }
        patterns = kept
    }

    /// Returns the most specific accepted registration whose host, port and path match a request.
    ///
    /// - Parameters:
    ///   - target: The request.
    ///   - accepts: Whether method, query and conditions match. Called with ids, the most specific first, until the
    ///     closure accepts one.
    func firstMatch(for target: RequestTarget, where accepts: (Int) throws -> Bool) rethrows -> Int? {
        if let entries = exact[Address(tokens: target.tokens)] {
            for entry in entries where target.hasPort(entry.port) {
                if try accepts(entry.id) { return entry.id }
            }
        }
        guard !patterns.isEmpty else { return nil }
        let entries = patterns.entries(for: target).found.sorted { $0.specificity < $1.specificity }
        return try entries.first { try accepts($0.id) }?.id
    }

    /// Returns how many steps matching the patterns needs for a request.
    ///
    /// The bound on the steps is tested, because a measured time depends on the machine.
    func patternSteps(for target: RequestTarget) -> Int {
        patterns.entries(for: target).steps
    }
}

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
