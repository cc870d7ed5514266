import Foundation
import HTTPMock

/// The state of playing a cassette: the played entries, and each request's next entry.
///
/// Equal requests get their entries in the order of the index. Each entry is played once, unless the last one is
/// repeated or playing starts over.
struct EntryPlayer: Sendable {
    let index: EntryIndex
    private let repeatsLast: Bool
    /// For each queue of the index, the number of its entries that come before the next one.
    private var nextOfQueue: [Int]
    /// Whether each entry was played, since playing last started over for its request.
    private var isPlayed: [Bool]

    /// The result of playing the entries of a request.
    enum Outcome: Sendable {
        /// The entry at a position answers.
        case played(Int)
        /// All entries that match the request were played; the value is their positions.
        case exhausted([Int])
        /// No entry matches the request.
        case unknown
    }

    /// Creates a player of entries.
    ///
    /// - Parameters:
    ///   - index: The playable entries.
    ///   - repeatsLast: Whether the last entry of equal requests is played again and again.
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
    ///   - startsOver: Whether equal requests get their first entry again after the last one.
    mutating func play(queue: Int, startingOver startsOver: Bool) -> Outcome {
        let positions = index.queues[queue]
        let next = nextOfQueue[queue]
        if next < positions.count {
            nextOfQueue[queue] = next + 1
            return playEntry(at: positions[next])
        }
        // The first is played below, so the second is next.
        if startsOver { nextOfQueue[queue] = 1 }
        return playAgain(positions, startingOver: startsOver)
    }

    /// Plays the next of the entries that the user's rules accept.
    mutating func play(_ accepted: [Int], startingOver startsOver: Bool) -> Outcome {
        if let next = accepted.first(where: { !isPlayed[$0] }) { return playEntry(at: next) }
        return playAgain(accepted, startingOver: startsOver)
    }

    /// Plays the first of entries that were all played if playing starts over, or the last if that one is repeated.
    private mutating func playAgain(_ positions: [Int], startingOver startsOver: Bool) -> Outcome {
        guard let first = positions.first, let last = positions.last else { return .unknown }
        if startsOver {
            for position in positions { isPlayed[position] = false }
            return playEntry(at: first)
        }
        guard repeatsLast else { return .exhausted(positions) }
        return playEntry(at: last)
    }

    private mutating func playEntry(at position: Int) -> Outcome {
        isPlayed[position] = true
        return .played(position)
    }

    /// Returns whether one of the entries can be played, again or for the first time.
    func canPlay(_ positions: [Int], startingOver startsOver: Bool) -> Bool {
        if startsOver || repeatsLast { return !positions.isEmpty }
        return positions.contains { !isPlayed[$0] }
    }

    /// The entries that were not played, or not since playing last started over for their request, in order.
    var unplayed: [HAREntry] { isPlayed.indices.filter { !isPlayed[$0] }.map { index.entries[$0] } }
}

extension HAREntry {
    /// The response that plays the entry.
    var mockResponse: MockResponse {
        let error = response.error.flatMap(HARFailure.code)
        if response.status == 0 { return .failure(error ?? .unknown) }
        var chunks: [Data] = []
        var rest = response.body.bytes
        for length in response.chunks ?? [rest.count] {
            chunks.append(Data(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        let headers = response.playedHeaders.map { ($0.name, $0.value) }
        return .recorded(status: response.status, headers: headers, chunks: chunks, error: error)
    }
}

extension HARResponse {
    /// The header fields that are played: those of the file, and the body's media type if they lack it.
    ///
    /// Some exporters leave out header fields, but keep the media type of the body.
    var playedHeaders: [HARField] {
        guard headers.firstValue("Content-Type") == nil, !body.bytes.isEmpty, let type = body.knownType else {
            return headers
        }
        return headers + [HARField("Content-Type", type)]
    }
}
