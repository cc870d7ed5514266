import Foundation
import HTTPMock

/// The playable entries of a cassette, or its WebSockets, by the requests that they answer.
///
/// A request that is spelled as its entry costs one look-up; any other spelling is parsed into its parts first.
struct EntryIndex: Sendable {
    /// The entries whose URL can be parsed, in the given order.
    let entries: [HAREntry]
    /// The rules of the cassette, with the names that are redacted in the entries.
    let rules: MatchingRules
    /// The responses of the entries, by position.
    let responses: [RegisteredResponse]
    /// For each group of equal requests, the positions of their entries, in order.
    private(set) var queues: [[Int]] = []
    /// The keys of the entries' requests, by position.
    private let keys: [RequestKey]
    private var queueOfSpelling: [RequestSpelling: Int] = [:]
    private var queueOfKey: [RequestKey: Int] = [:]
    /// The first queue for each untyped key, which compares a body by its bytes.
    private var queueOfUntypedKey: [RequestKey: Int] = [:]

    /// Creates an index of entries.
    ///
    /// - Parameters:
    ///   - entries: The playable entries, in order.
    ///   - file: The name of their file; nil without a file.
    ///   - rules: How requests are compared.
    init(_ entries: [HAREntry], in file: String?, rules: MatchingRules) {
        let rules = rules.adding(namesRedactedIn: entries.map(\.request))
        var parsed: [HAREntry] = []
        var keys: [RequestKey] = []
        for entry in entries {
            guard let request = entry.request.mockRequest else { continue }
            let position = parsed.count
            let key = RequestKey(request, rules)
            parsed.append(entry)
            keys.append(key)
            let newQueue = queues.count
            let queue = queueOfKey[key] ?? newQueue
            if queue == newQueue {
                queues.append([])
                queueOfKey[key] = queue
            }
            queues[queue].append(position)
            queueOfSpelling[RequestSpelling(request, rules)] = queue
            if let untypedKey = key.untyped(request, rules), queueOfUntypedKey[untypedKey] == nil {
                queueOfUntypedKey[untypedKey] = queue
            }
        }
        self.entries = parsed
        self.rules = rules
        self.keys = keys
        responses = parsed.map { entry in
            RegisteredResponse(entry.mockResponse, of: Cassette.Entry(entry, in: file).registration)
        }
    }

    /// Returns the queue of the entries that answer a request; nil if there are none.
    ///
    /// Entries of equal requests come first, then those of requests that differ only in the media type of the body. May
    /// run closures of the user, which decide what is a secret.
    func queue(of request: MockRequest) -> Int? {
        // Requests that are spelled alike are equal, so nothing has to be parsed.
        if let queue = queueOfSpelling[RequestSpelling(request, rules)] { return queue }
        let key = RequestKey(request, rules)
        if let queue = queueOfKey[key] { return queue }
        guard let untypedKey = key.untyped(request, rules) else { return nil }
        return queueOfUntypedKey[untypedKey]
    }

    /// Returns the entries nearest to a request, the nearest first, with their differences.
    func nearest(to request: MockRequest, count: Int) -> [NearEntry] {
        let key = RequestKey(request, rules)
        let compared = zip(entries, keys).map { NearEntry(entry: $0, difference: RequestDifference(of: key, from: $1)) }
        // The sort is stable, so entries that are equally near keep the order of the file.
        return Array(compared.sorted { $0.difference.weight < $1.difference.weight }.prefix(count))
    }

    /// An entry with its differences from a request.
    struct NearEntry {
        let entry: HAREntry
        let difference: RequestDifference
    }
}
