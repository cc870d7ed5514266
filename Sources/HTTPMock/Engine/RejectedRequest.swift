import Foundation

/// A request that a front end with sockets has answered with an error by itself, before any matching.
package struct RejectedRequest: Sendable {
    /// The first line that the client sent, as far as it arrived, with secrets masked.
    let line: String
    /// The origin that the port serves, as in `https://api.example.com`.
    let origin: String
    let status: Int
    /// The report, with the cause and the fix.
    let text: String
    let start = Date()
    /// The request in the log; nil if its head could not be read.
    let request: MockRequest?
    /// The maximum number of kept requests without a readable head; a broken client may send more.
    static let keptCount = 100

    /// Creates the note of a rejection, at the moment of its answer.
    ///
    /// - Parameters:
    ///   - line: The first line that the client sent; control characters are escaped by the caller.
    ///   - reason: The cause, as a whole sentence.
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
    /// Logs a request that a front end has rejected by itself, and reports rejections with the same text once.
    package func log(_ rejected: RejectedRequest) {
        if let request = rejected.request {
            var record = store.arrive(request).record
            record.contents.note(ResponseHead(url: request.url, status: rejected.status, headers: [:]), at: nil)
            record.contents.end(HTTPMockError(rejected.text), at: nil)
            store.end(record, of: nil)
        } else {
            store.transition { state in
                guard state.contents.rejectedRequests.count < RejectedRequest.keptCount else { return }
                state.contents.rejectedRequests.append(rejected)
            }
        }
        store.report([Problem(.turnedDown, text: rejected.text)])
    }
}
