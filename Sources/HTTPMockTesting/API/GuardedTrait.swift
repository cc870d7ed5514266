import HTTPMock
import Testing

/// A trait that names the running test to the guard of HTTPMockServer; created with `.guarded`.
public struct GuardedTrait: TestTrait, SuiteTrait, TestScoping {
    /// True, because each test of a suite is known by itself.
    public var isRecursive: Bool { true }

    /// Runs a test, and names the test to the guard while it runs.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // An outer trait has named the test already.
        if TestReporter.currentID != nil || TestScope.current != nil { return try await function() }
        let reporter = TestReporter(test)
        reporter.begin(for: nil)
        do {
            try await TestReporter.$currentID.withValue(reporter.id, operation: function)
        } catch {
            await reporter.finish()
            throw error
        }
        await reporter.finish()
    }
}

extension Trait where Self == GuardedTrait {
    /// Names the running test, or each test of the suite, to the guard of HTTPMockServer.
    ///
    /// ```swift
    /// @Suite(.guarded) struct LoginTests {}
    /// ```
    ///
    /// `EscapeGuard` then names the test in the reports of requests without a mock. If the guard was started with
    /// `everyTestIsGuarded: true`, such a request fails the only test that runs. Tests with `.httpMock` and methods of
    /// XCTest are known without the trait. Without a started guard, the trait does nothing.
    public static var guarded: GuardedTrait {
        GuardedTrait()
    }
}
