extension MockResponse {
    /// The kinds of requests that the response answers.
    ///
    /// A takeover answers only upgrades. A body with a success status answers none, because only 101 accepts one. Every
    /// other response, such as a redirect, a 404 or a handler, answers both kinds.
    var kinds: RequestKinds {
        switch content {
        case .takeover: .upgrade
        case .body: status.code < 300 ? .plain : [.plain, .upgrade]
        case .failure, .handler, .passthrough, .wire, .unusable: [.plain, .upgrade]
        }
    }
}
