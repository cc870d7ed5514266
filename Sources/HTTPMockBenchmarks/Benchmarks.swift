import Foundation

/// Measures HTTPMock's costs, and compares a request with the floor, the lowest possible cost.
///
/// `swift run -c release HTTPMockBenchmarks [--quick] [--only NAME]… [--json FILE] [--samples FOLDER]
/// [--schema FILE] [--peer FOLDER=PRODUCT]…`. Ratios are computed within one run, and the candidates are measured in
/// turn, so that a slow machine slows all of them alike. Absolute times depend on the machine.
@main
enum Benchmarks {
    static func main() async throws {
        let options = try Options(CommandLine.arguments.dropFirst())
        var report = Report(isQuick: options.isQuick)
        for benchmark in all where options.includes(benchmark.name) {
            FileHandle.standardError.write(Data("measuring \(benchmark.name)…\n".utf8))
            // Detached from the main actor, because every request would have to return to the main actor.
            report.add(try await Task.detached { try await benchmark.run(options) }.value)
        }
        print(report.text)
        if let file = options.json {
            try report.json.write(to: file)
        }
    }

    private struct Benchmark: Sendable {
        let name: String
        let run: @Sendable (Options) async throws -> [Section]
    }

    private static let all = [
        Benchmark(name: "requests", run: RequestBenchmark.run),
        Benchmark(name: "growth", run: GrowthBenchmark.run),
        Benchmark(name: "waits", run: WaitBenchmark.run),
        Benchmark(name: "unmocked", run: UnmockedBenchmark.run),
        Benchmark(name: "matching", run: MatchingBenchmark.run),
        Benchmark(name: "registration", run: RegistrationBenchmark.run),
        Benchmark(name: "instances", run: InstanceBenchmark.run),
        Benchmark(name: "bodies", run: BodyBenchmark.run),
        Benchmark(name: "files", run: FileBenchmark.run),
        Benchmark(name: "contract", run: ContractBenchmark.run),
        Benchmark(name: "graphql", run: GraphQLBenchmark.run),
        Benchmark(name: "cassettes", run: CassetteBenchmark.run),
        Benchmark(name: "strict", run: StrictTestBenchmark.run),
        Benchmark(name: "sweep", run: SweepBenchmark.run),
        Benchmark(name: "build", run: BuildBenchmark.run),
    ]
}
