/// Measures the time that the dependency adds to a clean build.
enum BuildBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        // A build takes longer than the rest of a quick run.
        guard !options.isQuick else { return [] }
        var rows: [Section.Row] = []
        for configuration in ["debug", "release"] {
            let without = try UserPackage(products: [], source: "let mock = 0\n")
            let with = try UserPackage(products: ["HTTPMock"], source: "import HTTPMock\nlet mock = HTTPMock()\n")
            rows += [
                Section.Row("\(configuration), empty target", try without.swift("build", "-c", configuration).wall),
                Section.Row(
                    "\(configuration), the same that imports HTTPMock",
                    try with.swift("build", "-c", configuration).wall),
            ]
        }
        return [Section(title: "build of a target from clean, s", rows: rows)]
    }
}
