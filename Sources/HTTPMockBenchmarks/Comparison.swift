/// Measures candidates in turn, round by round, so that drift affects all of them alike.
struct Comparison {
    private var candidates: [Candidate] = []
    private let rounds: Int

    private struct Candidate {
        let name: String
        let run: () async throws -> Double
    }

    /// Creates a comparison without candidates.
    ///
    /// - Parameter rounds: The number of measured rounds; one more round comes first and is not counted.
    init(rounds: Int) {
        self.rounds = rounds
    }

    /// Adds a candidate.
    ///
    /// - Parameters:
    ///   - name: The name of the candidate.
    ///   - run: Measures the candidate once and returns the value.
    mutating func add(_ name: String, measuring run: @escaping () async throws -> Double) {
        candidates.append(Candidate(name: name, run: run))
    }

    /// Adds a candidate that is measured by its time per repetition, in microseconds.
    mutating func add(_ name: String, repeating count: Int, _ body: @escaping (Int) async throws -> Void) {
        add(name) {
            let start = ContinuousClock.now
            for number in 0..<count { try await body(number) }
            return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
        }
    }

    /// Measures all candidates, in the opposite order in every other round.
    func run() async throws -> Results {
        var samples = candidates.map { _ in Samples() }
        for round in 0...rounds {
            var order = Array(candidates.indices)
            if !round.isMultiple(of: 2) { order.reverse() }
            for index in order {
                let value = try await candidates[index].run()
                if round > 0 { samples[index].add(value) }
            }
        }
        return Results(names: candidates.map(\.name), samples: samples)
    }

    struct Results {
        let names: [String]
        let samples: [Samples]

        subscript(name: String) -> Samples {
            names.firstIndex(of: name).map { samples[$0] } ?? Samples()
        }

        /// The values of all candidates.
        var rows: [Section.Row] {
            zip(names, samples).map { Section.Row($0, $1) }
        }

        /// Returns the ratio of one candidate to another.
        func ratio(_ name: String, to base: String, goal: Double? = nil) -> Section.Row {
            Section.Row("\(name) / \(base)", self[name].ratio(to: self[base]), goal: goal)
        }
    }
}
