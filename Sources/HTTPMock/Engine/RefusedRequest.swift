import Foundation

/// A request that a front end has answered with an error by itself, before any matching.
///
/// Created by a front end that reads from sockets. The ``MockEngine`` keeps it for the network log and for the report
/// of a failed test.
package final class RefusedRequest: Sendable {
    /// The first line that the client sent, as far as it arrived.
    let line: String
    /// The origin that the request was for, as in `https://api.example.com`.
    let origin: String
    let status: Int
    let reason: String
    let fix: String
    let start = Date()
    /// The request in the log; nil if its head could not be read.
    let request: MockRequest?

    /// Notes a refusal at the moment of its answer.
    ///
    /// - Parameters:
    ///   - line: The first line that the client sent; control characters are escaped by the caller.
    ///   - origin: The origin that the request was for.
    ///   - status: The status of the answer.
    ///   - reason: The cause, a sentence.
    ///   - fix: The advice that follows "To fix this, ", without a full stop.
    ///   - request: The request, if its head could be read.
    package init(line: String, origin: String, status: Int, reason: String, fix: String, request: MockRequest?) {
        self.line = line.split(separator: " ", omittingEmptySubsequences: false)
            .map { Redaction.text(ofAddress: String($0)) }.joined(separator: " ")
        self.origin = origin
        self.status = status
        self.reason = reason
        self.fix = fix
        self.request = request
    }

    /// The report, without secrets.
    package var text: String {
        """
        HTTPMock: the server of \(origin) answered a request with \(status) by itself: \(reason)
          the client's first line: \(line.isEmpty ? "none" : line)
          To fix this, \(fix).
        """
    }
}

extension TestFramework {
    /// Returns the error of a request that another test makes than that of the session; nil in the same test.
    ///
    /// - Parameters:
    ///   - engine: The engine of the session.
    ///   - test: The name of the session's test, which has ended.
    static func refusal(by engine: MockEngine, of test: String) -> HTTPMockError? {
        guard let running = current.withLock({ $0 })?.runningTest() else { return nil }
        let isOther = HTTPMock.scoped.map { $0.engine !== engine } ?? false
        guard running.name != test || isOther else { return nil }
        let fix = "To fix this, create the client in each test, not in a static property"
        let text: String
        if running.isCertain {
            let maker = running.name == test ? "another run of it" : running.name
            text = """
                HTTPMock: the session belongs to \(test), which has ended, but the request was made in \(maker), so it was \
                refused, and no response was used. \(fix).
                """
        } else {
            text = """
                HTTPMock: the session belongs to \(test), which has ended, and the request was made while \(running.name) \
                runs, so it was refused, and no response was used. \(fix). If it is a late request of \(test), wait for it \
                there.
                """
        }
        return HTTPMockError(text, cause: .testEnded)
    }
}
