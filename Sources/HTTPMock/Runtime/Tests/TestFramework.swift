import Foundation

/// The test framework of the process, which knows the running tests.
///
/// This module reaches a test through the framework for all that the test's own mock does not report.
///
/// HTTPMockTesting implements it.
package protocol TestFramework: Sendable {
    /// Whether the current task may belong to a test; otherwise the engine uses the task-local values of its mock's
    /// creation.
    static var isInTest: Bool { get }

    /// The engine of the mock that was made for the current task's test; nil if there is none or it is not known.
    static var requestingEngine: ObjectIdentifier? { get }

    /// The test of the current task, or else the running one of XCTest; nil if unknown.
    static var requestingTest: RequestingTest? { get }

    /// Fails the test of the current task, if that is a known test of Swift Testing.
    ///
    /// A test with a mock of its own fails once for each text, and only until its end.
    static func failRequestingTest(_ text: String)

    /// Notes a wait of the current task that was cancelled, perhaps because the time limit of its test was exceeded.
    static func noteCancelledWait(_ text: String)

    /// Notes an instance that the current task makes with `HTTPMock()`; nil if no mock was made for the task's test.
    ///
    /// - Parameter mistakes: Read at the end of the test; the returned function replaces them.
    static func noteInstanceMadeByHand(
        _ mistakes: @escaping @Sendable () -> InstanceMistakes?
    ) -> (@Sendable (InstanceMistakes?) -> Void)?

    /// Reports that the current task has read `HTTPMock.current`, which was `HTTPMock.shared`, once for each test.
    ///
    /// Nothing is reported before the process uses a trait or `makeHTTPMock`.
    static func reportSharedUse()

    /// Begins to watch the tests; may be called several times.
    static func begin()

    /// The running tests that this framework knows, each argument of a test by itself.
    ///
    /// Of Swift Testing, these are the tests with a trait of this package.
    static var runningTests: [KnownTest] { get }

    /// Fails a test that was known to run.
    ///
    /// With nil, or if that test has ended, the current task's test fails, or else the run. XCTest can't fail the run,
    /// so with nil the text is written to standard error there.
    static func record(_ text: String, in test: KnownTest?)
}
