import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A delegate that records every callback in order and gives configured answers.
///
/// A delegate belongs to a session or to one task. Use a new delegate for each task, because a delegate records one
/// sequence and one completion. Answers may be set at any time from any thread.
public final class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    /// The answer to `willPerformHTTPRedirection`.
    public enum RedirectAnswer: Sendable {
        /// The proposed request.
        case follow
        /// No request: the redirect is the response.
        case refuse
        /// A request derived from the proposed one.
        case replace(@Sendable (URLRequest) -> URLRequest)
    }

    /// The answer to a challenge.
    public struct ChallengeAnswer: Sendable {
        /// The disposition.
        public var disposition: URLSession.AuthChallengeDisposition
        /// The credential, if one is used.
        public var credential: URLCredential?

        /// Creates an answer; by default the default handling.
        public init(
            _ disposition: URLSession.AuthChallengeDisposition = .performDefaultHandling,
            credential: URLCredential? = nil
        ) {
            self.disposition = disposition
            self.credential = credential
        }
    }

    private struct State: Sendable {
        var events: [ClientEvent] = []
        var response: URLResponse?
        /// The error of the end, nil without one; nil as a whole before the end.
        var completion: ClientError??
        var redirectAnswer = RedirectAnswer.follow
        var challengeAnswer = ChallengeAnswer()
        var bodyStream: (@Sendable () -> InputStream?)?
    }

    private let state = Observed(State())

    /// The callbacks so far, in order.
    public var events: [ClientEvent] { state.value.events }

    /// The last received response, without informational ones.
    public var response: URLResponse? { state.value.response }

    /// The answer to redirects; by default they are followed.
    public var redirectAnswer: RedirectAnswer {
        get { state.value.redirectAnswer }
        set { state.change { $0.redirectAnswer = newValue } }
    }

    /// The answer to challenges; by default the default handling.
    public var challengeAnswer: ChallengeAnswer {
        get { state.value.challengeAnswer }
        set { state.change { $0.challengeAnswer = newValue } }
    }

    /// Creates the stream for `needNewBodyStream`; by default there is none.
    public var bodyStream: (@Sendable () -> InputStream?)? {
        get { state.value.bodyStream }
        set { state.change { $0.bodyStream = newValue } }
    }

    /// Waits for `didCompleteWithError` and returns its error.
    ///
    /// The error is ``ClientError/hung`` if the waiting task is cancelled.
    public var completion: ClientError? {
        get async {
            await state.wait { $0.completion != nil }
            return state.value.completion ?? .hung
        }
    }

    /// Waits until the callbacks so far satisfy a condition.
    ///
    /// Returns early if the waiting task is cancelled.
    ///
    /// - Returns: The callbacks so far.
    @discardableResult
    public func waitForEvents(_ condition: @escaping @Sendable ([ClientEvent]) -> Bool) async -> [ClientEvent] {
        await state.wait { condition($0.events) }
        return events
    }

    private func record(_ event: ClientEvent) {
        state.change { $0.events.append(event) }
    }
}

// MARK: - Callbacks of data tasks

extension RecordingDelegate {
    /// Records the response and allows the task to continue.
    ///
    /// On Linux the native loader also delivers a 100 for which a streamed upload waits.
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @Sendable @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let event = ClientEvent.response(of: response)
        state.change { state in
            state.events.append(event)
            if !event.isInformational { state.response = response }
        }
        completionHandler(.allow)
    }

    /// Records the bytes.
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        record(.data(data))
    }
}

// MARK: - Callbacks of all tasks

extension RecordingDelegate {
    /// Records the redirect and answers it.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @Sendable @escaping (URLRequest?) -> Void
    ) {
        record(
            .redirect(
                status: response.statusCode, method: request.httpMethod ?? "", target: request.url?.target ?? ""))
        switch redirectAnswer {
        case .follow: completionHandler(request)
        case .refuse: completionHandler(nil)
        case .replace(let replacement): completionHandler(replacement(request))
        }
    }

    /// Records the session's challenge and answers it.
    public func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @Sendable @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        answer(challenge, completionHandler)
    }

    /// Records the task's challenge and answers it.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @Sendable @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        answer(challenge, completionHandler)
    }

    /// Records the call and answers with the configured stream.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @Sendable @escaping (InputStream?) -> Void
    ) {
        record(.bodyStreamNeeded)
        completionHandler(bodyStream?())
    }

    /// Records the number of sent bytes.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        record(.sentBody(bytes: bytesSent, total: totalBytesSent, expected: totalBytesExpectedToSend))
    }

    /// Records the end and resumes the waiting tasks.
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let error = error.map { ClientError($0) }
        // Download tasks report their response nowhere else.
        let response = task.response.flatMap { ClientEvent.response(of: $0).isInformational ? nil : $0 }
        state.change { state in
            state.events.append(.completed(error))
            state.response = state.response ?? response
            state.completion = .some(error)
        }
    }

    private func answer(
        _ challenge: URLAuthenticationChallenge,
        _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        record(.challenge(method: challenge.protectionSpace.authenticationMethod))
        let answer = challengeAnswer
        completionHandler(answer.disposition, answer.credential)
    }
}

// MARK: - Callbacks of download tasks

extension RecordingDelegate {
    /// Records the contents of the file, which most platforms remove afterwards.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        record(.downloaded(try? Data(contentsOf: location)))
    }

    /// Records the number of written bytes.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        record(.wroteData(bytes: bytesWritten, total: totalBytesWritten, expected: totalBytesExpectedToWrite))
    }
}
