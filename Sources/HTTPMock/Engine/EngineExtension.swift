/// A part of an instance that another module adds, such as a contract, a cassette or a fault sweep.
///
/// Created by the other module and retained by the instance's ``Store``. Every member has a default that does nothing.
/// The members are called on the thread that registers, matches or ends a request, perhaps on a work queue. So a member
/// must be quick, and must not use the instance. ``answer(_:)`` and ``replacement(for:)`` may run user code if
/// ``workNeeded(for:)`` reports so.
package protocol EngineExtension: AnyObject, Sendable {
    /// Whether `HTTPMock.reset()` keeps the extension.
    var survivesReset: Bool { get }

    /// The largest body of a response that ``completed(_:)`` needs, in bytes.
    var bodyLimit: Int { get }

    /// Returns the work that the extension needs before a request is answered.
    func workNeeded(for request: MockRequest) -> MatchingWork

    /// Inspects a response when it is registered, and when ``HTTPMock/inspectRegistrations(with:)`` is called.
    func problems(of response: RegisteredResponse) -> [Problem]

    /// Inspects a request with its number in the log, from 1, before it is matched.
    ///
    /// - Returns: The problems, and the refusal of the request, if it is refused.
    func inspect(_ request: MockRequest, number: Int) -> (problems: [Problem], refusal: ExtensionRefusal?)

    /// Decides whether a request is answered by another response than the registered one.
    ///
    /// The registered response stays in its queue. Without one, the answer of another extension is changed.
    ///
    /// - Returns: The function that changes the response; nil to serve the response as it is.
    func replacement(for request: MockRequest) -> (@Sendable (MockResponse) -> MockResponse)?

    /// Answers a request that no registration answers.
    func answer(_ request: MockRequest) -> ExtensionAnswer

    /// Receives an exchange that has ended, before the client sees the end.
    ///
    /// Each hop of a redirect is an exchange of its own.
    ///
    /// - Returns: The problems of the exchange.
    func completed(_ exchange: RecordedRequest) -> [Problem]

    /// The responses that no request has used, and whose absence is a failure.
    var unusedResponses: [UnusedResponse] { get }

    /// Waits for the work of the extension that a test's end must not cut off.
    func settle(testHasFailed: Bool) async

    /// Returns the problems that are reported at the end of the test.
    func problemsAtEnd(testHasFailed: Bool) -> [Problem]
}

extension EngineExtension {
    package var survivesReset: Bool { false }
    package var bodyLimit: Int { 0 }
    package func workNeeded(for request: MockRequest) -> MatchingWork { .headOnly }
    package func problems(of response: RegisteredResponse) -> [Problem] { [] }
    package func inspect(_ request: MockRequest, number: Int) -> (problems: [Problem], refusal: ExtensionRefusal?) {
        ([], nil)
    }
    package func replacement(for request: MockRequest) -> (@Sendable (MockResponse) -> MockResponse)? { nil }
    package func answer(_ request: MockRequest) -> ExtensionAnswer { .nothing([]) }
    package func completed(_ exchange: RecordedRequest) -> [Problem] { [] }
    package var unusedResponses: [UnusedResponse] { [] }
    package func settle(testHasFailed: Bool) async {}
    package func problemsAtEnd(testHasFailed: Bool) -> [Problem] { [] }
}

/// Keeps the responses of an instance until each is released, as an order sweep does.
package protocol ResponseHold: AnyObject, Sendable {
    /// Keeps one response, of which the client has seen nothing.
    ///
    /// The request does not time out meanwhile. A released response is sent whole, without pauses between its
    /// chunks. Passed-through responses, and those that wait at a gate or are never sent, are not held.
    ///
    /// - Parameters:
    ///   - number: The number of the request in the log.
    ///   - release: Sends the response; may be called on any thread.
    /// - Returns: The function that is called when the wait ends, after the release or with the request.
    func hold(_ number: Int, release: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// The answer of an ``EngineExtension`` to a request that it refuses; no registered response is used.
package struct ExtensionRefusal: Sendable {
    /// The body of the answer.
    let text: String
    let status: MockResponse.Status
    /// The statuses of registered responses that are served all the same.
    let exceptions: Set<Int>

    package init(_ text: String, status: MockResponse.Status, unlessServed exceptions: Set<Int> = []) {
        self.text = text
        self.status = status
        self.exceptions = exceptions
    }
}

/// The answer of an ``EngineExtension`` to a request that no registration answers.
package enum ExtensionAnswer: Sendable {
    /// A response, which an extension that answers with it several times creates once.
    case response(RegisteredResponse)
    /// The real network answers.
    ///
    /// The exchange and those of its redirects have the mark as ``RecordedRequest/mark``, with whole bodies. The
    /// engine releases the mark after the last of them.
    case passthrough(mark: any AnyObject & Sendable)
    /// No response; the lines give the reasons, and the last line gives the fix.
    case nothing([String])
}
