import Foundation

/// The test framework of the process, which knows the running tests.
///
/// The only way from this module to a test, for whatever belongs to no instance. HTTPMockTesting implements it.
package protocol TestFramework: Sendable {
    /// Whether the current task may belong to a test; otherwise the values of an instance's creation are used.
    static var isInTest: Bool { get }

    /// The engine of the instance of the current task's test; nil if it is not known.
    static var requestingEngine: ObjectIdentifier? { get }

    /// The test of the current task, or else the one that runs; nil if unknown.
    static var requestingTest: RequestingTest? { get }

    /// Fails the test of the current task, once for each text.
    static func failRequestingTest(_ text: String)

    /// Notes a wait of the current task that was cancelled, perhaps because the time limit of its test was exceeded.
    static func noteCancelledWait(_ text: String)

    /// Notes an instance that the current task makes with `HTTPMock()`; nil if the task belongs to no strict test.
    ///
    /// - Parameter mistakes: Read at the end of the test; the returned function replaces them.
    static func noteInstanceMadeByHand(
        _ mistakes: @escaping @Sendable () -> InstanceMistakes?
    ) -> (@Sendable (InstanceMistakes?) -> Void)?

    /// Reports that the current task has read `HTTPMock.current`, which was `HTTPMock.shared`.
    static func reportSharedUse()

    /// Begins to watch the tests; may be called several times.
    static func begin()

    /// The tests that run, each argument of a test by itself.
    static var runningTests: [KnownTest] { get }

    /// Fails a test that was known to run; with nil, the whole run.
    static func record(_ text: String, in test: KnownTest?)
}
