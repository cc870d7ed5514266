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
    private var answer: Answer?
    /// Whether the client has been told the end, or has given up.
    private(set) var isOver = false
    private var head: ResponseHead?
    private var headArrival: ContinuousClock.Instant?
    private var pieces: [Data] = []
    /// What the log still takes of the body.
    private var room = 0

    init(transport: LoadTransport, core: MockCore) {
        self.transport = transport
        self.store = core.store
        self.responseTemplates = core.responseTemplates
    }

    /// Begins with the answer to one request: the load's own, or one it was redirected to.
    func begin(_ answer: Answer) {
        self.answer = answer
        head = nil
        headArrival = nil
        pieces = []
        room = store.logBodyLimit
    }

    /// Has the log say that the network answered, as a handler wanted it.
    func passOn() {
        answer = answer.map { Answer(number: $0.number, content: .passthrough, outcome: .passthrough) }
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
        log { $0.outcome }
    }

    func receive(_ head: ResponseHead) {
        note(head)
        transport.receive(head, from: responseTemplates)
    }

    func receive(_ data: Data) {
        if room > 0 { pieces.append(data) }
        room -= data.count
        transport.receive(data)
    }

    func finish() {
        // Cancelled meanwhile: the loading system is about to say so, and the log says what the client sees.
        guard transport.isOpen else { return stop() }
        isOver = true
        log { $0.outcome }
        transport.finish()
    }

    func fail(_ error: any Error) {
        guard transport.isOpen else { return stop() }
        isOver = true
        log { $0.outcome(of: error) }
        transport.fail(error)
    }

    /// Ends without a word to the client, which has given up.
    func stop() {
        isOver = true
        log { $0.outcome(of: URLError(.cancelled)) }
        transport.stop()
    }

    private func note(_ head: ResponseHead) {
        self.head = head
        headArrival = .now
    }

    private func log(_ outcome: (Answer) -> RecordedRequest.Outcome) {
        guard let answer else { return }
        store.end(
            answer.number,
            RequestEnding(outcome: outcome(answer), head: head, pieces: pieces, headArrival: headArrival))
        self.answer = nil
        pieces = []
    }
}
