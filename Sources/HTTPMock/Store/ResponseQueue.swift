/// The responses of one route, first in, first out.
struct ResponseQueue: Sendable {
    /// Reversed, so that popping the next response is O(1).
    private var front: [Entry] = []
    /// The responses after those of `front`, in the order they were queued.
    private var back: [Entry] = []
    /// How many requests it has served.
    private(set) var servedCount = 0

    private struct Entry: Sendable {
        let response: RegisteredResponse
        var served = 0
        /// Whether the response is a suite's, which a registration of the test replaces.
        var isDefault = false
    }

    var isEmpty: Bool { front.isEmpty && back.isEmpty }

    /// Whether what is appended now can never be reached.
    var endsInEternal: Bool { (back.last ?? front.first)?.response.response.lifetime == .eternal }

    /// What still waits, in order: no optional one, nor an eternal one that has served.
    var unused: [UnusedResponse] {
        (front.reversed() + back).compactMap { entry in
            let response = entry.response.response
            guard !response.isOptional, response.lifetime != .eternal || entry.served == 0 else { return nil }
            return UnusedResponse(
                registration: entry.response.registration, response: response, servedCount: entry.served)
        }
    }

    mutating func append(_ response: RegisteredResponse, isDefault: Bool = false) {
        back.append(Entry(response: response, isDefault: isDefault))
    }

    /// Whether a registration of the test replaces responses of the suite.
    var hasDefaults: Bool { front.contains(where: \.isDefault) || back.contains(where: \.isDefault) }

    mutating func removeDefaults() {
        front.removeAll(where: \.isDefault)
        back.removeAll(where: \.isDefault)
    }

    mutating func removeAll() {
        front = []
        back = []
    }

    /// Takes the first response for one request; nil if the queue has run out.
    mutating func take() -> ServedResponse? {
        if front.isEmpty {
            front = back.reversed()
            back = []
        }
        guard var entry = front.popLast() else { return nil }
        servedCount += 1
        let serving = ServedResponse(response: entry.response, earlierCount: entry.served, callCount: servedCount)
        entry.served += 1
        let count = entry.response.response.lifetime.count
        if count.map({ entry.served < $0 }) ?? true { front.append(entry) }
        return serving
    }
}
