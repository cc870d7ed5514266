import Foundation
import TestSupport
import Testing

/// Every scenario natively and mocked, in every style that fits: the client sees the same.
///
/// The native loader is the reference. Where the mock is meant to do otherwise the row says so, with the reason; where
/// the native loader can't be asked it says what is expected instead.
@Suite struct DifferentialTests {
    /// Each case has a server and several sessions, whose descriptors and threads are limited.
    private static let limit = ConcurrencyLimit(8)

    @Test(arguments: Scenario.table.flatMap(\.cases))
    func clientSeesWhatTheNativeLoaderShows(row: Scenario.Case) async {
        await Self.limit.run { await check(row.scenario, row.style) }
    }

    private func check(_ scenario: Scenario, _ style: ClientStyle) async {
        var native: Observation?
        if !(scenario.nativeIsUnusable?.styles.contains(style) ?? false) {
            native = await ScenarioRun(scenario, style).native()
        }
        for leg in Leg.allCases {
            let deviations = scenario.deviations.filter { $0.legs.contains(leg) && $0.styles.contains(style) }
            var expected = native ?? scenario.nativeIsUnusable?.expected(style) ?? Observation(outcomes: [], sightings: [])
            for deviation in deviations {
                let before = expected
                deviation.change(&expected)
                let isLost = leg == .mocked && before.outcomes == expected.outcomes
                #expect(isLost || before != expected, "no deviation any more: \(deviation.reason)")
            }
            let run = ScenarioRun(scenario, style)
            switch leg {
            case .mocked:
                let mocked = await run.mocked(isObserved: false)
                #expect(mocked.outcomes == expected.outcomes, "mocked, native: \(describe(native))")
                #expect(run.connectionCount == 0)
            case .observed:
                let mocked = await run.mocked(isObserved: true)
                #expect(mocked == expected, "observed, native: \(describe(native))")
                #expect(run.connectionCount == 0)
            case .passedThrough:
                let passed = await run.passedThrough()
                #expect(passed == expected, "passed through, native: \(describe(native))")
            }
        }
    }

    private func describe(_ native: Observation?) -> String {
        native?.testDescription ?? "can't be asked"
    }
}

/// Lets so many run at a time.
final class ConcurrencyLimit: Sendable {
    private let free: Observed<Int>

    init(_ count: Int) {
        free = Observed(count)
    }

    func run(_ work: () async -> Void) async {
        while true {
            await free.wait { $0 > 0 }
            let isMine = free.change { free in
                guard free > 0 else { return false }
                free -= 1
                return true
            }
            if isMine || Task.isCancelled { break }
        }
        await work()
        free.change { $0 += 1 }
    }
}
