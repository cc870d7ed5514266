import Foundation
import HTTPMock

/// The playable entries of a cassette, by the requests that they answer.
///
/// A request that is spelled as its entry costs one look-up; any other spelling is parsed into its parts first.
struct EntryIndex: Sendable {
    let entries: [HAREntry]
    let rules: MatchingRules
    /// The responses of the entries, created only once.
    let responses: [RegisteredResponse]
    /// For each group of equal requests, the positions of their entries, in order.
    private(set) var queues: [[Int]] = []
    private let keys: [RequestKey]
    private var queueOfSpelling: [RequestSpelling: Int] = [:]
    private var queueOfKey: [RequestKey: Int] = [:]
    /// The first queue for each key of a body's bytes, whatever their media type.
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
            let newQueue = queues.count
            let queue = queueOfKey[element.key] ?? newQueue
            if queue == newQueue {
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

    /// Returns the queue of a request's entries; nil if no entry's request is equal.
    ///
    /// A request with the same bytes and another media type is the second choice. May run closures of the user, which
    /// decide what is a secret.
    func queue(of request: MockRequest) -> Int? {
        // Requests that are spelled alike are equal, so nothing has to be parsed.
        if let queue = queueOfSpelling[RequestSpelling(request, rules)] { return queue }
        let key = RequestKey(request, rules)
        return queueOfKey[key] ?? key.untyped(request, rules).flatMap { queueOfBytes[$0] }
    }

    /// Returns the entries nearest to a request, the nearest first, with their differences.
    func nearest(to request: MockRequest, count: Int) -> [NearEntry] {
        let key = RequestKey(request, rules)
        let compared = zip(entries, keys).map { NearEntry(entry: $0, difference: RequestDifference(of: key, from: $1)) }
        // The sort is stable.
        return Array(compared.sorted { $0.difference.weight < $1.difference.weight }.prefix(count))
    }

    /// An entry with its differences from a request.
    struct NearEntry {
        let entry: HAREntry
        let difference: RequestDifference
    }
}
