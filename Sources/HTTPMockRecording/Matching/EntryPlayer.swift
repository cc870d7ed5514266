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

    private struct Queue: Sendable {
        var positions: [Int] = []
        var played = 0
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
            entry.request.mockRequest.map { (entry: entry, key: RequestKey($0, rules)) }
        }
        self.entries = keyed.map(\.entry)
        self.rules = rules
        self.repeatsLast = repeatsLast
        keys = keyed.map(\.key)
        responses = keyed.map(\.entry.mockResponse)
        for (position, key) in keys.enumerated() {
            let number = queueNumbers[key] ?? queues.count
            if number == queues.count {
                queues.append(Queue())
                queueNumbers[key] = number
            }
            queues[number].positions.append(position)
        }
    }

    /// Plays the next entry of a request.
    mutating func play(_ key: RequestKey) -> Outcome {
        guard let number = queueNumbers[key] else { return .unknown }
        if queues[number].played < queues[number].positions.count {
            queues[number].played += 1
        } else if !repeatsLast {
            return .exhausted(queues[number].positions.map { entries[$0] })
        }
        let position = queues[number].positions[queues[number].played - 1]
        return .played(entries[position], responses[position])
    }

    /// Returns whether a request has an entry that is left, or any entry if the first one is played again.
    func canPlay(_ key: RequestKey, startingOver startsOver: Bool) -> Bool {
        guard let number = queueNumbers[key] else { return false }
        return startsOver || repeatsLast || queues[number].played < queues[number].positions.count
    }

    /// Plays the next entry of a request, and the first one again after the last one.
    mutating func playAgainAndAgain(_ key: RequestKey) -> Outcome {
        if let number = queueNumbers[key], queues[number].played == queues[number].positions.count {
            queues[number].played = 0
        }
        return play(key)
    }

    /// The entries that were not played, in order.
    var unplayed: [HAREntry] {
        queues.flatMap { $0.positions.dropFirst($0.played) }.sorted().map { entries[$0] }
    }

    /// Returns the entries nearest to a request, the nearest first, with their differences.
    func nearest(to key: RequestKey, count: Int) -> [(entry: HAREntry, difference: RequestDifference)] {
        let compared = keys.indices.map { (position: $0, difference: RequestDifference(of: key, from: keys[$0])) }
        let sorted = compared.sorted { ($0.difference.weight, $0.position) < ($1.difference.weight, $1.position) }
        return sorted.prefix(count).map { (entries[$0.position], $0.difference) }
    }
}
