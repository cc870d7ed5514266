/// The kinds of requests that a response can answer: plain ones, and upgrades of their connection.
struct RequestKinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let plain = RequestKinds(rawValue: 1)
    static let upgrade = RequestKinds(rawValue: 2)
}

extension MockRequest {
    /// The one kind of the request.
    var kind: RequestKinds { isWebSocketUpgrade ? .upgrade : .plain }
}

extension MockResponse {
    /// The kinds of requests that the response answers.
    ///
    /// A success has a body, so it can't answer an upgrade. A refusal answers both kinds.
    var kinds: RequestKinds {
        switch content {
        case .takeover: .upgrade
        case .body: status.code < 300 ? .plain : [.plain, .upgrade]
        case .failure, .handler, .passthrough, .wire, .unusable: [.plain, .upgrade]
        }
    }
}

extension ResponseQueue {
    /// Whether one of some responses would never be used after those of the queue and before it.
    ///
    /// Upgrades count only where a response takes over its connection.
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
