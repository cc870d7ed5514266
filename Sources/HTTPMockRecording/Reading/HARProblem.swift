import Foundation
import HTTPMock

/// An entry that can't be played, and the reason; or a note about an entry.
package struct HARProblem: Sendable, Hashable {
    /// The position in the file or in the given entries, from 1.
    package var number: Int
    /// The method and the URL, as far as they could be read; the URL is without its secrets, and cut if it is long.
    package var request: String
    /// The reason why the entry can't be played, or the text of the note.
    package var reason: String

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - number: The position in the file, from 1.
    ///   - request: The entry's request as JSON; nil if the entry has none.
    ///   - reason: The reason why the entry can't be played, or the text of the note.
    init(number: Int, request: JSONValue?, reason: String) {
        self.number = number
        var url = request?["url"]?.string.map { Redaction.text(ofAddress: $0) }
        // In scalars, because one character can have any number of them.
        let lengthLimit = 200
        if let scalars = url?.unicodeScalars, scalars.count > lengthLimit {
            url = "\(String(scalars.prefix(lengthLimit)))…"
        }
        self.request = [request?["method"]?.string, url].compactMap(\.self).joined(separator: " ")
        self.reason = reason
    }
}

extension HARProblem {
    /// Creates the problem of an entry that was read already, or made in memory.
    init(_ entry: HAREntry, reason: String) {
        let request = JSONValue.object(["method": .string(entry.request.method), "url": .string(entry.request.url)])
        self.init(number: entry.number, request: request, reason: reason)
    }
}
