/// The hash of a path without wildcards, by which logged requests and waits for them find each other.
///
/// Two paths may have the same hash, so whoever finds a request by it still compares the path.
struct PathHash: Hashable, Sendable {
    private let value: Int

    init(_ target: RequestTarget) {
        self.init(target.tokens[target.hostEnd...])
    }

    /// Creates the hash of the only path that a pattern matches; nil for a pattern with a wildcard.
    init?(_ pattern: PathPattern) {
        guard pattern.isExact else { return nil }
        self.init(pattern.tokens[...])
    }

    private init(_ tokens: ArraySlice<PatternToken>) {
        var hasher = Hasher()
        tokens.withUnsafeBytes { hasher.combine(bytes: $0) }
        value = hasher.finalize()
    }
}
