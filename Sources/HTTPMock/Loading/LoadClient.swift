import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The client of one load as the stations see it: the log is told what the transport is about to hand on.
///
/// To be called on the transport's queue alone.
final class LoadClient: @unchecked Sendable {
    // Sendable although its state is mutable: all of it is touched on the transport's queue alone.
    let transport: LoadTransport
    private let store: Store
    private let responseTemplates: ResponseTemplates
    /// What the log is told at the end of the request that is under way.
    private var entry: (number: Int, outcome: RecordedRequest.Outcome)?
    /// Whether the client has been told the end, or has given up.
    private(set) var isOver = false
    private var head: ResponseHead?
    private var headArrival: ContinuousClock.Instant?
    /// What the log keeps of the body.
    private var body = Data()
    private var bodyLimit = 0

    init(transport: LoadTransport, engine: MockEngine) {
        self.transport = transport
        self.store = engine.store
        self.responseTemplates = engine.responseTemplates
    }

    /// Begins with the answer to one request: the load's own, or one it was redirected to.
    func begin(_ answer: Answer) {
        entry = (answer.number, answer.outcome)
        head = nil
        headArrival = nil
        body = Data()
        bodyLimit = store.logBodyLimit
    }

    /// Has the log say that the network answered, as a handler wanted it.
    func passOn() {
        entry?.outcome = .passthrough
    }

    /// Begins with a request that is passed through because the network redirected one to it.
    func begin(passing request: MockRequest) {
        begin(Answer(number: store.arrive(request).number, content: .passthrough, outcome: .passthrough))
    }

    /// Begins with a request that the loading system itself refuses.
    func begin(refusing request: MockRequest, _ error: any Error) {
        begin(Answer(number: store.arrive(request).number, content: .failure(error), outcome: .failed(error)))
    }

    /// Ends a request with the redirect that was its answer; the next one takes over.
    func follow(from head: ResponseHead) {
        note(head)
        transport.storeCookies(of: head)
        log()
    }

    func receive(_ head: ResponseHead) {
        note(head)
        transport.receive(head, from: responseTemplates)
    }

    func receive(_ data: Data) {
        if body.isEmpty, data.count <= bodyLimit {
            // Shared, not copied.
            body = data
        } else if body.count < bodyLimit {
            body.append(data.prefix(bodyLimit - body.count))
        }
        transport.receive(data)
    }

    /// Performs a step of a plan that is immediate.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - url: What was requested, for an error to name it.
    func perform(_ step: ResponsePlan.Step, url: URL) {
        switch step {
        case .head(let head): receive(head)
        case .bytes(let data): receive(data)
        case .finish: finish()
        case .fail(let error): fail(URLError.conforming(error, url: url))
        case .wait, .gate, .forever, .redirect, .pump: preconditionFailure("\(step) takes a player")
        }
    }

    func finish() {
        // Cancelled meanwhile: the loading system is about to say so, and the log says what the client sees.
        guard transport.isOpen else { return stop() }
        isOver = true
        log()
        transport.finish()
    }

    func fail(_ error: any Error) {
        guard transport.isOpen else { return stop() }
        isOver = true
        log(error)
        transport.fail(error)
    }

    /// Ends without a word to the client, which has given up.
    func stop() {
        isOver = true
        log(URLError(.cancelled))
        transport.stop()
    }

    private func note(_ head: ResponseHead) {
        self.head = head
        headArrival = .now
    }

    private func log(_ error: (any Error)? = nil) {
        guard let entry else { return }
        let outcome = error.map(entry.outcome.failing) ?? entry.outcome
        store.end(entry.number, RequestEnding(outcome: outcome, head: head, body: body, headArrival: headArrival))
        self.entry = nil
        body = Data()
    }
}
