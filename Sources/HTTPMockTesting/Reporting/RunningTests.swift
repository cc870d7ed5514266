import Foundation
import HTTPMock
import Testing
import XCTest

/// A running test of Swift Testing, or one argument of it, that reports without an instance can belong to.
///
/// Entered by `.httpMock` or `.guarded`, whichever is the outer trait.
final class RunningTest: Sendable {
    /// The test of the current task.
    @TaskLocal private static var current: RunningTest?

    private let known: KnownTest
    /// The reporter of the innermost trait, whose scope sees the issues of all others.
    private let reporter: Locked<TestReporter>

    private static let all = Locked<[Int: RunningTest]>([:])
    private static let lastID = Locked(0)

    private init(_ name: String, _ reporter: TestReporter) {
        known = KnownTest(id: Self.nextID(), name: name)
        self.reporter = Locked(reporter)
    }

    /// Returns a number that no other run of a test has.
    static func nextID() -> Int {
        lastID.withLock { id in
            id += 1
            return id
        }
    }

    /// Whether a trait has entered the current test.
    static var isEntered: Bool { current != nil }

    /// Runs a test as a known one.
    static func run(
        _ name: String, reporter: TestReporter, _ function: @Sendable () async throws -> Void
    ) async throws {
        if let current {
            let outer = current.replace(with: reporter)
            defer { _ = current.replace(with: outer) }
            return try await function()
        }
        let test = RunningTest(name, reporter)
        all.withLock { $0[test.known.id] = test }
        defer { _ = all.withLock { $0.removeValue(forKey: test.known.id) } }
        try await $current.withValue(test, operation: function)
    }

    private func replace(with reporter: TestReporter) -> TestReporter {
        self.reporter.withLock { current in
            defer { current = reporter }
            return current
        }
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
    private enum State: Sendable {
        /// Before the first event, in the middle of a method perhaps.
        case unknown
        case none
        case running(KnownTest)
    }

    private static let state = Locked(State.unknown)
    private static let observer = RunningMethod()

    private static let isObserving: Void = {
        // XCTest reports methods on the main thread.
        DispatchQueue.main.async { XCTestObservationCenter.shared.addTestObserver(observer) }
    }()

    /// Begins to watch the methods of a process in which XCTest runs.
    static func observe() {
        if !TestReporter.runsSwiftTesting { isObserving }
    }

    /// Notes the method that runs now.
    static func note(_ test: XCTestCase) {
        let name = "the test \(test.name)"
        state.withLock { state in
            if case .running(let known) = state, known.name == name { return }
            state = .running(KnownTest(id: RunningTest.nextID(), name: name, isCertain: true))
        }
    }

    /// The method that runs now; none between two methods.
    static var known: [KnownTest] {
        state.withLock { state in
            switch state {
            case .unknown: [KnownTest(id: 0, name: "the running method", isCertain: true)]
            case .none: []
            case .running(let known): [known]
            }
        }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
        Self.state.withLock { $0 = .none }
        Self.note(testCase)
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        Self.state.withLock { $0 = .none }
    }
}
