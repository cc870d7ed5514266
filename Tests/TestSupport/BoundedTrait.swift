import Foundation
import Testing

/// A trait of suites that lets only a few of their tests run at a time, and ends a test that hangs.
///
/// Swift Testing starts all tests of a process at once. Each test then waits for all others, threads and descriptors
/// run out, and time limits count the wait. Not for tests that wait for each other.
public struct BoundedTrait: SuiteTrait, TestTrait, TestScoping {
    /// The real time that one test may need.
    let limit: Duration

    /// Each test has a turn of its own.
    public var isRecursive: Bool { true }

    /// Waits for a turn, then runs the test with a time limit.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Turns.shared.begin()
        let start = ContinuousClock.now
        let result: Result<Void, any Error>
        do {
            result = .success(try await run(function))
        } catch {
            result = .failure(error)
        }
        Self.note(start.duration(to: .now), of: test)
        await Turns.shared.end()
        try result.get()
    }

    /// Adds a line to the file of the times, if the environment names one.
    private static func note(_ time: Duration, of test: Test) {
        guard let path = ProcessInfo.processInfo.environment["HTTPMOCK_TEST_TIMES"], let file = fopen(path, "a") else {
            return
        }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        fputs("\(seconds) \(test.name)\n", file)
        fclose(file)
    }

    private func run(_ function: @Sendable () async throws -> Void) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await function()
                    return true
                }
                group.addTask { [limit] in
                    try await Task.sleep(for: limit)
                    return false
                }
                defer { group.cancelAll() }
                if try await group.next() == false {
                    Issue.record("the test did not end within \(limit), so its task is cancelled")
                }
            }
        }
    }
}

extension Trait where Self == BoundedTrait {
    /// At most ten minutes a test, from the start of the test's turn.
    public static var bounded: BoundedTrait { BoundedTrait(limit: .seconds(600)) }
}

/// The turns of all bounded tests of the process.
private actor Turns {
    static let shared = Turns(width: 4 * ProcessInfo.processInfo.activeProcessorCount)

    private var freeCount: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) {
        freeCount = width
    }

    func begin() async {
        guard freeCount == 0 else {
            freeCount -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
        if waiting.isEmpty { freeCount += 1 } else { waiting.removeFirst().resume() }
    }
}
