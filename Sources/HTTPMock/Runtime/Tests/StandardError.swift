import Foundation

/// Writes the library's reports to standard error.
///
/// When the process exits, pending reports are written for up to a second.
package enum StandardError {
    /// Writes one report, which may have several lines; returns at once, and never fails.
    package static func report(_ text: String) {
        if interceptor.withLock({ $0 })(text) { return }
        _ = flushAtExit
        queue.async { try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8)) }
    }

    /// Returns whether a report is kept back by the package's own tests, which provoke reports.
    package static let interceptor = Locked<@Sendable (String) -> Bool>({ _ in false })

    /// The queue of all reports, because standard error may be a pipe that nobody reads.
    private static let queue = DispatchQueue(label: "HTTPMock.reports")

    /// The first read registers the flush at the exit of the process.
    ///
    /// An exit handler that is registered later runs before the flush, so the reports of that handler are written.
    package static let flushAtExit: Void = {
        atexit {
            let written = DispatchSemaphore(value: 0)
            StandardError.queue.async { written.signal() }
            _ = written.wait(timeout: .now() + 1)
        }
    }()
}
