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
