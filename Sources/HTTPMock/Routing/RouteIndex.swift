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
    /// At least the highest priority of a pattern; exact addresses of this priority come before all patterns.
    private var patternPriority = Int.min

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
            patternPriority = max(patternPriority, specificity.priority)
        }
    }

    /// Removes a registration.
    mutating func remove(host: HostPattern, path: PathPattern, id: Int) {
        let tokens = host.tokens + path.tokens
        if host.isExact, path.isExact {
            let address = Address(tokens: tokens)
            exact[address]?.removeAll { $0.id == id }
            if exact[address]?.isEmpty == true { exact[address] = nil }
        } else {
            patterns.remove(id, at: tokens)
            if patterns.isEmpty { patternPriority = .min }
        }
    }

    /// Returns the first registration whose host, port and path match a request, by priority and specificity.
    ///
    /// - Parameters:
    ///   - target: The request.
    ///   - accepts: Whether method, query and conditions match. Called with ids in order, until the closure accepts
    ///     one.
    func firstMatch(for target: RequestTarget, where accepts: (Int) throws -> Bool) rethrows -> Int? {
        var candidates = exact[Address(tokens: target.tokens)]?[...] ?? []
        while let entry = candidates.first, entry.specificity.priority >= patternPriority {
            if target.hasPort(entry.port), try accepts(entry.id) { return entry.id }
            candidates.removeFirst()
        }
        guard !patterns.isEmpty else { return nil }
        let others = candidates.filter { target.hasPort($0.port) } + patterns.entries(for: target).found
        return try others.sorted { $0.specificity < $1.specificity }.first { try accepts($0.id) }?.id
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
