/// The responses of one route, first in, first out.
struct ResponseQueue: Sendable {
    /// Reversed, so that popping the next response is O(1).
    private var front: [Entry] = []
    /// In the order in which the responses were added, after those of `front`.
    private var back: [Entry] = []
    private(set) var servedCount = 0
    /// The depth of all responses, because suites register from the outermost inwards, and the test last.
    private var depth: Int?

    private struct Entry: Sendable {
        let response: RegisteredResponse
        var served = 0
    }

    /// Whether a response appended now can never be used.
    var endsInEternal: Bool { (back.last ?? front.first)?.response.response.lifetime == .eternal }

    /// The responses that are left, in order, without optional ones and used eternal ones.
    var unused: [UnusedResponse] {
        (front.reversed() + back).compactMap { entry in
            let response = entry.response.response
            guard !response.isOptional, response.lifetime != .eternal || entry.served == 0 else { return nil }
            return UnusedResponse(
                registration: entry.response.registration, response: response, servedCount: entry.served)
        }
    }

    var responses: [RegisteredResponse] { (front.reversed() + back).map(\.response) }

    mutating func append(_ responses: [RegisteredResponse]) { back += responses.map { Entry(response: $0) } }

    /// Begins a registration at a depth; removes and returns all responses if they are from further out, or replaced.
    mutating func begin(at newDepth: Int?, replacing isReplaced: Bool) -> [RegisteredResponse] {
        let isFromOutside = depth.map { $0 < newDepth ?? .max } ?? false
        depth = newDepth
        guard isReplaced || isFromOutside else { return [] }
        defer { (front, back) = ([], []) }
        return responses
    }

    /// Pops the next response for one request; nil if the queue is empty.
    mutating func take() -> ServedResponse? {
        if front.isEmpty {
            front = back.reversed()
            back = []
        }
        guard var entry = front.popLast() else { return nil }
        servedCount += 1
        let served = ServedResponse(response: entry.response, earlierCount: entry.served, callCount: servedCount)
        entry.served += 1
        let count = entry.response.response.lifetime.count
        if count.map({ entry.served < $0 }) ?? true { front.append(entry) }
        return served
    }
}

extension MockResponse: CustomStringConvertible {
    /// The kind of the response in a few words, or the status with a body.
    public var description: String {
        switch content {
        case .body: "\(status)"
        case .failure(let error): "failure \(Redaction.text(of: error.value))"
        case .handler: "handler"
        case .passthrough: "passthrough"
        case .wire: "raw bytes"
        case .unusable: "a response that can't be made"
        }
    }
}
