import Foundation
import HTTPMock

/// An entry that can't be played, and the reason.
package struct HARProblem: Error, Sendable, Hashable {
    /// The position in the file, from 1.
    package var number: Int
    /// The method and the URL without its secrets, as far as they could be read.
    package var request: String
    package var reason: String

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - number: The position in the file, from 1.
    ///   - request: The entry's request as JSON; nil if the entry has none.
    ///   - reason: The reason why the entry can't be played.
    init(number: Int, request: JSONValue?, reason: String) {
        self.number = number
        var url = request?["url"]?.string.map { Redaction.text(ofAddress: $0) }
        if let long = url, long.utf8.count > 200 { url = "\(long.prefix(200))…" }
        self.request = [request?["method"]?.string, url].compactMap(\.self).joined(separator: " ")
        self.reason = reason
    }
}

extension HARProblem {
    /// Creates the problem of an entry that was made in memory.
    init(_ entry: HAREntry, reason: String) {
        let request = JSONValue.object(["method": .string(entry.request.method), "url": .string(entry.request.url)])
        self.init(number: entry.number, request: request, reason: reason)
    }
}
