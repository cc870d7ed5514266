import Foundation

/// Finds the test framework of the process, and reports to it.
package enum RunningTests {
    /// The test framework; nil in a process without HTTPMockTesting.
    ///
    /// Found by its name, because no code of a module runs before the module is first used.
    package static let framework = NSClassFromString("HTTPMockTesting.TestProcess") as? any TestFramework.Type

    /// Reports a failure to the test framework; without a framework, writes to standard error.
    ///
    /// - Parameter test: The test that fails; with nil, ``TestFramework/record(_:in:)`` chooses.
    package static func record(_ text: String, in test: KnownTest?) {
        if StandardError.interceptor.withLock({ $0 })(text) { return }
        if let framework { framework.record(text, in: test) } else { StandardError.report(text) }
    }
}
