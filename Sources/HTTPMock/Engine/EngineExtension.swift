import Foundation

/// A part of an instance that another module adds, such as a contract, a cassette or a fault sweep.
///
/// Created by the other module and retained by the instance's ``Store``. Every member has a default that does nothing.
/// ``settle(testHasFailed:)`` and ``problemsAtEnd(testHasFailed:)`` are called at the end of a test or a tool, and
/// ``unusedResponses`` by whoever reads those of the instance. ``survivesReset`` is read on the thread that resets the
/// instance. ``problems(of:)`` is called on the thread that registers the response, or that calls
/// ``HTTPMock/inspectRegistrations(with:)``. The other members are called on the thread that matches or ends a request,
/// perhaps on a work queue.
///
/// The store reads ``bodyLimit`` and ``survivesReset`` under its lock. The members that are not for the end must be
/// quick, and must not use the instance. ``answer(_:)`` and ``replacement(for:)`` may run user code if
/// ``workNeeded(for:)`` reports so.
package protocol EngineExtension: AnyObject, Sendable {
    /// Whether the instance keeps the extension when the instance is reset.
    var survivesReset: Bool { get }

    /// Whether the extension inspects, answers and receives requests for another protocol on their connection.
    var seesUpgrades: Bool { get }

    /// Whether a response that is suggested for an unmocked request is optional.
    ///
    /// Another run of the test may not make the request.
    var suggestsOptionalResponses: Bool { get }

    /// The largest body of a response that ``completed(_:)`` needs, in bytes.
    var bodyLimit: Int { get }

    /// Returns the work that matching a request costs because of the extension.
    func workNeeded(for request: MockRequest) -> MatchingWork

    /// Inspects a response when it is registered, and when ``HTTPMock/inspectRegistrations(with:)`` is called.
    func problems(of response: RegisteredResponse) -> [Problem]

    /// Inspects a request with its number in the log, from 1, before a response is chosen.
    func inspect(_ request: MockRequest, number: Int) -> RequestInspection

    /// Decides whether a request is answered by another response than the registered one.
    ///
    /// The registered response stays in its queue. Without one, the answer of an extension is changed.
    ///
    /// - Returns: The function that changes the response; nil to serve the response as it is.
    func replacement(for request: MockRequest) -> (@Sendable (MockResponse) -> MockResponse)?

    /// Answers a request that no registration answers.
    func answer(_ request: MockRequest) -> ExtensionAnswer

    /// Receives the record of a request that has ended, before the mock sends the end to the client.
    ///
    /// Each hop of a redirect has a record of its own.
    ///
    /// - Returns: The problems of the request.
    func completed(_ record: RecordedRequest) -> [Problem]

    /// The responses still unused, which a test reports at its end.
    var unusedResponses: [UnusedResponse] { get }

    /// Waits for the work of the extension that a test's end must not cut off.
    func settle(testHasFailed: Bool) async

    /// Returns the problems that only the test's end shows.
    func problemsAtEnd(testHasFailed: Bool) -> [Problem]
}

extension EngineExtension {
    package var survivesReset: Bool { false }
    package var seesUpgrades: Bool { false }
    package var suggestsOptionalResponses: Bool { false }
    package var bodyLimit: Int { 0 }
    package func workNeeded(for request: MockRequest) -> MatchingWork {
        .headOnly
    }
    package func problems(of response: RegisteredResponse) -> [Problem] { [] }
    package func inspect(_: MockRequest, number: Int) -> RequestInspection {
        RequestInspection()
    }
    package func replacement(for request: MockRequest) -> (@Sendable (MockResponse) -> MockResponse)? {
        nil
    }
    package func answer(_ request: MockRequest) -> ExtensionAnswer {
        .nothing([])
    }
    package func completed(_ record: RecordedRequest) -> [Problem] { [] }
    package var unusedResponses: [UnusedResponse] { [] }
    package func settle(testHasFailed: Bool) async {}
    package func problemsAtEnd(testHasFailed: Bool) -> [Problem] { [] }
}
