import HTTPMock

/// Plays the entries of a cassette, each once.
///
/// Equal requests get their entries in the order recorded.
struct EntryPlayer: Sendable {
    let entries: [HAREntry]
    let rules: MatchingRules
    private let keys: [RequestKey]
    /// The responses of the entries, made once and not for each request.
    private let responses: [MockResponse]
    private let repeatsLast: Bool
    /// The entries of equal requests, in order, and the number of played entries.
    private var queues: [Queue] = []
    private var queueNumbers: [RequestKey: Int] = [:]
    /// The same for the bytes of the bodies, whatever their media type.
    private var untypedNumbers: [RequestKey: Int] = [:]

    private var isPlayed: [Bool]

    private struct Queue: Sendable {
        var positions: [Int] = []
        /// The index of the first position that may not be played.
        var next = 0
    }

    /// The result of looking for a request's entry.
    enum Outcome: Sendable {
        case played(HAREntry, MockResponse)
        /// All equal requests were played.
        case exhausted([HAREntry])
        case unknown
    }

    /// Creates a player of entries.
    ///
    /// - Parameters:
    ///   - entries: The playable entries, in order.
    ///   - rules: How requests are compared.
    ///   - repeatsLast: Whether the last of equal requests is played again and again.
    init(_ entries: [HAREntry], rules: MatchingRules, repeatsLast: Bool) {
        let rules = rules.adding(namesRedactedIn: entries.map(\.request))
        let keyed = entries.compactMap { entry in
            entry.request.mockRequest.map { (entry: entry, request: $0, key: RequestKey($0, rules)) }
        }
        self.entries = keyed.map(\.entry)
        self.rules = rules
        self.repeatsLast = repeatsLast
        keys = keyed.map(\.key)
        responses = keyed.map(\.entry.mockResponse)
        isPlayed = Array(repeating: false, count: keyed.count)
        for (position, key) in keys.enumerated() {
            let number = queueNumbers[key] ?? queues.count
            if number == queues.count {
                queues.append(Queue())
                queueNumbers[key] = number
            }
            queues[number].positions.append(position)
            if let untyped = key.untyped(keyed[position].request, rules), untypedNumbers[untyped] == nil {
                untypedNumbers[untyped] = number
            }
        }
    }

    /// Plays the next entry of a request.
    ///
    /// - Parameters:
    ///   - key: The request's key.
    ///   - untyped: The key of the request's bytes; nil if the request has no body.
    ///   - startsOver: Whether the first of equal requests is played again after the last one.
    mutating func play(_ key: RequestKey, _ untyped: RequestKey?, startingOver startsOver: Bool = false) -> Outcome {
        guard let number = queueNumber(key, untyped) else { return .unknown }
        while queues[number].next < queues[number].positions.count {
            let position = queues[number].positions[queues[number].next]
            queues[number].next += 1
            if !isPlayed[position] { return play(position) }
        }
        let positions = queues[number].positions
        if startsOver, let first = positions.first {
            queues[number].next = 1
            for position in positions { isPlayed[position] = false }
            return play(first)
        }
        guard repeatsLast, let last = positions.last else { return .exhausted(positions.map { entries[$0] }) }
        return play(last)
    }

    private func queueNumber(_ key: RequestKey, _ untyped: RequestKey?) -> Int? {
        queueNumbers[key] ?? untyped.flatMap { untypedNumbers[$0] }
    }

    private mutating func play(_ position: Int) -> Outcome {
        isPlayed[position] = true
        return .played(entries[position], responses[position])
    }

    /// Returns the entries that match a request by all rules but those of the user.
    func candidates(_ key: RequestKey, _ untyped: RequestKey?) -> [(position: Int, entry: HAREntry)] {
        queueNumber(key, untyped).map { queues[$0].positions.map { ($0, entries[$0]) } } ?? []
    }

    /// Plays the next of the entries that the user's rules accept.
    mutating func play(_ accepted: [Int], startingOver startsOver: Bool) -> Outcome {
        guard let first = accepted.first, let last = accepted.last else { return .unknown }
        if let next = accepted.first(where: { !isPlayed[$0] }) { return play(next) }
        if startsOver {
            for position in accepted { isPlayed[position] = false }
            return play(first)
        }
        return repeatsLast ? play(last) : .exhausted(accepted.map { entries[$0] })
    }

    /// Returns whether one of these entries is left, or any of them if entries are played again.
    func canPlay(_ positions: [Int], startingOver startsOver: Bool) -> Bool {
        startsOver || repeatsLast ? !positions.isEmpty : positions.contains { !isPlayed[$0] }
    }

    /// The entries that were not played, in order.
    var unplayed: [HAREntry] { entries.indices.filter { !isPlayed[$0] }.map { entries[$0] } }

    /// Returns the entries nearest to a request, the nearest first, with their differences.
    func nearest(to key: RequestKey, count: Int) -> [(entry: HAREntry, difference: RequestDifference)] {
        let compared = keys.indices.map { (position: $0, difference: RequestDifference(of: key, from: keys[$0])) }
        let sorted = compared.sorted { ($0.difference.weight, $0.position) < ($1.difference.weight, $1.position) }
        return sorted.prefix(count).map { (entries[$0.position], $0.difference) }
    }
}
