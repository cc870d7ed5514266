import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs one request in a chosen style and returns everything that the client saw.
///
/// A request that never ends becomes ``ClientError/hung`` after the time limit, so that the test does not hang. The
/// waiting task is not cancelled, because on Linux a cancellation can deadlock the process.
public struct ClientDriver: Sendable {
    /// The object that a recording delegate belongs to.
    public enum DelegateOwner: Sendable {
        /// A session of its own with the same configuration.
        case session
        /// The one task.
        case task
    }

    /// The session the requests run in.
    public let session: URLSession
    /// The longest wait for the end of a request, in real time.
    public let timeLimit: Duration

    /// Creates a driver.
    ///
    /// - Parameters:
    ///   - session: The session. If a style needs a session delegate, another session with its configuration is used.
    ///   - timeLimit: The longest wait for the end of a request, in real time.
    public init(session: URLSession, timeLimit: Duration = .seconds(600)) {
        self.session = session
        self.timeLimit = timeLimit
    }

    /// Runs one request to its end.
    ///
    /// - Parameters:
    ///   - request: The request; for uploads without the body.
    ///   - style: The style in which the request runs.
    ///   - body: The body to upload. If nil, the file is missing, or the delegate has no stream.
    ///   - delegate: A new delegate that records the callbacks. If nil, a delegate is created for styles that need one.
    ///   - owner: The owner of the delegate. Styles that are driven by a delegate use the session.
    /// - Returns: The outcome for the client.
    public func run(
        _ request: URLRequest, as style: ClientStyle, body: Data? = Data(), delegate: RecordingDelegate? = nil,
        at owner: DelegateOwner = .session
    ) async -> ClientOutcome {
        let delegate = style.isDelegateDriven ? delegate ?? RecordingDelegate() : delegate
        let isOfSession = style.isDelegateDriven || owner == .session
        let sessionDelegate = isOfSession ? delegate : nil
        let ownSession = sessionDelegate.map {
            URLSession(configuration: session.configuration, delegate: $0, delegateQueue: nil)
        }
        defer { ownSession?.finishTasksAndInvalidate() }

        let file = TemporaryFile(style.isFileUpload ? body : nil)
        defer { file.remove() }
        if style == .delegateStreamUpload, let body, let delegate, delegate.bodyStream == nil {
            delegate.bodyStream = { InputStream(data: body) }
        }

        let call = ClientCall(
            session: ownSession ?? session, request: request, body: body ?? Data(), file: file.url,
            delegate: delegate, taskDelegate: isOfSession ? nil : delegate)
        var outcome = await call.outcome(as: style, timeLimit: timeLimit)
        if let delegate {
            // Callbacks that the async methods do not wait for are still in this queue.
            await call.drainDelegateQueue(timeLimit: timeLimit)
            outcome.events = delegate.events
        }
        outcome.task = call.taskProperties
        return outcome
    }
}
