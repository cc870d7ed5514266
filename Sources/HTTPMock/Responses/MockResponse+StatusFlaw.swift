extension MockResponse {
    /// The reason why a client does not get the response as it was given, because of its status; nil if it does.
    ///
    /// Continues the sentence that names the response, without a full stop.
    var statusFlaw: String? {
        if isInterim {
            return "has the status \(status.code), after which a client waits for another response. To fix this, give "
                + "a status from 200 to 999"
        }
        guard hasForbiddenBody else { return nil }
        return "has a body, which is not sent, because a response with the status \(status.code) has none. To fix "
            + "this, write .status(\(status.code)), or give another status"
    }

    /// Whether the status is that of an interim response, and no takeover sends the head.
    ///
    /// - SeeAlso: [RFC 9110 §15.2](https://www.rfc-editor.org/rfc/rfc9110.html#section-15.2)
    private var isInterim: Bool {
        if case .takeover = content { return false }
        return (100..<200).contains(status.code)
    }

    /// Whether the response has a body, and its status forbids one.
    ///
    /// - SeeAlso: [RFC 9110 §6.4.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-6.4.1)
    private var hasForbiddenBody: Bool {
        guard status.code == 204 || status.code == 304, case .body(let body) = content else { return false }
        return switch body {
        case .data(let data): !data.isEmpty
        case .chunks(let chunks, _): !chunks.allSatisfy(\.isEmpty)
        case .file, .sequence: true
        }
    }
}
