import Foundation

/// A mistake, or the cause of one, which a test reports at its end.
///
/// The one kind of value in which an ``EngineExtension``, a handler and a front end report a problem. The ``Store``
/// keeps problems for the test; without a test, they are printed at once.
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
        self.init(
            .cause, text: "HTTPMock: the handler\(place) threw \(Redaction.text(of: error))", location: location)
    }
}

/// The mistakes of an instance that a strict test has made with `HTTPMock()`.
extension Store {
    /// Returns the warning so far; nil while the instance exists, because other tests may use it.
    func mistakes(allowsUnused: Bool) -> String? {
        read(\.instance.mock) == nil ? mistakesSoFar?(allowsUnused) : nil
    }

    /// Notes the mistakes for the end of the test, which then no longer retains the store of a released instance.
    func keepMistakes() {
        if let note = read(\.noteMistakes) { note(mistakesSoFar) }
    }

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

/// A request that a front end has answered with an error by itself, before any matching.
///
/// Created by a front end that reads from sockets.
package struct RefusedRequest: Sendable {
    /// The first line that the client sent, as far as it arrived.
    let line: String
    /// The origin that the request was for, as in `https://api.example.com`.
    let origin: String
    let status: Int
    /// The report, without secrets.
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
