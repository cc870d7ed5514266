import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request to the real network, without its redirects.
///
/// Retained by the delegate and the exchange. Events arrive on the delegate queue, and the exchange handles them on the
/// transport's queue.
final class PassthroughLoad: Sendable {
    private struct State {
        var task: URLSessionTask?
        var permit: PassthroughPermit?
        var file: TemporaryBody?
        var isOver = false
        var hasResponse = false
        /// A redirect that has arrived, which is handled once the task has ended.
        var redirect: ReceivedRedirect?
    }

    private struct ReceivedRedirect {
        let head: ResponseHead
        /// The part of the body that has arrived; delivered only if the redirect is not followed.
        var body = Data()
    }

    private let request: MockRequest
    private let exchange: Exchange
    private let wait: ExchangeWait
    /// The idle timeout, which the native loader enforces; nil for none.
    private let idle: Duration?
    private let queue: DispatchQueue
    /// Creates the task of a request with the file of its body; without a file, the request has the body.
    private let makeTask: @Sendable (URLRequest, URL?, PassthroughLoad) -> URLSessionTask
    private let state = Locked(State())

    init(
        _ request: MockRequest, for exchange: Exchange, during wait: ExchangeWait, queue: DispatchQueue,
        makeTask: @escaping @Sendable (URLRequest, URL?, PassthroughLoad) -> URLSessionTask
    ) {
        self.request = request
        self.exchange = exchange
        self.wait = wait
        idle = exchange.transport.timeouts(for: request).idle
        self.queue = queue
        self.makeTask = makeTask
    }

    /// Sends the request; called on the queue of ``Passthrough``, where `URLSession` may be called.
    func forward() {
        if let file = request.content.fileURL { return forward(from: file) }
        guard request.arrivedAtPort, request.content.count > Self.memoryLimit else { return forward(from: nil) }
        WorkerThreads.files.run { [self] in
            // If there is no room for the file, the body is sent from memory.
            let file = try? TemporaryBody(request.body)
            state.withLock { $0.file = file }
            queue.async { [self] in forward(from: file?.url) }
        }
    }

    /// The size above which a body that a client sent to a port is passed on from a file, in bytes.
    private static let memoryLimit = 1 << 20

    /// A year in seconds, for a client in process or a passthrough session without an idle timeout.
    ///
    /// The native loader always has a timeout: zero ends a request at once, and infinity stops the process
    /// (FoundationOnLinux.md, "Timeouts").
    static let noTimeout: TimeInterval = 31_536_000

    private func forward(from file: URL?) {
        guard !state.withLock({ $0.isOver }) else { return }
        // The body of a file is not read here, because the loader reads the file in chunks.
        var urlRequest = file == nil ? request.urlRequest : request.requestWithoutFile
        if file != nil { urlRequest.httpBody = nil }
        // Rounded up, because the native loader truncates to whole seconds (FoundationOnLinux.md, "Timeouts").
        // A request that arrived at a port keeps the timeout of the passthrough session.
        if let idle {
            urlRequest.timeoutInterval = max(1, (idle / .seconds(1)).rounded(.up))
        } else if !request.arrivedAtPort {
            urlRequest.timeoutInterval = Self.noTimeout
        }
        let task = makeTask(urlRequest, file, self)
        let permit = PassthroughPermit(request.url)
        let isOver = state.withLock { state in
            state.permit = permit
            state.task = task
            return state.isOver
        }
        // Resumed in any case, because Foundation never releases a task that was not resumed.
        task.resume()
        if isOver { task.cancel() }
    }

    /// Cancels the request without notifying the exchange.
    func cancel() {
        let task = state.withLock { state in
            state.isOver = true
            // A task whose redirect is answered ends by itself (FoundationOnLinux.md, "Redirects").
            return state.redirect == nil ? state.task : nil
        }
        queue.async { task?.cancel() }
    }

    func receive(_ response: URLResponse) {
        // On Linux an interim response (RFC 9110 §15.2) arrives like a final response.
        if let status = (response as? HTTPURLResponse)?.statusCode, (100..<200).contains(status) { return }
        let isWanted = state.withLock { state in
            guard !state.isOver, state.redirect == nil else { return false }
            state.hasResponse = true
            return true
        }
        guard isWanted else { return }
        perform { exchange in
            guard let head = ResponseHead(response) else { return exchange.transport.deliver(foreign: response) }
            exchange.perform(.head(head))
        }
    }

    func noteProgress() {
        exchange.transport.perform { [exchange] in exchange.progress += 1 }
    }

    func receive(_ data: Data) {
        let isWanted = state.withLock { state in
            state.redirect?.body.append(data)
            return !state.isOver && state.redirect == nil
        }
        if isWanted { perform { $0.perform(.bytes(data)) } }
    }

    /// Stores a redirect until the end; returns whether the native loader may be answered.
    ///
    /// False if the task has been cancelled, because Foundation stops the process if a cancelled task is answered.
    func redirect(_ response: HTTPURLResponse) -> Bool {
        let head = ResponseHead(response)
        return state.withLock { state in
            if !state.isOver { state.redirect = head.map { ReceivedRedirect(head: $0) } }
            return !state.isOver
        }
    }

    /// Ends the response with the part that has arrived; returns false if none has, and after the end.
    func finishAsReceived() -> Bool {
        guard state.withLock({ $0.hasResponse && !$0.isOver }) else { return false }
        complete(nil, response: nil)
        return true
    }

    /// Handles the end of the task, whose response may be an unreported redirect.
    func complete(_ error: (any Error)?, response: URLResponse?) {
        let (wasOver, hasResponse, redirect) = state.withLock { state in
            (Swift.exchange(&state.isOver, with: true), state.hasResponse, state.redirect)
        }
        guard !wasOver else { return }
        let body = redirect?.body ?? Data()
        if let head = redirect?.head, let next = Redirect.target(of: head, for: request) {
            return perform { [wait] in $0.ask(whetherToPassOn: next, after: head, body: body, insteadOf: wait) }
        }
        let error = error.map(URLError.conforming)
        var head = redirect?.head
        // A redirect that was not reported is found only as the response of the ended task.
        if head == nil, !hasResponse { head = response.flatMap { ResponseHead($0) } }
        perform { [head] exchange in
            if let error { return exchange.perform(.fail(error)) }
            if let head { exchange.perform(.head(head)) }
            if !body.isEmpty { exchange.perform(.bytes(body)) }
            exchange.perform(.finish)
        }
    }

    private func perform(_ event: @escaping @Sendable (Exchange) -> Void) {
        exchange.transport.perform { [exchange, wait] in exchange.received(event, during: wait) }
    }
}

/// A file with the body of a request, because Foundation copies a body that it sends from memory.
private final class TemporaryBody: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("HTTPMock-\(UUID().uuidString)")

    init(_ body: Data) throws { try body.write(to: url) }

    deinit { try? FileManager.default.removeItem(at: url) }
}
