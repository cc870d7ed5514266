/// Finds the registrations whose host and path take a request.
///
/// Exact addresses are one look-up in a hash table, whatever their number; patterns are walked together along the
/// address. A value: who holds a copy keeps what was registered when it was made.
struct RouteIndex: Sendable {
    /// The symbols of a host and path as the key of a hash table.
    private struct Address: Hashable {
        let symbols: [Symbol]

        /// Hashes all symbols as one run of bytes, which takes a fraction of the time of one by one.
        func hash(into hasher: inout Hasher) {
            symbols.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// The registrations of each exact address, sorted by specificity.
    ///
    /// The port is no part of the address, as it may be left open.
    private var exact: [Address: [RouteCandidate]] = [:]
    private var patterns = PatternTrie()

    /// Adds a registration.
    ///
    /// - Parameters:
    ///   - host: The host it is for.
    ///   - path: The path it is for.
    ///   - specificity: Its place among those that match the same request.
    ///   - id: What it is found as.
    mutating func insert(host: HostPattern, path: PathPattern, specificity: Specificity, id: Int) {
        let candidate = RouteCandidate(id: id, specificity: specificity, port: host.port)
        let symbols = host.symbols + path.symbols
        if host.isExact, path.isExact {
            exact[Address(symbols: symbols), default: []].insertSorted(candidate)
        } else {
            patterns.insert(candidate, at: symbols)
        }
    }

    /// Drops registrations; takes time in proportion to those that are left.
    mutating func removeAll(where shouldBeRemoved: (Int) -> Bool) {
        exact = exact.compactMapValues { candidates in
            let kept = candidates.filter { !shouldBeRemoved($0.id) }
            return kept.isEmpty ? nil : kept
        }
        var kept = PatternTrie()
        for (candidate, symbols) in patterns.all where !shouldBeRemoved(candidate.id) {
            kept.insert(candidate, at: symbols)
        }
        patterns = kept
    }

    /// The most specific registration whose host, port and path take a request, and which is accepted.
    ///
    /// - Parameters:
    ///   - target: The request.
    ///   - accepts: Whether method, query and conditions hold. Called with ids in order of specificity, the most
    ///     specific first, until it accepts one.
    func firstMatch(for target: RequestTarget, where accepts: (Int) throws -> Bool) rethrows -> Int? {
        if let candidates = exact[Address(symbols: target.symbols)] {
            for candidate in candidates where candidate.takesPort(of: target) {
                if try accepts(candidate.id) { return candidate.id }
            }
        }
        guard !patterns.isEmpty else { return nil }
        let candidates = patterns.candidates(for: target).found.sorted { $0.specificity < $1.specificity }
        return try candidates.first { try accepts($0.id) }?.id
    }

    /// All registrations whose host, port and path take a request, the most specific first.
    func candidates(for target: RequestTarget) -> [Int] {
        var ids: [Int] = []
        _ = firstMatch(for: target) { id in
            ids.append(id)
            return false
        }
        return ids
    }

    /// How many steps the walk of the patterns takes for a request.
    func patternSteps(for target: RequestTarget) -> Int {
        patterns.candidates(for: target).steps
    }
}
