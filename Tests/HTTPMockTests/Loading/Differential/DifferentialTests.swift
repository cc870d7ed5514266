import Foundation
import TestSupport
import Testing

/// Every scenario natively and mocked, in every style that fits: the client sees the same.
///
/// The native loader is the reference. Where the mock is meant to do otherwise the row says so, with the reason; where
/// the native loader can't be asked it says what is expected instead.
@Suite struct DifferentialTests {
    /// Each case has a server and several sessions, whose descriptors and threads are limited.
    private static let limit = ConcurrencyLimit(10)

    @Test(arguments: Scenario.table.flatMap(\.cases))
    func clientSeesWhatTheNativeLoaderShows(row: Scenario.Case) async {
        await Self.limit.run { await check(row.scenario, row.style) }
    }

    private func check(_ scenario: Scenario, _ style: ClientStyle) async {
        let unusable = scenario.nativeIsUnusable.flatMap { $0.styles.contains(style) ? $0 : nil }
        async let nativeObservation = unusable == nil ? ScenarioRun(scenario, style).native() : nil
        let runs = Leg.allCases.map { ($0, ScenarioRun(scenario, style)) }
        let observations = await withTaskGroup { group in
            for (leg, run) in runs {
                group.addTask { (leg, await run.observation(on: leg)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let native = await nativeObservation
        for (leg, run) in runs {
            guard var expected = native ?? unusable?.expected(style), let observation = observations[leg] else {
                return
            }
            if leg == .mocked { expected.sightings = [] }
            for deviation in scenario.deviations where deviation.legs.contains(leg) && deviation.styles.contains(style)
            {
                let before = expected
                deviation.change(&expected)
                #expect(leg == .mocked || before != expected, "no deviation any more: \(deviation.reason)")
            }
            let reference = native?.testDescription ?? unusable.map { "can't be asked: \($0.reason)" } ?? ""
            #expect(observation == expected, "\(leg), native: \(reference)")
            if leg != .passedThrough { #expect(run.connectionCount == 0, "\(leg)") }
        }
    }
}

/// Lets so many run at a time.
final class ConcurrencyLimit: Sendable {
    private let free: Observed<Int>

    init(_ count: Int) {
        free = Observed(count)
    }

    func run(_ work: () async throws -> Void) async rethrows {
        while true {
            await free.wait { $0 > 0 }
            let isMine = free.change { free in
                guard free > 0 else { return false }
                free -= 1
                return true
            }
            if isMine || Task.isCancelled { break }
        }
        defer { free.change { $0 += 1 } }
        try await work()
    }
}
