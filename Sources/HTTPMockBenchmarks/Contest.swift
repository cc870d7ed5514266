/// Things that are measured in turn, round by round, so that drift hits all of them alike.
struct Contest {
    private var contenders: [Contender] = []
    private let rounds: Int

    private struct Contender {
        let name: String
        let run: () async throws -> Double
    }

    /// - Parameter rounds: How often each is measured; one more round comes first and doesn't count.
    init(rounds: Int) {
        self.rounds = rounds
    }

    /// Enters a contender.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - run: Measures it once and returns the value.
    mutating func enter(_ name: String, measuring run: @escaping () async throws -> Double) {
        contenders.append(Contender(name: name, run: run))
    }

    /// Enters a contender whose time for one of so many repetitions counts, in microseconds.
    mutating func enter(_ name: String, repeating count: Int, _ body: @escaping (Int) async throws -> Void) {
        enter(name) {
            let start = ContinuousClock.now
            for number in 0..<count { try await body(number) }
            return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
        }
    }

    /// Measures all; every other round in the opposite order.
    func run() async throws -> Results {
        var samples = contenders.map { _ in Samples() }
        for round in 0...rounds {
            let order = Array(contenders.indices)
            for index in round.isMultiple(of: 2) ? order : order.reversed() {
                let value = try await contenders[index].run()
                if round > 0 { samples[index].add(value) }
            }
        }
        return Results(names: contenders.map(\.name), samples: samples)
    }

    struct Results {
        let names: [String]
        let samples: [Samples]

        subscript(name: String) -> Samples {
            names.firstIndex(of: name).map { samples[$0] } ?? Samples()
        }

        /// All in their unit.
        var rows: [Section.Row] {
            zip(names, samples).map { Section.Row($0, $1) }
        }

        /// One relative to another.
        func ratio(_ name: String, to base: String, goal: Double? = nil) -> Section.Row {
            Section.Row("\(name) / \(base)", self[name].ratio(to: self[base]), goal: goal)
        }
    }
}
