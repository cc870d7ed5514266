import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A task that a test cancels, suspends and resumes, with the events of its client.
///
/// Created in one of the styles that return a task. A delegate belongs to a session of the probe's own.
final class TaskProbe: Sendable {
    /// The styles of a probe.
    static let styles: [ClientStyle] = [
        .handlerData, .handlerUpload, .handlerDownload, .delegateData, .delegateUpload, .delegateDownload,
    ]

    let session: URLSession
    let task: URLSessionTask
    /// Records the events of a style that is driven by a delegate.
    let delegate: RecordingDelegate?
    private let ends = Observed<[ClientOutcome]>([])

    init(_ request: URLRequest, as style: ClientStyle, configuration: URLSessionConfiguration) {
        delegate = style.isDelegateDriven ? RecordingDelegate() : nil
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let body = Data("body".utf8)
        let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { [ends] data, response, error in
            let outcome = ClientOutcome(data: data, response: response, error: error.map { ClientError($0) })
            ends.change { $0.append(outcome) }
        }
        var upload = request
        upload.httpMethod = "POST"
        switch style {
        case .handlerUpload: task = session.uploadTask(with: upload, from: body, completionHandler: handler)
        case .handlerDownload:
            task = session.downloadTask(with: request) { location, response, error in
                let data = location.flatMap { try? Data(contentsOf: $0) }
                if let location { try? FileManager.default.removeItem(at: location) }
                handler(data, response, error)
            }
        case .delegateData: task = session.dataTask(with: request)
        case .delegateUpload: task = session.uploadTask(with: upload, from: body)
        case .delegateDownload: task = session.downloadTask(with: request)
        default: task = session.dataTask(with: request, completionHandler: handler)
        }
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// The number of reported ends.
    var endCount: Int {
        let completions = delegate?.events.count { if case .completed = $0 { true } else { false } }
        return completions ?? ends.value.count
    }

    /// Returns the outcome at the end of the task; hung after two minutes.
    func outcome() async -> ClientOutcome {
        let waiting = Task { [ends, delegate] in
            if let delegate { _ = await delegate.completion } else { await ends.wait { !$0.isEmpty } }
        }
        let watchdog = Task {
            try await Task.sleep(for: .seconds(120))
            waiting.cancel()
        }
        await waiting.value
        watchdog.cancel()
        guard endCount > 0 else { return ClientOutcome(data: nil, response: nil, error: .hung) }
        guard let delegate else { return (ends.value.first ?? hung).comparable() }
        let error = await delegate.completion
        return ClientOutcome(data: nil, response: nil, error: error, events: delegate.events).comparable()
    }

    /// Waits until all pending events have reached the client.
    func settle() async {
        let isDone = Observed(false)
        // The work queue first, then the delegate queue.
        _ = task.priority
        session.delegateQueue.addOperation { isDone.change { $0 = true } }
        await isDone.wait { $0 }
    }

    private var hung: ClientOutcome { ClientOutcome(data: nil, response: nil, error: .hung) }
}

extension ClientOutcome {
    /// Whether the task ended with a cancellation.
    var isCancelled: Bool {
        error?.domain == NSURLErrorDomain && error?.code == URLError.cancelled.rawValue && error?.isURLError == true
    }

    /// Whether the task ended with a timeout.
    var isTimedOut: Bool {
        error?.domain == NSURLErrorDomain && error?.code == URLError.timedOut.rawValue && error?.isURLError == true
    }
}
