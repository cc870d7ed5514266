/// The tasks that wait for requests, by the path that they wait for.
///
/// A request ends only the waits for its path and those for no single path, so that many tasks may wait.
struct RequestWaits: Sendable {
    typealias End = AsyncStream<Void>.Continuation

    /// The waits by path; those for any path or for a pattern have the key nil.
    private var waits: [PathHash?: [Int: End]] = [:]
    private var lastID = 0

    var isEmpty: Bool { waits.isEmpty }

    var count: Int { waits.values.reduce(0) { $0 + $1.count } }

    /// Adds a wait, and returns its number.
    mutating func add(_ path: PathHash?, _ end: End) -> Int {
        lastID += 1
        waits[path, default: [:]][lastID] = end
        return lastID
    }

    mutating func remove(_ id: Int, _ path: PathHash?) -> End? {
        let end = waits[path]?.removeValue(forKey: id)
        if waits[path]?.isEmpty == true { waits[path] = nil }
        return end
    }

    /// Ends the waits for the path of a request, and those for any path or for a pattern.
    mutating func end(by target: RequestTarget) {
        guard !waits.isEmpty else { return }
        let keys: [PathHash?] = [PathHash(target), nil]
        let reached = keys.compactMap { waits.removeValue(forKey: $0) }
        guard !reached.isEmpty else { return }
        // Not on the transport's queue, because a resumed task may use the session.
        BackgroundThread.run {
            for end in reached.flatMap(\.values) { end.yield() }
        }
    }
}
