import Foundation
import HTTPMock
import Testing

/// Runs code once for every order in which the responses to its requests may arrive.
///
/// ```swift
/// @Test func theLastSearchWins() async throws {
///     try await sweepOrders {
///         Host("api.shop.example") {
///             Path("/search", query: ["q": "s"]) { MockResponse.json(#"["sun","sea"]"#) }
///             Path("/search", query: ["q": "se"]) { MockResponse.json(#"["sea"]"#) }
///         }
///     } of: { mock in
///         let model = SearchModel(session: mock.urlSession)
///         model.type("s")
///         model.type("se")
///         await model.searches()
///         #expect(model.results == ["sea"])
///     }
/// }
/// ```
///
/// Each response is held before its first byte. When the code waits, one held response is sent whole. The first run
/// sends the responses in order of arrival, each later run in another order. Each of these orders can really happen, so
/// a failure is always real. ``OrderSweep/isComplete`` is true if each order that the runs have shown to be possible
/// was run. Delays and timeouts of the mock need no real time. A response that waits at a gate, that is never sent, or
/// that comes from the network is not held.
///
/// A run fails if an expectation fails, a request has no response, or the code does not end. A later run also fails if
/// the code throws an error. The shortest failing order is one issue. After a failure, a table of all runs is attached
/// to the test as `order-sweep.txt` and written to standard error.
///
/// - Parameters:
///   - only: The only order to run, as numbers of the requests in order of arrival; nil for all orders.
///   - limit: The most runs. If there are more orders, the orders of half of the runs are drawn from `seed`.
///   - seed: The seed of the drawn orders.
///   - timeLimit: The real time after which a run counts as hung, beyond three times that of the first run.
///   - content: Hosts and, for the default domain, paths; evaluated again for each run.
///   - code: The code, isolated to the actor of the caller.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the first run; `HTTPMockError` outside a test of Swift Testing, for a
///   first run that does not end, and for a wrong `only`.
@discardableResult
public func sweepOrders(
    only: [Int]? = nil, limit: Int = 100, seed: UInt64 = 0, timeLimit: Duration = .seconds(5),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @MockBuilder _ content: @escaping @Sendable () -> [MockElement],
    @_inheritActorContext of code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> OrderSweep {
    let sweep = try Sweep(
        "order sweep", of: "sweepOrders", timeLimit: timeLimit,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), content: content, code: code)
    var search = OrderSearch(sweep: sweep, limit: max(1, limit), seed: seed)
    let result = try await search.result(only: only)
    result.report(in: sweep)
    return result
}

/// The results of an order sweep.
///
/// Prints as a table with one line for each run.
public struct OrderSweep: Sendable, CustomStringConvertible {
    /// The runs, beginning with the one in order of arrival.
    public internal(set) var runs: [Run] = []
    /// Whether every order was run, as far as can be observed.
    public internal(set) var isComplete = false
    /// The failing run that differs least from the order of arrival; perhaps not one of ``runs``.
    var shortest: Run?

    /// One run.
    public struct Run: Sendable {
        /// The order in which the responses were sent, as numbers of the requests in order of arrival in the first run.
        public let order: [Int]
        /// The end of the run.
        public let outcome: SweepOutcome
        let isKnown: Bool
        let points: [HeldResponses.Point]
        var hasVaried: Bool

        /// The requests in the order of their responses, as in `GET /search?q=s`.
        public var requests: [String] { points.map(\.chosen) }

        /// The number of choices that differ from the order of arrival.
        var distance: Int { points.count { $0.chosen != $0.held[0] } }
    }

    /// The runs that did not pass.
    public var failures: [Run] { runs.filter { $0.outcome != .passed } }

    /// The table.
    public var description: String {
        let rows = runs.map { ["\($0.order)", "\($0.outcome)", $0.requests.joined(separator: ", ")] }
        let number = runs.count == 1 ? "1 order" : "\(runs.count) orders"
        return "\(number), \(isComplete ? "which are all" : "not all that may happen")\n"
            + sweepTable([["order", "outcome", "requests"]] + rows)
    }

    fileprivate func report(in sweep: Sweep) {
        let failed = failures.filter { !$0.isKnown }
        // A sweep of only one order has no shortest one.
        guard let shortest = shortest ?? failed.first else { return }
        let width = shortest.requests.map(\.count).max() ?? 0
        let steps = zip(shortest.requests, shortest.order).enumerated().map { index, step in
            let padding = String(repeating: " ", count: width - step.0.count)
            return "  \(index + 1). \(step.0)\(padding)   requested \(step.1.ordinal)"
        }
        let title =
            shortest.distance == 0
            ? "the code fails with the responses in order of arrival"
            : "the code fails if responses arrive in another order"
        let count = runs.count == 1 ? "1 order fails" : "\(runs.count) orders fail\(failed.count == 1 ? "s" : "")"
        let text = """
            HTTPMock: \(title)
            \(steps.joined(separator: "\n"))
              \(shortest.outcome.messages.joined(separator: "\n  "))
              \(failed.count) of \(count). To run only this one, write sweepOrders(only: \(shortest.order)) { … }
            """
        sweep.report([text], "\(self)", as: "order-sweep.txt")
    }
}

/// The search through the orders of one sweep: depth first, so that the last choices change first.
private struct OrderSearch {
    var sweep: Sweep
    let limit: Int
    let seed: UInt64
    let knowledge = Locked(OrderKnowledge())
    var result = OrderSweep()
    /// The beginnings of orders that are not run yet, the next one last, with an estimate of the orders that begin so.
    var pending: [(names: [String], count: Double)] = []
    var planned: Set<[String]> = []

    mutating func result(only: [Int]?) async throws -> OrderSweep {
        add(try await trial())
        if let only { return try await run(only: only) }
        while result.runs.count < limit, let next = pending.last {
            let left = pending.reduce(0) { $0 + $1.count }
            if result.runs.count >= limit / 2, left > Double(limit - result.runs.count) { break }
            pending.removeLast()
            for _ in 1...3 {
                let run = try await trial(next.names)
                add(run)
                if !run.hasVaried || result.runs.count >= limit { break }
            }
        }
        for draw in 1...UInt64(limit) where !pending.isEmpty && result.runs.count < limit {
            let drawn = try await trial(seed: seed &+ draw)
            if !result.runs.contains(where: { $0.requests == drawn.requests }) { add(drawn) }
        }
        result.isComplete = pending.isEmpty && !result.runs.contains(where: \.hasVaried)
        try await shrink()
        return result
    }

    private mutating func trial(_ names: [String] = [], seed: UInt64? = nil) async throws -> OrderSweep.Run {
        let description = seed == nil ? "the order \(numbers(of: names))" : "a drawn order"
        let responses = HeldResponses(knowledge, order: names, seed: seed)
        let ended =
            result.runs.isEmpty
            ? try await sweep.firstRun(holding: responses)
            : try await sweep.run(description, holding: responses)
        let state = responses.snapshot
        _ = numbers(of: state.names.sorted { $0.key < $1.key }.map(\.value))
        var outcome = ended.outcome
        if outcome == .passed, let thrown = ended.thrown {
            outcome = .failed(["the code threw \(Redaction.text(of: thrown))"])
        }
        return OrderSweep.Run(
            order: numbers(of: state.points.map(\.chosen)), outcome: outcome, isKnown: ended.isKnown,
            points: state.points, hasVaried: state.hasVaried)
    }

    private func numbers(of names: [String]) -> [Int] { knowledge.withLock { $0.numbers(of: names) } }

    /// Adds a run to the results, and the orders that branch off it to those that are not run yet.
    private mutating func add(_ run: OrderSweep.Run) {
        if let index = result.runs.firstIndex(where: { $0.requests == run.requests }) {
            if result.runs[index].outcome == .passed { result.runs[index] = run }
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
                pending.append((prefix + [name], later))
            }
            prefix.append(point.chosen)
        }
    }

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
        result.runs = [try await trial(only.map { names[$0 - 1] })]
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
                if run.outcome != .passed, run.distance < best.distance {
                    best = run
                    continue
                }
            }
            index += 1
        }
        result.shortest = best
    }
}
