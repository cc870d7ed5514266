import Foundation
import TestSupport
import Testing

/// Runs every scenario natively and mocked, in every matching style, and compares the clients.
///
/// The native loader is the reference. A row lists every intended deviation of the mock with its reason. If the native
/// loader can't run a scenario, the row has the expected result instead.
@Suite(.bounded) struct DifferentialTests {
    /// Limits the concurrent cases, because each has a server and several sessions with descriptors and threads.
    private static let limit = ConcurrencyLimit(10)

    @Test(arguments: Scenario.table.flatMap(\.cases))
    func clientSeesWhatTheNativeLoaderShows(row: Scenario.Case) async throws {
        try await Self.limit.run { try await check(row) }
    }

    private func check(_ row: Scenario.Case) async throws {
        let (scenario, style) = (row.scenario, row.style)
        let unusable = scenario.nativeIsUnusable.flatMap { $0.styles.contains(style) ? $0 : nil }
        async let nativeObservation = unusable == nil ? ScenarioRun(scenario, style).native() : nil
        let runs = Via.allCases.map { ($0, ScenarioRun(scenario, style)) }
        let observations = await withTaskGroup { group in
            for (via, run) in runs {
                group.addTask { (via, await run.observation(on: via)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let native = await nativeObservation
        for (via, run) in runs {
            guard var expected = native ?? unusable?.expected(style), var observation = observations[via] else {
                return
            }
            if via == .mocked { expected.sightings = [] }
            // Apple's column begins with the deviations of the mock on Linux.
            let column = via.isSimulated ? .observed : via
            let more = via.isSimulated ? AppleDeviation.all.filter { $0.applies(row) }.map(\.deviation) : []
            for deviation in scenario.deviations + more
            where deviation.vias.contains(column) && deviation.styles.contains(style) {
                let before = expected
                deviation.change(&expected)
                #expect(via == .mocked || before != expected, "no deviation any more: \(deviation.reason)")
            }
            // Without this, an observation that failed would end the process.
            try #require(observation.outcomes.count == expected.outcomes.count, "\(via)")
            observation.forgetTasks { native?.outcomes[$0] != expected.outcomes[$0] }
            expected.forgetTasks { observation.outcomes[$0].task == nil }
            let reference = native?.testDescription ?? unusable.map { "can't be asked: \($0.reason)" } ?? ""
            #expect(observation == expected, "\(via), native: \(reference)")
            if via.isSimulated || [.mocked, .observed].contains(via) { #expect(run.connectionCount == 0, "\(via)") }
        }
    }
}
