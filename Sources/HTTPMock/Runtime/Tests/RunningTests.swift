import Foundation

/// Finds the test framework of the process, and reports to it.
package enum RunningTests {
    /// The test framework; nil in a process without HTTPMockTesting.
    ///
    /// Found by its name, because no code of a module runs before the module is first used.
    package static let framework = NSClassFromString("HTTPMockTesting.TestProcess") as? any TestFramework.Type

    /// Fails a test, or the whole run; without a test framework, writes to standard error.
    package static func record(_ text: String, in test: KnownTest?) {
        if StandardError.interceptor.withLock({ $0 })(text) { return }
        if let framework { framework.record(text, in: test) } else { StandardError.report(text) }
    }
}
