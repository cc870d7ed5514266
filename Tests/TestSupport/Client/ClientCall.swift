import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One call of one `URLSession` method, with all its arguments.
struct ClientCall: Sendable {
    let session: URLSession
    let request: URLRequest
    let body: Data
    let file: URL
    /// The recording delegate, of the session or of the task.
    let delegate: RecordingDelegate?
    /// The recording delegate, if it belongs to the task.
    let taskDelegate: RecordingDelegate?

    private let result = Observed<ClientOutcome?>(nil)
    private let madeTask = Observed<URLSessionTask?>(nil)

    /// The task's properties; nil where the client has no task.
    var taskProperties: TaskProperties? { madeTask.value.map { TaskProperties($0) } }

    /// Makes the call, and waits for its end or the time limit.
    func outcome(as style: ClientStyle, timeLimit: Duration) async -> ClientOutcome {
        let task = style.isAsync ? nil : makeTask(style)
        madeTask.change { $0 = task }
        if style.isAsync {
            // Not a child task, because the parent would have to wait for a child that never ends.
            Task { await awaitMethod(style) }
        } else if let task {
            start(task, style)
        }
        let watchdog = Task {
            try await Task.sleep(for: timeLimit)
            end(ClientOutcome(data: nil, response: nil, error: .hung))
        }
        await result.wait { $0 != nil }
        watchdog.cancel()
        let outcome = result.value ?? ClientOutcome(data: nil, response: nil, error: .hung)
        if outcome.error == .hung { task?.cancel() }
        return outcome
    }

    /// Waits until the pending callbacks have been made.
    func drainDelegateQueue(timeLimit: Duration) async {
        let isDrained = Observed(false)
        session.delegateQueue.addOperation { isDrained.change { $0 = true } }
        let watchdog = Task {
            try await Task.sleep(for: timeLimit)
            isDrained.change { $0 = true }
        }
        await isDrained.wait { $0 }
        watchdog.cancel()
    }

    /// Stores the first end and ignores later ones.
    private func end(_ outcome: ClientOutcome) {
        result.change { $0 = $0 ?? outcome }
    }

    // MARK: Async methods

    private func awaitMethod(_ style: ClientStyle) async {
        do {
            let (data, response) = try await callMethod(style)
            end(ClientOutcome(data: data, response: response, error: nil))
        } catch {
            end(ClientOutcome(data: nil, response: nil, error: ClientError(error)))
        }
    }

    private func callMethod(_ style: ClientStyle) async throws -> (Data?, URLResponse) {
        switch style {
        case .asyncUpload:
            return try await session.upload(for: request, from: body, delegate: taskDelegate)
        case .asyncFileUpload:
            return try await session.upload(for: request, fromFile: file, delegate: taskDelegate)
        case .asyncDownload:
            let (location, response) = try await session.download(for: request, delegate: taskDelegate)
            return (Self.takeFile(location), response)
        default:
            return try await session.data(for: request, delegate: taskDelegate)
        }
    }

    // MARK: Tasks

    private func makeTask(_ style: ClientStyle) -> URLSessionTask {
        let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, response, error in
            end(ClientOutcome(data: data, response: response, error: error.map { ClientError($0) }))
        }
        switch style {
        case .handlerData: return session.dataTask(with: request, completionHandler: handler)
        case .handlerUpload: return session.uploadTask(with: request, from: body, completionHandler: handler)
        case .handlerFileUpload: return session.uploadTask(with: request, fromFile: file, completionHandler: handler)
        case .handlerDownload:
            return session.downloadTask(with: request) { location, response, error in
                handler(location.flatMap { Self.takeFile($0) }, response, error)
            }
        case .delegateUpload: return session.uploadTask(with: request, from: body)
        case .delegateFileUpload: return session.uploadTask(with: request, fromFile: file)
        case .delegateStreamUpload: return session.uploadTask(withStreamedRequest: request)
        case .delegateDownload: return session.downloadTask(with: request)
        default: return session.dataTask(with: request)
        }
    }

    private func start(_ task: URLSessionTask, _ style: ClientStyle) {
        if let taskDelegate { task.delegate = taskDelegate }
        task.resume()
        guard style.isDelegateDriven, let delegate else { return }
        Task {
            let error = await delegate.completion
            end(ClientOutcome(data: delegate.events.body, response: delegate.response, error: error))
        }
    }

    private static func takeFile(_ location: URL) -> Data? {
        defer { try? FileManager.default.removeItem(at: location) }
        return try? Data(contentsOf: location)
    }
}

extension [ClientEvent] {
    /// The body from the callbacks; nil if there was none.
    fileprivate var body: Data? {
        reduce(nil) { body, event in
            switch event {
            case .data(let data): (body ?? Data()) + data
            case .downloaded(let data): data
            default: body
            }
        }
    }
}
