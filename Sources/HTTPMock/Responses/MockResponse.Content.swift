import Foundation

extension MockResponse {
    /// The content after the head, or another action of the response.
    ///
    /// Each property below states one fact about all kinds. A new kind also needs a factory, and its steps in
    /// ``ResponsePlan``. Indirect, because otherwise the code for copying the large values is in each object file.
    indirect enum Content: Sendable {
        case body(Body)
        case failure(UserOwned<any Error>)
        case handler(UserOwned<ResponsePlan.Handler>)
        /// The real network answers, perhaps with changes.
        case passthrough(PassthroughChanges?)
        /// Raw bytes instead of a response.
        case wire(Data, then: WireEnding)
        /// The response takes over the connection after its head.
        case takeover(UserOwned<any ConnectionTakeover>)
        /// A response that can't be sent, with the reason and the fix as text.
        case unusable(String)
    }
}

extension MockResponse.Content {
    /// The kind in a few words; nil for a body, which the status names.
    var name: String? {
        switch self {
        case .body: nil
        case .failure(let error): "failure \(Redaction.text(of: error.value))"
        case .handler: "handler"
        case .passthrough: "passthrough"
        case .wire: "raw bytes"
        case .takeover(let takeover): "\(takeover.value)"
        case .unusable: "a response that can't be made"
        }
    }

    /// Whether the response needs the context of the client's task, for closures or a sequence of the user.
    ///
    /// A takeover runs user code as well, but only for a client with a socket, which has no such task.
    var runsUserCode: Bool {
        switch self {
        case .handler, .passthrough(_?), .body(.sequence): true
        case .body, .failure, .passthrough(nil), .wire, .takeover, .unusable: false
        }
    }

    /// Whether all that a client in process gets is in memory as a whole.
    ///
    /// Then only a delivery can cause a wait, or the client's decision about a redirect.
    var isWhole: Bool {
        switch self {
        case .body(.data), .failure, .wire, .takeover, .unusable: true
        case .body, .handler, .passthrough: false
        }
    }

    var isBody: Bool {
        if case .body = self { true } else { false }
    }

    /// Whether the whole body is in memory, and neither in a file, which may change, nor in a sequence.
    var isGivenBody: Bool {
        switch self {
        case .body(.data), .body(.chunks): true
        default: false
        }
    }

    /// The body that is in memory, joined from its chunks; nil for any other content.
    var givenBody: Data? {
        switch self {
        case .body(.data(let data)): data
        case .body(.chunks(let chunks, _)): Data(joining: chunks)
        default: nil
        }
    }

    var file: URL? {
        if case .body(.file(let url)) = self { url } else { nil }
    }

    /// The reason why the response can't be sent; nil if it can.
    var flaw: String? {
        if case .unusable(let reason) = self { reason } else { nil }
    }
}

extension MockResponse: CustomStringConvertible {
    /// The kind of the response in a few words; the status for a response with a body.
    public var description: String { content.name ?? "\(status)" }
}
