import Foundation

/// Writes the library's reports to standard error.
///
/// When the process exits, pending reports are written for up to a second.
package enum StandardError {
    /// Writes one report, which may have several lines; returns at once, and never fails.
    package static func report(_ text: String) {
        if InterceptedReports.take(text) { return }
        _ = flushAtExit
        queue.async { try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8)) }
    }

    /// Registers the flush at the exit of the process.
    ///
    /// An exit handler that is registered later runs before the flush, so the reports of that handler are written.
    package static func flushesAtExit() { _ = flushAtExit }

    /// The queue of all reports, because standard error may be a pipe that nobody reads.
    private static let queue = DispatchQueue(label: "HTTPMock.reports")

    private static let flushAtExit: Void = {
        atexit {
            let written = DispatchSemaphore(value: 0)
            StandardError.queue.async { written.signal() }
            _ = written.wait(timeout: .now() + 1)
        }
    }()
}

/// Intercepts the reports that contain a text, for as long as this object exists.
///
/// An intercepted report is not written to standard error. Used by the package's own tests, which provoke reports.
package final class InterceptedReports: Sendable {
    private static let active = Locked<[ObjectIdentifier: (part: String, texts: [String])]>([:])

    /// Begins to intercept the reports that contain a text, such as the name of the test.
    package init(containing part: String) {
        Self.active.withLock { $0[ObjectIdentifier(self)] = (part, []) }
    }

    deinit { _ = Self.active.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) } }

    /// The reports so far.
    package var texts: [String] { Self.active.withLock { $0[ObjectIdentifier(self)]?.texts ?? [] } }

    /// Returns whether a report was intercepted.
    static func take(_ text: String) -> Bool {
        active.withLock { active in
            let takers = active.filter { text.contains($0.value.part) }.keys
            for taker in takers { active[taker]?.texts.append(text) }
            return !takers.isEmpty
        }
    }
}
