import Foundation
import HTTPMock

/// The state of playing a cassette: the played entries, and each request's next entry.
///
/// Equal requests get their entries in the order recorded. Each entry is played once, unless entries are repeated.
struct EntryPlayer: Sendable {
    let index: EntryIndex
    private let repeatsLast: Bool
    /// The position of the next entry to try, for each queue of the index.
    private var nextOfQueue: [Int]
    private var isPlayed: [Bool]

    /// The result of playing the entries of a request.
    enum Outcome: Sendable {
        /// The entry at a position answers.
        case played(Int)
        /// All entries of equal requests were played; the value is their positions.
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

    /// Returns whether one of the entries is left to play; all are if entries repeat.
    func canPlay(_ positions: [Int], startingOver startsOver: Bool) -> Bool {
        startsOver || repeatsLast ? !positions.isEmpty : positions.contains { !isPlayed[$0] }
    }

    /// The entries that were not played, in order.
    var unplayed: [HAREntry] { isPlayed.indices.filter { !isPlayed[$0] }.map { index.entries[$0] } }
}

/// The playable entries of a cassette, by the requests that they answer.
///
/// A request that is spelled as its entry costs one look-up; any other spelling is parsed and compared part by part.
struct EntryIndex: Sendable {
    let entries: [HAREntry]
    let rules: MatchingRules
    /// The responses of the entries, created only once.
    let responses: [RegisteredResponse]
    /// The positions of the entries of equal requests, in order.
    private(set) var queues: [[Int]] = []
    private let keys: [RequestKey]
    /// The queues by spelling, by equality, and by body bytes whatever their media type.
    private var queueOfSpelling: [RequestSpelling: Int] = [:]
    private var queueOfKey: [RequestKey: Int] = [:]
    private var queueOfBytes: [RequestKey: Int] = [:]

    /// Creates an index of entries.
    ///
    /// - Parameters:
    ///   - entries: The playable entries, in order.
    ///   - file: The name of their file.
    ///   - rules: How requests are compared.
    init(_ entries: [HAREntry], in file: String?, rules: MatchingRules) {
        let rules = rules.adding(namesRedactedIn: entries.map(\.request))
        let keyed = entries.compactMap { entry in
            entry.request.mockRequest.map { (entry: entry, request: $0, key: RequestKey($0, rules)) }
        }
        self.entries = keyed.map(\.entry)
        self.rules = rules
        keys = keyed.map(\.key)
        responses = self.entries.map { entry in
            RegisteredResponse(entry.mockResponse, of: Cassette.Entry(entry, in: file).registration)
        }
        for (position, element) in keyed.enumerated() {
            let queue = queueOfKey[element.key] ?? queues.count
            if queue == queues.count {
                queues.append([])
                queueOfKey[element.key] = queue
            }
            queues[queue].append(position)
            queueOfSpelling[RequestSpelling(element.request, rules)] = queue
            if let bytes = element.key.untyped(element.request, rules), queueOfBytes[bytes] == nil {
                queueOfBytes[bytes] = queue
            }
        }
    }

    /// Returns the queue of a request's entries; nil without an equal request.
    ///
    /// May run closures of the user, which decide what is a secret.
    func queue(of request: MockRequest) -> Int? {
        // Requests that are spelled alike are equal, so nothing has to be parsed.
        if let queue = queueOfSpelling[RequestSpelling(request, rules)] { return queue }
        let key = RequestKey(request, rules)
        return queueOfKey[key] ?? key.untyped(request, rules).flatMap { queueOfBytes[$0] }
    }

    /// Returns the entries nearest to a request, the nearest first, with their differences.
    func nearest(to request: MockRequest, count: Int) -> [(entry: HAREntry, difference: RequestDifference)] {
        let key = RequestKey(request, rules)
        let compared = keys.indices.map { (position: $0, difference: RequestDifference(of: key, from: keys[$0])) }
        let sorted = compared.sorted { ($0.difference.weight, $0.position) < ($1.difference.weight, $1.position) }
        return sorted.prefix(count).map { (entries[$0.position], $0.difference) }
    }
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
    /// The header fields that are played.
    ///
    /// Some exporters leave out header fields, but keep the media type of the body.
    var playedHeaders: [HARField] {
        guard headers.firstValue("Content-Type") == nil, !body.bytes.isEmpty, let type = body.knownType else {
            return headers
        }
        return headers + [HARField("Content-Type", type)]
    }
}
