extension MockResponse {
    /// The kinds of requests that the response answers.
    ///
    /// A body with a success status answers no upgrade, which only 101 accepts. A redirect or a refusal answers both
    /// kinds.
    var kinds: RequestKinds {
        switch content {
        case .takeover: .upgrade
        case .body: status.code < 300 ? .plain : [.plain, .upgrade]
        case .failure, .handler, .passthrough, .wire, .unusable: [.plain, .upgrade]
        }
    }
}
