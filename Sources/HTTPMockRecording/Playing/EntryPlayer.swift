import HTTPMock

/// The entries of a cassette that were played, each of which is played once.
///
/// Equal requests get their entries in the order recorded.
struct EntryPlayer: Sendable {
    let index: EntryIndex
    private let repeatsLast: Bool
    /// For each queue of the index, the number of entries that may not be played.
    private var nextOfQueue: [Int]
    private var isPlayed: [Bool]

    /// The result of playing the entries of a request.
    enum Outcome: Sendable {
        /// The entry at a position answers.
        case played(Int)
        /// All equal requests were played; the positions of their entries.
        case exhausted([Int])
        case unknown
    }

    /// Creates a player of entries.
    ///
    /// - Parameters:
    ///   - index: The playable entries.
    ///   - repeatsLast: Whether the last of equal requests is played again and again.
    init(_ index: EntryIndex, repeatsLast: Bool) {
        self.index = index
        self.repeatsLast = repeatsLast
        nextOfQueue = Array(repeating: 0, count: index.queues.count)
        isPlayed = Array(repeating: false, count: index.entries.count)
    }

    /// Plays the next entry of a queue of the index.
    ///
    /// - Parameters:
    ///   - queue: The number of the queue.
    ///   - startsOver: Whether the first of equal requests is played again after the last one.
    mutating func play(queue: Int, startingOver startsOver: Bool) -> Outcome {
        let positions = index.queues[queue]
        while nextOfQueue[queue] < positions.count {
            let position = positions[nextOfQueue[queue]]
            nextOfQueue[queue] += 1
            if !isPlayed[position] { return play(position) }
        }
        // The first is played below.
        if startsOver { nextOfQueue[queue] = 1 }
        return playAgain(positions, startingOver: startsOver)
    }

    /// Plays the next of the entries that the user's rules accept.
    mutating func play(_ accepted: [Int], startingOver startsOver: Bool) -> Outcome {
        if let next = accepted.first(where: { !isPlayed[$0] }) { return play(next) }
        return playAgain(accepted, startingOver: startsOver)
    }

    /// Plays one of the entries of equal requests, all of which were played.
    private mutating func playAgain(_ positions: [Int], startingOver startsOver: Bool) -> Outcome {
        guard let first = positions.first, let last = positions.last else { return .unknown }
        if startsOver {
            for position in positions { isPlayed[position] = false }
            return play(first)
        }
        return repeatsLast ? play(last) : .exhausted(positions)
    }

    private mutating func play(_ position: Int) -> Outcome {
        isPlayed[position] = true
        return .played(position)
    }

    /// Returns whether one of these entries is left, or any of them if entries are played again.
    func canPlay(_ positions: [Int], startingOver startsOver: Bool) -> Bool {
        startsOver || repeatsLast ? !positions.isEmpty : positions.contains { !isPlayed[$0] }
    }

    /// The entries that were not played, in order.
    var unplayed: [HAREntry] { isPlayed.indices.filter { !isPlayed[$0] }.map { index.entries[$0] } }
}
