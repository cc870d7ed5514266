/// Reports problems that belong to no instance, to the test library if the process has one.
///
/// A class of HTTPMockTesting implements it. The class is found by its name, because no code of a module runs before
/// the module is first used.
package protocol RunReporter: Sendable {
    /// The names of the running tests that have an instance.
    static var runningTests: [String] { get }

    /// Fails the only such test, or the whole run.
    static func record(_ text: String)
}

/// The reports to the test library.
package enum RunReports {
    /// The type that knows the tests; nil in a process without HTTPMockTesting.
    package static let reporter = _typeByName("15HTTPMockTesting9RunIssuesC") as? any RunReporter.Type

    /// Fails the only running test or the whole run, or writes to standard error in a process without tests.
    package static func record(_ text: String) {
        if InterceptedReports.take(text) { return }
        if let reporter { reporter.record(text) } else { StandardError.report(text) }
    }
}
