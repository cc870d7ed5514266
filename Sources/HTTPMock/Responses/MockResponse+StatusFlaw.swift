extension MockResponse {
    /// The reason why the status keeps a client from getting the response as it was given; nil if there is none.
    ///
    /// Continues the sentence that names the response, without a full stop. A status outside of 200 to 999 is also a
    /// ``flaw``, with which the request fails.
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

    /// Whether the response has a body that its status forbids; a file or a sequence counts, even if empty.
    ///
    /// - SeeAlso: [RFC 9110 §6.4.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-6.4.1)
    private var hasForbiddenBody: Bool {
        guard status.forbidsContent, case .body(let body) = content else { return false }
        return switch body {
        case .data(let data): !data.isEmpty
        case .chunks(let chunks, _): !chunks.allSatisfy(\.isEmpty)
        case .file, .sequence: true
        }
    }
}
