import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs one request in a chosen style and tells what the client saw.
///
/// A request that never ends is ``ClientError/hung`` after the time limit instead of a hanging test. No awaiting task is
/// ever cancelled for that: on Linux this can deadlock the loader of the whole process.
public struct ClientDriver: Sendable {
    /// Who a recording delegate is told about.
    public enum DelegatePlace: Sendable {
        /// A session of its own with the same configuration.
        case session
        /// The one task.
        case task
    }

    /// The session the requests run in.
    public let session: URLSession
    /// How long to wait for the end of a request, in real time.
    public let timeLimit: Duration

    /// Makes a driver.
    ///
    /// - Parameters:
    ///   - session: The session to run in; where a session delegate is needed, its configuration is used for another.
    ///   - timeLimit: How long to wait for the end of a request, in real time.
    public init(session: URLSession, timeLimit: Duration = .seconds(120)) {
        self.session = session
        self.timeLimit = timeLimit
    }

    /// Runs one request to its end.
    ///
    /// - Parameters:
    ///   - request: The request; of uploads, without the body.
    ///   - style: The way to run it.
    ///   - body: What to upload. With nil the file is missing, or the delegate has no stream.
    ///   - delegate: Records the callbacks; not used before. Where the style has no other way, one is made if nil.
    ///   - place: Whether it is the session's or the task's. Styles that are driven by a delegate use the session's.
    /// - Returns: What the client saw.
    public func run(
        _ request: URLRequest, as style: ClientStyle, body: Data? = Data(), delegate: RecordingDelegate? = nil,
        at location: DelegatePlace = .session
    ) async -> ClientOutcome {
        let delegate = style.isDelegateDriven ? delegate ?? RecordingDelegate() : delegate
        let isOfSession = style.isDelegateDriven || location == .session
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
            // Callbacks that the async methods do not wait for are on their way through this queue.
            await call.drainDelegateQueue(timeLimit: timeLimit)
            outcome.events = delegate.events
        }
        outcome.task = call.taskProperties
        return outcome
    }
}
