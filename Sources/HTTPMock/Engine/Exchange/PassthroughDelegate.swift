import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Passes each event of the passthrough session to its task's load, on the session's delegate queue.
final class PassthroughDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let loads = Locked<[Int: PassthroughLoad]>([:])

    func add(_ load: PassthroughLoad, for task: URLSessionTask) {
        loads.withLock { $0[task.taskIdentifier] = load }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        load(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        load(of: task)?.noteProgress()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        load(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Never followed here: the load passes the redirect on once the task has ended, because the native loader drops
        // the body of a 307 or 308 (FoundationOnLinux.md, "Redirects"). A cancelled task gets no answer at all, because
        // Foundation stops the process if a cancelled task is answered.
        if load(of: task)?.redirect(response) == true { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // On Linux a challenge comes after the whole response, and without an answer the task never ends
        // (FoundationOnLinux.md, "Challenges").
        let isAnswered = load(of: task)?.finishAsReceived() ?? false
        completionHandler(isAnswered ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        loads.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error, response: task.response)
    }

    private func load(of task: URLSessionTask) -> PassthroughLoad? {
        loads.withLock { $0[task.taskIdentifier] }
    }
}
