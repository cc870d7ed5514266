import Foundation

/// The test framework of the process, which knows the running tests.
///
/// The only way from this module to a test, for whatever belongs to no instance. HTTPMockTesting implements it.
package protocol TestFramework: Sendable {
    /// Whether the current task may belong to a test; false if the values of an instance's creation are better.
    static var isInTest: Bool { get }

    /// The engine of the instance of the current task's test; nil if it is not known.
    static var requestingEngine: ObjectIdentifier? { get }

    static var requestingTest: RequestingTest? { get }

    /// Fails the test of the current task, once for each text.
    static func failRequestingTest(_ text: String)

    /// Notes a wait of the current task that was cancelled, perhaps because the time limit of its test was exceeded.
    static func noteCancelledWait(_ text: String)

    /// Notes an instance that the current task makes with `HTTPMock()`; nil if the task belongs to no strict test.
    ///
    /// - Parameter mistakes: Read at the end of the test; the returned function replaces them.
    static func noteInstanceMadeByHand(_ mistakes: @escaping InstanceMistakes) -> (
        @Sendable (InstanceMistakes?) -> Void
    )?

    /// Called when `HTTPMock.current` is `HTTPMock.shared`.
    static func reportSharedUse()

    /// Begins to watch the tests; may be called several times.
    static func begin()

    /// Each argument of a test by itself.
    static var runningTests: [KnownTest] { get }

    /// Fails a test that was known to run, or the whole run.
    static func record(_ text: String, in test: KnownTest?)
}

/// Returns the warning of an instance that a strict test has made with `HTTPMock()`; nil without mistakes.
package typealias InstanceMistakes = @Sendable (_ allowsUnused: Bool) -> String?

/// The test that makes a request, as far as the test framework knows it.
package struct RequestingTest: Sendable {
    /// The name in messages, as in `the test "showsUser()"`.
    let name: String
    /// The identifier, which tests of the same name in different suites do not share.
    let id: String
    /// Whether the current task belongs to the test; otherwise it is only the test that runs now.
    let isCertain: Bool

    package init(name: String, id: String, isCertain: Bool) {
        self.name = name
        self.id = id
        self.isCertain = isCertain
    }
}

/// A running test, or one argument of it; certain if no other test can run at the same time.
package typealias KnownTest = (id: Int, name: String, isCertain: Bool)

package enum RunningTests {
    /// The test framework; nil in a process without HTTPMockTesting.
    ///
    /// Found by its name, because no code of a module runs before the module is first used.
    package static let framework = NSClassFromString("HTTPMockTesting.TestProcess") as? any TestFramework.Type

    /// Fails a test, or the whole run; without tests, writes to standard error.
    package static func record(_ text: String, in test: KnownTest?) {
        if StandardError.interceptor.withLock({ $0 })(text) { return }
        if let framework { framework.record(text, in: test) } else { StandardError.report(text) }
    }
}

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
