import Foundation

/// Writes the times of a HAR.
package enum HARDate {
    /// The text for a time that is not known, because HAR requires one.
    package static let unknown = "1970-01-01T00:00:00.000Z"

    /// Returns the text of a time, in UTC with milliseconds.
    package static func text(of date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
