import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes the library's reports to standard error.
///
/// A report never fails, crashes or delays the code that makes it, even if standard error is closed, a broken pipe, or a
/// pipe that nobody reads. The reports are written in order on a queue of their own. What is pending when the process
/// exits is written for up to a second.
package enum StandardError {
    /// Writes one report, which may have several lines.
    ///
    /// - Parameter text: The report, without a line break at its end.
    package static func report(_ text: String) {
        let isAccepted = pendingCount.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isAccepted else { return }
        _ = flushAtExit
        queue.async {
            write(Array("\(text)\n".utf8))
            pendingCount.withLock { $0 -= 1 }
        }
    }

    /// Waits until every report made so far is written, but at most a second.
    package static func flush() {
        let written = DispatchSemaphore(value: 0)
        queue.async { written.signal() }
        _ = written.wait(timeout: .now() + 1)
    }

    private static let queue = DispatchQueue(label: "HTTPMock.standardError")
    /// The number of reports that wait for the queue; more than ``limit`` are dropped, because nobody reads them.
    private static let pendingCount = Locked(0)
    private static let limit = 1_000

    private static let flushAtExit: Void = {
        atexit { StandardError.flush() }
    }()

    /// Writes bytes, and gives up at the first error.
    private static func write(_ bytes: [UInt8]) {
        withoutBrokenPipeSignal {
            var rest = bytes[...]
            while !rest.isEmpty {
                #if canImport(Glibc)
                    let count = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
                #elseif canImport(Musl)
                    let count = rest.withUnsafeBytes { Musl.write(STDERR_FILENO, $0.baseAddress, $0.count) }
                #else
                    let count = rest.withUnsafeBytes { Darwin.write(STDERR_FILENO, $0.baseAddress, $0.count) }
                #endif
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
    }

    /// Blocks `SIGPIPE` on this thread, and consumes the signal if a write to a broken pipe raised it.
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
