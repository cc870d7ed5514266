import HTTPMock

/// The search through the orders of one sweep: depth first, so that the last choices change first.
struct OrderSearch {
    private var sweep: Sweep
    private let limit: Int
    private let seed: UInt64
    private let knowledge = Locked(OrderKnowledge())
    private var result = OrderSweep()
    /// The beginnings of orders that are not run yet, the next one last.
    private var pending: [Beginning] = []
    /// The beginnings that were run or are in `pending`.
    private var planned: Set<[String]> = []
    /// The most runs of one beginning; another run follows if other requests arrived than in an earlier one.
    private static let trialCount = 3

    /// The beginning of an order.
    private struct Beginning {
        let names: [String]
        /// An estimate of the orders that begin so.
        let count: Double
    }

    init(sweep: Sweep, limit: Int, seed: UInt64) {
        self.sweep = sweep
        self.limit = limit
        self.seed = seed
    }

    /// Runs the code in all orders up to the limit, or in one order only, and returns the results.
    mutating func result(only: [Int]?) async throws -> OrderSweep {
        add(try await trial())
        if let only { return try await run(only: only) }
        while result.runs.count < limit, let next = pending.last {
            let pendingOrders = pending.reduce(0) { $0 + $1.count }
            // If the rest does not fit, half of the runs are left for drawn orders, which differ more.
            if result.runs.count >= limit / 2, pendingOrders > Double(limit - result.runs.count) { break }
            pending.removeLast()
            for _ in 1...Self.trialCount {
                let run = try await trial(next.names)
                guard !Task.isCancelled else { return result }
                add(run)
                if !run.hasVaried || result.runs.count >= limit { break }
            }
        }
        for draw in 1...UInt64(limit) {
            guard !pending.isEmpty, result.runs.count < limit else { break }
            let drawn = try await trial(seed: seed &+ draw)
            guard !Task.isCancelled else { return result }
            add(drawn)
        }
        result.untried = untried
        try await shrink()
        return result
    }

    /// The orders that were not run, and the reason; nil if each was run.
    private var untried: String? {
        if !pending.isEmpty {
            return "at least \(pending.count) of the orders were not tried, because of limit: \(limit)"
        }
        guard let varied = result.runs.first(where: \.hasVaried) else { return nil }
        return "some orders may not have been tried, because other requests arrived when the order \(varied.order) was "
            + "run again"
    }

    /// Runs the code with the first responses in an order, and the others in order of arrival or drawn by a seed.
    private mutating func trial(_ names: [String] = [], seed: UInt64? = nil) async throws -> OrderSweep.Run {
        let responses = HeldResponses(knowledge, order: names, seed: seed)
        var ended: Sweep.Result
        if result.runs.isEmpty {
            ended = try await sweep.firstRun(holding: responses)
        } else {
            let description = seed == nil ? "the order \(numbers(of: names))" : "a drawn order"
            ended = try await sweep.run(description, holding: responses)
        }
        let state = responses.snapshot
        knowledge.withLock { knowledge in
            knowledge.noteNumbers(of: responses.arrivals)
            knowledge.isFirstRun = false
        }
        if ended.isFine, let thrown = ended.thrownText { ended.fail("the code threw \(thrown)") }
        return OrderSweep.Run(
            order: numbers(of: state.points.map(\.chosen)), outcome: ended.outcome, thrown: ended.thrownText,
            isKnown: ended.isKnown, points: state.points, hasVaried: state.hasVaried)
    }

    private func numbers(of names: [String]) -> [Int] {
        knowledge.withLock { $0.numbers(of: names) }
    }

    /// Adds a run to the results, and the orders that branch off it to those that are not run yet.
    private mutating func add(_ run: OrderSweep.Run) {
        if let index = result.runs.firstIndex(where: { $0.requests == run.requests }) {
            let earlier = result.runs[index]
            // A failure stays, whatever a repetition of the order shows. A known failure gives way to another failure.
            let isKnownAndFailsAgain = earlier.isKnown && run.outcome != .passed
            if earlier.outcome == .passed || isKnownAndFailsAgain { result.runs[index] = run }
            result.runs[index].hasVaried = run.hasVaried
        } else {
            result.runs.append(run)
        }
        var prefix: [String] = []
        for (index, point) in run.points.enumerated() {
            planned.insert(prefix + [point.chosen])
            let later = run.points[(index + 1)...].reduce(1.0) { $0 * Double($1.held.count) }
            // Reversed, because the last one is run first.
            for name in point.held.reversed() where planned.insert(prefix + [name]).inserted {
                pending.append(Beginning(names: prefix + [name], count: later))
            }
            prefix.append(point.chosen)
        }
    }

    /// Runs the code in one order only.
    private mutating func run(only: [Int]) async throws -> OrderSweep {
        let names = knowledge.withLock(\.names)
        guard only.allSatisfy({ names.indices.contains($0 - 1) }) else {
            let known = names.enumerated().map { "  \($0 + 1): \($1)" }.joined(separator: "\n")
            throw HTTPMockError(
                """
                HTTPMock: sweepOrders(only: \(only)) names a request that the first run does not have
                  To fix this, write numbers of these requests:
                \(known)
                """, at: sweep.location)
        }
        result.isOfOneOrder = true
        let run = try await trial(only.map { names[$0 - 1] })
        result.runs = Task.isCancelled ? [] : [run]
        return result
    }

    /// Turns the choices of the failing run with the fewest changes back to order of arrival, one by one.
    private mutating func shrink() async throws {
        let failures = result.failures.filter { !$0.isKnown }
        guard var best = failures.min(by: { ($0.distance, $0.order.count) < ($1.distance, $1.order.count) })
        else { return }
        var index = 0
        while index < best.requests.count, best.distance > 1 {
            var names = best.requests
            let rest = names[index...]
            if let earliest = knowledge.withLock({ $0.sorted(rest) }).first, earliest != names[index] {
                names.removeAll { $0 == earliest }
                names.insert(earliest, at: index)
                let run = try await trial(names)
                guard !Task.isCancelled else { break }
                if run.outcome != .passed, !run.isKnown, run.distance < best.distance {
                    best = run
                    continue
                }
            }
            index += 1
        }
        result.shortest = best
    }
}
