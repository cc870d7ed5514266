/// The responses of one route, first in, first out.
struct ResponseQueue: Sendable {
    /// Reversed, so that popping the next response is O(1).
    private var front: [Entry] = []
    /// In the order in which the responses were added, after those of `front`.
    private var back: [Entry] = []
    /// The number of requests that were answered so far, also by responses that are removed.
    private(set) var servedCount = 0
    /// The depth of the last registration, to which all responses belong; nil for that of the test itself.
    ///
    /// Suites register from the outermost inwards, and the test registers last.
    private var depth: Int?

    private struct Entry: Sendable {
        let response: RegisteredResponse
        var served = 0
    }

    /// The kinds of requests that an eternal response answers, so that no later response does.
    var eternalKinds: RequestKinds {
        responses.map(\.response).filter { $0.lifetime == .eternal }.reduce([]) { $0.union($1.kinds) }
    }

    /// Whether a response takes over its connection; only such a response answers no plain request.
    var hasTakeover: Bool { responses.contains { $0.response.kinds == .upgrade } }

    /// The responses that are left, in order, without optional ones and used eternal ones.
    var unused: [UnusedResponse] {
        (front.reversed() + back).compactMap { entry in
            let response = entry.response.response
            let isUsedEternal = response.lifetime == .eternal && entry.served > 0
            if response.isOptional || isUsedEternal { return nil }
            return UnusedResponse(
                registration: entry.response.registration, response: response, servedCount: entry.served)
        }
    }

    var responses: [RegisteredResponse] {
        (front.reversed() + back).map(\.response)
    }

    mutating func append(_ responses: [RegisteredResponse]) {
        back += responses.map { Entry(response: $0) }
    }

    /// Begins a registration at a depth; removes and returns all responses if they are from further out, or replaced.
    mutating func begin(at newDepth: Int?, replacing isReplaced: Bool) -> [RegisteredResponse] {
        var isFromOutside = false
        // The test itself, without a depth, is further in than any suite.
        if let depth { isFromOutside = depth < (newDepth ?? .max) }
        depth = newDepth
        guard isReplaced || isFromOutside else { return [] }
        let removed = responses
        front = []
        back = []
        return removed
    }

    /// Uses the first response that answers a kind of request; nil if there is none.
    ///
    /// The response is removed with the last use that its lifetime allows. Responses that answer only other kinds of
    /// requests stay where they are.
    mutating func take(for kind: RequestKinds) -> ServedResponse? {
        if front.isEmpty { gather() }
        if front.last?.response.response.kinds.contains(kind) == true { return take(at: front.count - 1) }
        guard !front.isEmpty else { return nil }
        // The first response that answers may be anywhere.
        gather()
        return front.lastIndex { $0.response.response.kinds.contains(kind) }.map { take(at: $0) }
    }

    /// Moves all responses to `front`.
    private mutating func gather() {
        guard !back.isEmpty else { return }
        front = back.reversed() + front
        back = []
    }

    private mutating func take(at index: Int) -> ServedResponse {
        servedCount += 1
        let entry = front[index]
        front[index].served += 1
        if entry.response.response.lifetime.count == entry.served + 1 { front.remove(at: index) }
        return ServedResponse(response: entry.response, earlierCount: entry.served, callCount: servedCount)
    }
}

extension ResponseQueue {
    /// Returns whether any of some new responses would never be used, because it follows an eternal response.
    ///
    /// Upgrades count only if a response, of the queue or new, takes over its connection.
    func hides(_ responses: [MockResponse]) -> Bool {
        var hidden = eternalKinds
        let countsUpgrades = hasTakeover || responses.contains { $0.kinds == .upgrade }
        let counted: RequestKinds = countsUpgrades ? [.plain, .upgrade] : .plain
        for response in responses {
            if hidden.isSuperset(of: response.kinds.intersection(counted)) { return true }
            if response.lifetime == .eternal { hidden.formUnion(response.kinds) }
        }
        return false
    }
}
