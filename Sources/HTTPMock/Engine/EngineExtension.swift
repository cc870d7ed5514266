import Foundation

/// A part of an instance that another module adds, such as a contract, a cassette or a fault sweep.
///
/// Created by the other module and retained by the instance's ``Store``. Every member has a default that does nothing.
/// The members are called on the thread that registers, matches or ends a request, perhaps on a work queue. So a member
/// must be quick, and must not use the instance. ``answer(_:)`` and ``replacement(for:)`` may run user code if
/// ``workNeeded(for:)`` reports so.
package protocol EngineExtension: AnyObject, Sendable {
    var survivesReset: Bool { get }

    /// The largest body of a response that ``completed(_:)`` needs, in bytes.
    var bodyLimit: Int { get }

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

    func problemsAtEnd(testHasFailed: Bool) -> [Problem]
}

extension EngineExtension {
    package var survivesReset: Bool { false }
    package var bodyLimit: Int { 0 }
    package func workNeeded(for request: MockRequest) -> MatchingWork { .headOnly }
    package func problems(of response: RegisteredResponse) -> [Problem] { [] }
    package func inspect(_: MockRequest, number: Int) -> (problems: [Problem], refusal: ExtensionRefusal?) { ([], nil) }
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
    /// The response; an extension that answers with it several times creates it once.
    case response(RegisteredResponse)
    /// The real network answers.
    ///
    /// The exchange and those of its redirects have the mark as ``RecordedRequest/mark``, with whole bodies. The
    /// engine releases the mark after the last of them.
    case passthrough(mark: any AnyObject & Sendable)
    /// No response; the lines give the reasons, and the last line gives the fix.
    case nothing([String])
}

/// A mistake, or the cause of one, which a test reports at its end.
///
/// The ``Store`` keeps problems for the test; without a test, they are printed at once.
package struct Problem: Hashable, Sendable {
    package let text: String
    /// The source location of the registration; nil for a request's problem.
    package let location: CallSite?
    package let kind: Kind

    package enum Kind: Sendable {
        /// A mistake, which fails the test.
        case failure
        /// A mistake that fails no test.
        case warning
        /// A possible cause of a failure, which only a test that fails reports.
        case cause
        /// A request that a front end has refused, which a test that passes prints.
        case refusal
    }

    package var isWarning: Bool { kind == .warning }

    package init(_ kind: Kind = .failure, text: String, location: CallSite? = nil) {
        self.text = text
        self.location = location
        self.kind = kind
    }

    /// Creates the problem of an error that a handler threw.
    ///
    /// Nil for a cancellation, and for a requirement of Swift Testing, which is an issue of its own.
    init?(_ error: any Error, thrownAt location: CallSite?) {
        guard !(error is CancellationError), String(reflecting: type(of: error)) != "Testing.ExpectationFailedError"
        else { return nil }
        let place = location.map { " at \($0)" } ?? ""
        self.init(.cause, text: "HTTPMock: the handler\(place) threw \(Redaction.text(of: error))", location: location)
    }
}

/// The mistakes of an instance that a strict test has made with `HTTPMock()`.
extension Store {
    /// Returns the warning so far; nil while the instance exists, because other tests may use it.
    func mistakes(allowsUnused: Bool) -> String? { read(\.instance.mock) == nil ? mistakesSoFar?(allowsUnused) : nil }

    /// Notes the mistakes for the end of the test, which then no longer retains the store of a released instance.
    func keepMistakes() { if let note = read(\.noteMistakes) { note(mistakesSoFar) } }

    /// The warning, without values of the user; nil before the first request.
    private var mistakesSoFar: InstanceMistakes? {
        let (log, isUnmockedExpected) = read { ($0.contents.log, !$0.contents.policy.isUnchosen) }
        guard log.count > 0 else { return nil }
        let unmocked = log.records.filter { if case .unmocked? = $0.outcome { !isUnmockedExpected } else { false } }
            .map { "no response for \($0.request)" }
        let unused = unused.map { "never used: \($0)" }
        return { allowsUnused in
            let lines = unmocked + (allowsUnused ? [] : unused)
            guard !lines.isEmpty else { return nil }
            return
                (["HTTPMock: the test made a mock with HTTPMock(), which is not strict, so these fail nothing"]
                + lines.prefix(10).map { "  \($0)" } + (lines.count > 10 ? ["  and \(lines.count - 10) more"] : [])
                + ["  To fix this, use HTTPMock.current, or in XCTest what makeHTTPMock returns."])
                .joined(separator: "\n")
        }
    }
}

extension Store.Contents {
    /// Adds a problem; returns false for a known problem, and beyond the limit of its kind.
    mutating func add(_ problem: Problem) -> Bool {
        // A broken client or handler may cause any number of problems.
        let isLimited = problem.kind == .cause || problem.kind == .refusal
        guard !problems.contains(problem), !isLimited || problems.count(where: { $0.kind == problem.kind }) < 100
        else { return false }
        problems.append(problem)
        return true
    }
}

/// A request that a front end with sockets has answered with an error by itself, before any matching.
package struct RefusedRequest: Sendable {
    /// The first line that the client sent, as far as it arrived.
    let line: String
    /// The origin that the request was for, as in `https://api.example.com`.
    let origin: String
    let status: Int
    let text: String
    let start = Date()
    /// The request in the log; nil if its head could not be read.
    let request: MockRequest?

    /// Notes a refusal at the moment of its answer.
    ///
    /// - Parameters:
    ///   - line: The first line that the client sent; control characters are escaped by the caller.
    ///   - reason: The cause, a sentence.
    ///   - fix: The advice that follows "To fix this, ", without a full stop.
    package init(line: String, origin: String, status: Int, reason: String, fix: String, request: MockRequest?) {
        self.line = line.split(separator: " ", omittingEmptySubsequences: false)
            .map { Redaction.text(ofAddress: String($0)) }.joined(separator: " ")
        self.origin = origin
        self.status = status
        self.request = request
        text = """
            HTTPMock: the server of \(origin) answered a request with \(status) by itself: \(reason)
              the client's first line: \(line.isEmpty ? "none" : self.line)
              To fix this, \(fix).
            """
    }
}

extension MockEngine {
    /// Logs a request that a front end has refused by itself, and reports each refusal once.
    package func log(_ refused: RefusedRequest) {
        if let request = refused.request {
            var record = store.arrive(request).record
            record.contents.note(ResponseHead(url: request.url, status: refused.status, headers: [:]), at: nil)
            record.contents.end(HTTPMockError(refused.text), at: nil)
            store.end(record, of: nil)
        } else {
            // A broken client may send any number of such requests.
            store.transition { state in
                if state.contents.refusedRequests.count < 100 { state.contents.refusedRequests.append(refused) }
            }
        }
        store.report([Problem(.refusal, text: refused.text)])
    }
}
