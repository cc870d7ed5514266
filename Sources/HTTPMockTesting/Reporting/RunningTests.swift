import Foundation
import HTTPMock
import Testing
import XCTest

/// A running test of Swift Testing, or one of its arguments, to which a report without an instance can belong.
///
/// Entered by `.httpMock` or `.guarded`, whichever is the outer trait.
final class RunningTest: Sendable {
    /// The test of the current task; nil if no trait has entered it.
    @TaskLocal static var current: RunningTest?

    private let known: KnownTest
    /// The reporter of the innermost trait, whose scope sees the issues of all others.
    private let reporter: Locked<TestReporter>

    private static let all = Locked<[Int: RunningTest]>([:])
    private static let lastID = Locked(0)

    private init(_ reporter: TestReporter) {
        known = KnownTest(id: Self.nextID(), name: reporter.title)
        self.reporter = Locked(reporter)
    }

    /// Returns a number that no other run of a test has.
    static func nextID() -> Int {
        lastID.withLock { id in
            id += 1
            return id
        }
    }

    /// Runs a test as a known one.
    static func run(reporter: TestReporter, _ function: @Sendable () async throws -> Void) async throws {
        if let current {
            var outer = reporter
            current.reporter.withLock { swap(&$0, &outer) }
            defer { current.reporter.withLock { $0 = outer } }
            return try await function()
        }
        let test = RunningTest(reporter)
        all.withLock { $0[test.known.id] = test }
        defer { _ = all.withLock { $0.removeValue(forKey: test.known.id) } }
        try await $current.withValue(test, operation: function)
    }

    /// The tests that run now.
    static var known: [KnownTest] { all.withLock { $0.values.map(\.known) } }

    /// Fails a test.
    ///
    /// - Returns: False if the test has ended.
    static func record(_ text: String, in test: KnownTest) -> Bool {
        guard let reporter = all.withLock({ $0[test.id] })?.reporter.withLock({ $0 }), reporter.begin() else {
            return false
        }
        reporter.recordSoon(Problem(text: text))
        reporter.end()
        return true
    }
}

/// The running test method of XCTest, which runs one at a time.
final class RunningMethod: NSObject, XCTestObservation, Sendable {
    /// The method that runs now; before the first event, perhaps one in its middle.
    private static let state = Locked([KnownTest(id: 0, name: "the running method", isCertain: true)])
    private static let observer = RunningMethod()

    /// Watches the methods of a process in which XCTest runs, from the first use on.
    static let isObserving: Void = {
        // XCTest reports methods on the main thread.
        DispatchQueue.main.async { XCTestObservationCenter.shared.addTestObserver(observer) }
    }()

    /// Notes the method that runs now.
    static func note(_ test: XCTestCase) {
        let name = "the test \(test.name)"
        state.withLock { known in
            if known.first?.name == name { return }
            known = [KnownTest(id: RunningTest.nextID(), name: name, isCertain: true)]
        }
    }

    /// The method that runs now; none between two methods.
    static var known: [KnownTest] { state.withLock { $0 } }

    func testCaseWillStart(_ testCase: XCTestCase) {
        Self.state.withLock { $0 = [] }
        Self.note(testCase)
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        Self.state.withLock { $0 = [] }
    }
}
