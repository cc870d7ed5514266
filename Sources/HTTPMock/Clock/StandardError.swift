import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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

/// Writes reports to a file descriptor, in order, on a queue of its own.
///
/// A report never fails, crashes or delays its caller, even if the descriptor is closed, a broken pipe, or a pipe
/// without a reader. May be used from any thread.
final class ReportWriter: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "HTTPMock.reports")
    /// The number of reports that wait for the queue.
    private let pendingCount = Locked(0)
    /// The maximum number of waiting reports; further reports are dropped.
    private static let limit = 1_000

    init(to descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes a report asynchronously.
    func write(_ text: String) {
        let isAccepted = pendingCount.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        guard isAccepted else { return }
        queue.async { [self] in
            write(Array(text.utf8))
            pendingCount.withLock { $0 -= 1 }
        }
    }

    /// Waits until every earlier report is written, for up to a second.
    func flush() {
        let written = DispatchSemaphore(value: 0)
        queue.async { written.signal() }
        _ = written.wait(timeout: .now() + 1)
    }

    /// Writes bytes, and stops at the first error.
    private func write(_ bytes: [UInt8]) {
        Self.withoutBrokenPipeSignal {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Self.systemWrite(descriptor, $0.baseAddress, $0.count) }
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
    }

    #if canImport(Glibc)
        private static let systemWrite = Glibc.write
    #elseif canImport(Musl)
        private static let systemWrite = Musl.write
    #else
        private static let systemWrite = Darwin.write
    #endif

    /// Runs a function with `SIGPIPE` blocked, and consumes the signal if the function raised it.
    private static func withoutBrokenPipeSignal(_ body: () -> Void) {
        var brokenPipe = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        var earlier = sigset_t()
        pthread_sigmask(SIG_BLOCK, &brokenPipe, &earlier)
        body()
        var pending = sigset_t()
        sigpending(&pending)
        if sigismember(&pending, SIGPIPE) == 1, sigismember(&earlier, SIGPIPE) == 0 {
            var signal: Int32 = 0
            sigwait(&brokenPipe, &signal)
        }
        pthread_sigmask(SIG_SETMASK, &earlier, nil)
    }
}

/// Intercepts the reports that contain a text, for as long as this object exists.
///
/// An intercepted report is not written to standard error. Used by the package's own tests, which provoke reports.
package final class InterceptedReports: Sendable {
    private let part: String
    private let reports = Locked<[String]>([])

    /// Begins to intercept.
    ///
    /// - Parameter part: A text that only the reports in question contain, such as the name of the test.
    package init(containing part: String) {
        self.part = part
        Self.active.withLock { $0[ObjectIdentifier(self)] = Reference(self) }
    }

    deinit {
        _ = Self.active.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
    }

    /// The reports so far.
    package var texts: [String] { reports.withLock { $0 } }

    /// Returns whether a report was intercepted.
    static func take(_ text: String) -> Bool {
        let interceptors = active.withLock { $0.values.compactMap(\.object) }.filter { text.contains($0.part) }
        for interceptor in interceptors { interceptor.reports.withLock { $0.append(text) } }
        return !interceptors.isEmpty
    }

    private static let active = Locked<[ObjectIdentifier: Reference]>([:])

    private struct Reference {
        weak var object: InterceptedReports?

        init(_ object: InterceptedReports) {
            self.object = object
        }
    }
}
