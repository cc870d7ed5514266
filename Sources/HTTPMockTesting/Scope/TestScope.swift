import Foundation
import HTTPMock
import Testing

/// The scope of one running test, or of one argument of it, with its instance.
///
/// Created by `makeHTTPMock` or by the outermost trait with an instance. The inner `.httpMock` traits are added to it.
package final class TestScope: Sendable {
    /// The scope of the running test of Swift Testing.
    @TaskLocal static var current: TestScope?

    let mock: HTTPMock
    let reporter: TestReporter
    /// The moment at which the test was cancelled, as when its time limit is exceeded.
    private let cancellation = Locked<ContinuousClock.Instant?>(nil)
    /// The traits from the outermost inwards; for a method of XCTest, the arguments of `makeHTTPMock` as a trait.
    private let traits = Locked<[HTTPMockTrait]>([])

    /// Begins a scope with a clock, the system's if nil; `.manual` is replaced with a new one.
    init(_ reporter: TestReporter, clock: (any Clock<Duration>)?) {
        self.reporter = reporter
        var own = clock ?? ContinuousClock()
        if let manual = clock as? ManualClock, manual.role == .template { own = ManualClock() }
        mock = HTTPMock(clock: own, holding: nil, context: reporter.context)
        mock.begin(in: reporter.requestingTest)
        if reporter.isOfSwiftTesting { mock.letRequestsExpectProblems(if: reporter.recordIfKnown) }
        reporter.begin(for: mock)
    }

    private var framework: ScopeSummary.Framework {
        reporter.isOfSwiftTesting ? .swiftTesting : .xctest
    }

    private var allowsUnused: Bool {
        traits.withLock { $0.contains(where: \.allowsUnused) }
    }

    /// Runs a test with an instance that another module prepares.
    package static func run(
        for test: Test, _ function: @Sendable () async throws -> Void,
        preparing prepare: @escaping @Sendable (HTTPMock) -> Void
    ) async throws {
        try await run(HTTPMockTrait(register: { mock, _ in prepare(mock) }).preparingProcess(), for: test, function)
    }

    /// Runs a test with a trait, and with the instance of an outer trait if there is one.
    static func run(_ trait: HTTPMockTrait, for test: Test, _ body: @Sendable () async throws -> Void) async throws {
        if let outer = current {
            outer.add(trait)
            return try await outer.intercept(trait, body)
        }
        let hasFailed = Locked(false)
        try await test.handleIssues { issue in
            if issue.failsTest { hasFailed.withLock { $0 = true } }
            return issue
        } during: {
            // The innermost trait that has a clock is the last one.
            let clock = test.traits.compactMap { ($0 as? HTTPMockTrait)?.clock }.last ?? trait.clock
            let scope = TestScope(TestReporter(test), clock: clock)
            scope.add(trait)
            try await scope.run(trait, hasFailed, body)
        }
    }

    private func run(
        _ trait: HTTPMockTrait, _ hasFailed: Locked<Bool>, _ function: @Sendable () async throws -> Void
    ) async throws {
        var thrown: (any Error)?
        do {
            try await HTTPMock.$scoped.withValue(mock) {
                try await TestScope.$current.withValue(self) {
                    try await withTaskCancellationHandler {
                        try await intercept(trait, function)
                    } onCancel: {
                        cancellation.withLock { $0 = .now }
                    }
                }
            }
        } catch {
            thrown = error
        }
        // By name, because the type is not public.
        let isSkipped = thrown.map { String(reflecting: type(of: $0)) == "Testing.SkipInfo" } ?? false
        // A test whose time limit is exceeded is cancelled, and its issue does not pass this trait.
        let isInterrupted = thrown != nil || Task.isCancelled
        if isInterrupted, !isSkipped { hasFailed.withLock { $0 = true } }
        await end(
            thrown: thrown, hasFailed: { hasFailed.withLock { $0 } },
            attaching: { Attachment.record([UInt8]($0), named: reporter.logName) })
        if let thrown { throw thrown }
    }

    /// Makes the registrations of a trait, and sets the default domain and the policy that it has.
    func add(_ trait: HTTPMockTrait) {
        // The number of outer traits, which grows inwards.
        let depth = traits.withLock { traits in
            let outerCount = traits.count
            traits.append(trait)
            return outerCount
        }
        if let location = trait.location {
            reporter.traits.withLock { locations in
                if !locations.contains(location) { locations.append(location) }
            }
        }
        if let host = trait.host { mock.setInitialDefaultDomain(host) }
        // An inner trait without a policy keeps that of the outer one.
        if trait.unmocked != nil || TestScope.current == nil {
            // A given `.recordIssue` may have been created outside the test, so this scope's takes its place.
            var policy = UnmockedPolicy.recordIssue(reporter)
            if let given = trait.unmocked, !given.isForRunningTest { policy = given }
            mock.engine.store.setPolicy(policy, isInitial: true)
        }
        let isOfSuite = trait.isOfSuite.withLock { $0 }
        trait.register?(mock, isOfSuite ? depth : nil)
    }

    private func intercept(_ trait: HTTPMockTrait, _ function: @Sendable () async throws -> Void) async throws {
        guard trait.isIntercepting else { return try await function() }
        try await SharedSession.intercept(with: mock, function)
    }

    /// Ends the instance, reports its problems, and prints and attaches the requests of a failed test.
    func end(thrown: (any Error)? = nil, hasFailed: () -> Bool, attaching attach: (_ log: Data) -> Void) async {
        let title = reporter.title
        let log = mock.log
        // A strict policy has reported its unmocked requests.
        let isReported = mock.unmockedPolicy.isForRunningTest
        let unfinished = await mock.requestsInFlight.filter { !isReported || !$0.isUnmocked }
        if !unfinished.isEmpty { await reporter.record(Problem(unfinished: unfinished)) }
        reportCancelledWaits()
        mock.end(
            because: "HTTPMock: \(title) has ended, so its requests are refused, and no response was used. "
                + "To fix this, wait in the test for the requests that the code under test still makes, or cancel them "
                + "there.")
        await mock.settleExtensions(testHasFailed: hasFailed())
        // A failed test may have ended before it has played all entries.
        var summary = ScopeSummary(
            mock, in: framework, allowsUnused: allowsUnused, allowsUnplayed: hasFailed(), thrown: thrown)
        summary.addCauses(of: mock, hasFailed: hasFailed(), thrown: thrown)
        for problem in summary.problems { await reporter.record(problem) }
        for (_, mistakes) in reporter.ownInstances.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            guard let text = mistakes()?.warning(allowsUnused: allowsUnused) else { continue }
            await reporter.record(Problem(.warning, text: text))
        }
        let failsBySummary = framework == .swiftTesting && summary.failsTest
        if hasFailed() || failsBySummary {
            let list = RequestList(
                requests: log.records, test: title, framework: framework, log: reporter.logName,
                notes: SharedQueue.notes(on: mock))
            if let text = list.text() { StandardError.report(text) }
            if let hint = summary.hint, reporter.foreignRequests.withLock(\.isEmpty) {
                StandardError.report("\(hint)\n  in \(title)")
            }
            if !mock.requests.isEmpty || !mock.turnedDown.isEmpty {
                attach(mock.networkLogHAR(ofFailedTest: reporter.nameInLog))
            }
        }
        await reporter.finish()
        // Nothing of the test's closures lives on, whoever refers to the mock.
        mock.release()
    }

    /// Prints the waits that ended with the cancellation of the test, such as at its time limit.
    private func reportCancelledWaits() {
        guard let moment = cancellation.withLock({ $0 }) else { return }
        // A second of tolerance, because the cancellation may reach a wait shortly before it reaches the scope.
        let waits = reporter.cancelledWaits.withLock { $0 }.filter { $0.moment >= moment - .seconds(1) }.map(\.text)
        guard !waits.isEmpty else { return }
        StandardError.report(
            "HTTPMock: \(reporter.title) was cancelled, perhaps by its time limit, while these waited:\n"
                + waits.map { "  \($0)" }.joined(separator: "\n"))
    }
}

extension TestReporter {
    /// The reporter of the running test of Swift Testing, and otherwise one of XCTest that knows no method.
    static var current: TestReporter {
        TestScope.current?.reporter ?? Test.current.map { TestReporter($0) } ?? TestReporter(xctest: nil, at: nil)
    }
}

extension Problem {
    /// Creates the warning about requests that were in flight when their test ended, grouped by their fixes.
    fileprivate init(unfinished requests: [RequestInFlight]) {
        var title = "a request was in flight when the test ended, so its response is unfinished"
        if requests.count > 1 {
            title = "\(requests.count) requests were in flight when the test ended, so their responses are unfinished"
        }
        var lines = ["HTTPMock: \(title)"]
        let limit = 20
        var shown = requests.prefix(limit)
        while let first = shown.first {
            for request in shown where request.fix == first.fix {
                let origin = request.registration.map { ", registered for \($0)" } ?? ""
                lines.append("  \(request.request) \(request.wait)\(origin)")
            }
            lines.append("    To end that wait, \(first.fix).")
            shown.removeAll { $0.fix == first.fix }
        }
        if requests.count > limit { lines.append("  and \(requests.count - limit) more") }
        lines.append("  To fix this, await every request in the test, or cancel it.")
        self.init(.warning, text: lines.joined(separator: "\n"))
    }
}
