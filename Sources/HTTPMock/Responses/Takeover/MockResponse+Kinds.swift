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
