import Foundation

/// Writes the library's reports to standard error.
///
/// When the process exits, pending reports are written for up to a second.
package enum StandardError {
    /// Writes one report, which may have several lines.
    ///
    /// Returns at once, and never fails.
    ///
    /// - Parameter text: The report, without a line break at its end.
    package static func report(_ text: String) {
        if InterceptedReports.take(text) { return }
        _ = flushAtExit
        writer.write("\(text)\n")
    }

    /// Registers the flush at the exit of the process, so that a later handler of the exit can report.
    package static func flushesAtExit() { _ = flushAtExit }

    private static let writer = ReportWriter(to: STDERR_FILENO)

    private static let flushAtExit: Void = {
        atexit { StandardError.writer.flush() }
    }()
}
