import Foundation
import HTTPMock

/// The ages from which a cassette causes a warning or an error.
package struct Expiry: Sendable {
    let warnAfter: Duration?
    let failAfter: Duration?

    /// Creates the limits of a cassette.
    package init(warnAfter: Duration?, failAfter: Duration?) {
        self.warnAfter = warnAfter
        self.failAfter = failAfter
    }

    /// Checks the oldest entry.
    ///
    /// - Parameters:
    ///   - entries: The entries of the file.
    ///   - url: The file.
    ///   - command: The command that records the file if it is missing; messages name it with the mode `all`.
    ///   - now: The current time.
    /// - Returns: A warning about an old entry, or about entries without a known time; nil otherwise.
    /// - Throws: ``HTTPMockError`` if an entry is too old.
    package func check(
        _ entries: [HAREntry], of url: URL, command: String, now: Date = Date()
    ) throws(HTTPMockError) -> String? {
        guard warnAfter != nil || failAfter != nil, !entries.isEmpty else { return nil }
        let dates = entries.map { HARDate.date(of: $0.startedDateTime) }
        guard let oldest = dates.compactMap(\.self).min() else {
            return "\(url.lastPathComponent) has no recording times, so its age is unknown."
        }
        let age = now.timeIntervalSince(oldest)
        let text = "\(url.lastPathComponent) was recorded \(Self.text(ofAge: age)) ago"
        let advice = "To fix this, record it again: \(command.replacing("=missing", with: "=all"))"
        if let failAfter, age > failAfter / .seconds(1) { throw HTTPMockError("\(text), which is too old. \(advice)") }
        if let warnAfter, age > warnAfter / .seconds(1) { return "\(text). \(advice)" }
        return nil
    }

    /// Returns an age in hours or, from a day on, in days.
    private static func text(ofAge age: TimeInterval) -> String {
        let hours = Int(age / 3_600)
        if hours < 24 { return Self.text(of: hours, "hour") }
        return Self.text(of: hours / 24, "day")
    }

    private static func text(of count: Int, _ unit: String) -> String {
        count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
    }

    /// Returns whether an entry that is recorded again may keep its old time, because neither limit is reached.
    func allowsTime(of entry: HAREntry, now: Date = Date()) -> Bool {
        guard let limit = [warnAfter, failAfter].compactMap(\.self).min() else { return true }
        guard let date = HARDate.date(of: entry.startedDateTime) else { return false }
        return now.timeIntervalSince(date) <= limit / .seconds(1)
    }
}
