import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The properties of a task after its end, as far as the native loader sets them.
///
/// Without its progress: the native loader updates that at random moments around the end.
public struct TaskProperties: Sendable, Equatable {
    /// The method, path and query of the current request.
    public var currentRequest: String
    /// The error's domain and code; nil without an error.
    public var error: String?
    /// The number of received bytes.
    public var receivedCount: Int64
    /// The number of sent bytes.
    public var sentCount: Int64
    /// The number of bytes that the task expected to receive.
    public var expectedReceivedCount: Int64
    /// The number of bytes that the task expected to send.
    public var expectedSentCount: Int64

    /// Reads the properties of a task that has ended.
    public init(_ task: URLSessionTask) {
        let request = task.currentRequest
        currentRequest = "\(request?.httpMethod ?? "-") \(request?.url?.target ?? "-")"
        error = task.error.map { "\(ClientError($0).domain) \(ClientError($0).code)" }
        receivedCount = task.countOfBytesReceived
        sentCount = task.countOfBytesSent
        expectedReceivedCount = task.countOfBytesExpectedToReceive
        expectedSentCount = task.countOfBytesExpectedToSend
    }
}

extension TaskProperties: CustomStringConvertible {
    /// The properties in one line, for the message of a failed comparison.
    public var description: String {
        "task \(currentRequest), error \(error ?? "none"), received \(receivedCount)/\(expectedReceivedCount), "
            + "sent \(sentCount)/\(expectedSentCount)"
    }
}
