import Foundation
import HTTPMock
import Testing
import XCTest

/// The running tests of Swift Testing, each argument of a test by itself.
///
/// A report without an instance can belong to such a test. Entered by `.httpMock` or `.guarded`, whichever is the
/// outer trait.
enum RunningTest {
    /// The number of the current task's test; nil if no trait has entered it.
    @TaskLocal static var current: Int?

    /// The reporter of each test's innermost trait, whose scope sees the issues of all others.
    private static let reporters = Locked<[Int: TestReporter]>([:])
    private static let lastID = Locked(0)

    /// Returns a number that no other run of a test has.
    static func nextID() -> Int {
        lastID.withLock { id in
            id += 1
            return id
        }
    }

    /// Runs a test as a known one.
    static func run(reporter: TestReporter, _ function: @Sendable () async throws -> Void) async throws {
        let id = current ?? nextID()
        let outer = reporters.withLock { $0.updateValue(reporter, forKey: id) }
        defer { reporters.withLock { $0[id] = outer } }
        try await $current.withValue(id, operation: function)
    }

    /// The tests that run now.
    static var known: [KnownTest] {
        reporters.withLock { $0.map { KnownTest(id: $0.key, name: $0.value.title) } }
    }

    /// Fails a test.
    ///
    /// - Returns: False if the test has ended.
    static func record(_ text: String, in test: KnownTest) -> Bool {
        guard let reporter = reporters.withLock({ $0[test.id] }), reporter.begin() else { return false }
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
