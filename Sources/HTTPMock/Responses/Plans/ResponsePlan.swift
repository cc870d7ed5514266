import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The steps that deliver a response, in order.
///
/// Created without a clock or a client: by the ``RequestDispatcher``, a policy, or an ``Exchange`` once a handler has
/// returned, a file is open, or an upgrade gets another response. Performed by an ``Exchange``.
package struct ResponsePlan: Sendable {
    package typealias Handler = @Sendable (MockRequest) async throws -> MockResponse

    var steps: [Step]

    enum Step: Sendable {
        /// Report to the test, and continue after the report.
        case report(@Sendable () async -> Void)
        /// Wait for a duration, on the mock's clock.
        case wait(Duration)
        case gate(ResponseGate)
        /// Wait until the client cancels or the request times out.
        case forever
        /// Call the handler, and continue with the plan of the handler's response.
        indirect case handler(UserOwned<Handler>, ServedResponse)
        /// Open the file, and continue with the plan of a response with that body.
        indirect case openFile(URL, ServedResponse)
        /// Pass the request on to the real network, perhaps with the changes of a registered response.
        ///
        /// Without a response, a policy or an extension passes the request on.
        indirect case passthrough(PassthroughChanges?, ServedResponse?)
        /// Pass on a request that a closure of the user has changed.
        case forward(URLRequest)
        /// Ask the client whether to follow the redirect. If the client follows, the plan ends here.
        indirect case redirect(ResponseHead, to: URLRequest)
        case head(ResponseHead)
        case bytes(Data)
        /// Send bytes of the body, and wait until the client is ready for the next.
        case chunk(Data)
        /// Send the chunks of a body, each at its time.
        case chunks(BodyChunks)
        /// Send raw bytes instead of a response, and end the connection.
        indirect case wire(Data, then: MockResponse.WireEnding)
        /// Give the connection to a response.
        indirect case takeOver(UserOwned<any ConnectionTakeover>, ServedResponse)
        case finish
        /// Fail the request with an error, which may be the user's.
        case fail(UserOwned<any Error>)
        case stopProcess(String)

        static func fail(_ error: any Error) -> Step { .fail(UserOwned(error)) }

        /// Whether a response can be held before the step: the first that the client sees, or its delay.
        var canBeHeld: Bool {
            switch self {
            case .wait, .head, .redirect, .wire, .fail: true
            default: false
            }
        }

        /// Whether the step waits at a gate, or for ever; false for a stream, whose beginning may be held.
        var isOpenEnded: Bool {
            switch self {
            case .gate, .forever: true
            default: false
            }
        }
    }

    init(_ steps: [Step]) {
        self.steps = steps
    }

    var isPassthrough: Bool {
        if case .passthrough? = steps.first { true } else { false }
    }

    static func failing(_ error: any Error) -> ResponsePlan {
        ResponsePlan([.fail(error)])
    }

    /// Returns the plan of an answer that no test has registered.
    static func answering(_ request: MockRequest, with answer: MockResponse) -> ResponsePlan {
        let response = RegisteredResponse(answer, of: MockRegistration(standIn: "an answer of its own"))
        return ResponsePlan(ServedResponse(response: response, earlierCount: 0, callCount: 0), to: request)
    }

    init(_ served: ServedResponse, to request: MockRequest) {
        let registered = served.response
        if let flaw = registered.flaw {
            self = .failing(registered.error(flaw))
            return
        }
        switch registered.response.content {
        case .passthrough(let changes):
            self.init([.passthrough(changes, served)])
        case .handler(let handler):
            // The delays of the handler's registration are part of the plan of the handler's response.
            self.init([.handler(handler, served)])
        case .failure(let error):
            self.init(served.waits + [.fail(error)])
        case .wire(let bytes, let ending):
            self.init(served.waits + [.wire(bytes, then: ending)])
        case .takeover(let takeover):
            self.init(served.waits + [.takeOver(takeover, served)])
        case .unusable:
            // `flaw` is never nil for such a response, so this case returned above.
            self.init([])
        case .body(.file(let url)):
            self.init([.openFile(url, served)])
        case .body(.data(let data)):
            self.init(served, body: .data(data), to: request)
        case .body(.chunks(let chunks, let interval)):
            self.init(served, body: .chunks(chunks, every: interval), to: request)
        case .body(.sequence(let source)):
            self.init(served, body: .sequence(source, of: registered), to: request)
        }
    }

    /// Creates the plan of a served response from its body; a file is open already.
    init(_ served: ServedResponse, body: BodyChunks.Source, to request: MockRequest) {
        let registered = served.response
        let status = registered.response.status
        var headers = registered.headers
        if !status.forbidsContent { headers = headers.adding(contentLength: body.contentLength) }
        let head = ResponseHead(
            address: request.target.responseAddress, status: status.code, fields: headers,
            isOffContract: registered.response.isOffContract,
            isKnownAtRegistration: registered.isKnownAtRegistration)
        steps = served.waits
        // A redirect, the head, the body and the end.
        steps.reserveCapacity(steps.count + 4)
        if let target = Redirect.target(of: head, for: request) { steps.append(.redirect(head, to: target)) }
        steps.append(.head(head))
        let pace = registered.response.delivery.pace
        if status.forbidsContent || request.method == .head {
            addBody(.data(Data()), pace, statedLength: nil)
        } else {
            // The length in a recording or in the network's response may be that of an encoded body.
            let isStatedByTest = !served.isCopied && registered.registration.location != nil
            addBody(body, pace, statedLength: isStatedByTest ? headers.givenLength : nil)
        }
    }

    /// Adds the steps of the body and of the end.
    ///
    /// - Parameter statedLength: The length after which a client reads no further; nil for the body's own.
    private mutating func addBody(
        _ body: BodyChunks.Source, _ pace: MockResponse.Delivery.Pace, statedLength: Int?
    ) {
        // The common case, which needs no chunks: a body in memory, of the stated length if there is one.
        if case .whole = pace, case .data(let data) = body, statedLength == nil || statedLength == data.count {
            if !data.isEmpty { steps.append(.bytes(data.rebased)) }
            steps.append(.finish)
            return
        }
        var chunks = BodyChunks(body)
        var end = Step.finish
        switch pace {
        case .whole: break
        case .chunked(let size, let interval): chunks.cut(to: size, every: interval)
        case .failing(let code, let byteCount):
            chunks.limit = max(0, byteCount)
            end = .fail(URLError(code))
        }
        // A client is satisfied by the stated length, so a failure after as many or more bytes is never seen.
        let limit = chunks.limit ?? .max
        if let statedLength, statedLength <= limit {
            chunks.limit = statedLength
            chunks.isLengthStated = true
            end = .finish
            if let total = body.total, total < statedLength { end = .fail(URLError(.networkConnectionLost)) }
        }
        steps += [.chunks(chunks), end]
    }
}
