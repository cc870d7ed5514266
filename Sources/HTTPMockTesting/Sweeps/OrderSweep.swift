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
/// was run. Delays and timeouts of the mock need no real time. A response is not held if it waits at a gate, is never
/// sent, comes from the network, or answers a request for a WebSocket.
///
/// A run fails if an expectation fails, a request has no response, or the code does not end. A later run also fails if
/// the code throws an error. The shortest failing order is one issue. After a failure, a table of all runs is attached
/// to the test as `order-sweep.txt` and written to standard error.
///
/// - Parameters:
///   - only: The only order to run, as numbers of the requests in order of arrival; nil for all orders.
///   - limit: The most orders to run, without the search for the shortest failing one. If there are more orders, half
///     of the runs are drawn from `seed`.
///   - seed: The seed of the drawn orders.
///   - timeLimit: The real time after which a run counts as hung, beyond three times that of the first run.
///   - content: Hosts and, for the default domain, paths; evaluated again for each run.
///   - code: The code, isolated to the actor of the caller.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the first run; `HTTPMockError` outside a test of Swift Testing, for a
///   response that can't be made, for a first run that does not end, and for a wrong `only`;
///   `CancellationError`.
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
    let hasFailed = result.failures.contains { !$0.isKnown }
    if hasFailed || !Task.isCancelled { result.report(in: sweep) }
    try Task.checkCancellation()
    return result
}

/// The results of an order sweep.
///
/// Prints as a table with one line for each run.
public struct OrderSweep: Sendable, CustomStringConvertible {
    /// The runs, beginning with the one in order of arrival.
    public internal(set) var runs: [Run] = []
    /// The orders that were not run, and the reason; nil if each was run.
    var untried: String? = "only one order was run"
    /// Whether only one order was to be run.
    var isOfOneOrder = false
    /// The failing run that differs least from the order of arrival; perhaps not one of ``runs``.
    var shortest: Run?

    /// One run.
    public struct Run: Sendable {
        /// The order in which the responses were sent, as numbers of the requests in order of arrival in the first run.
        ///
        /// Requests that only later runs make have the numbers after these.
        public let order: [Int]
        /// The end of the run.
        public let outcome: SweepOutcome
        /// The error that the code threw, as text; nil if it threw none.
        public let thrown: String?
        let isKnown: Bool
        let points: [HeldResponses.Point]
        var hasVaried: Bool

        /// The requests in the order of their responses, as in `GET /search?q=s`.
        public var requests: [String] {
            points.map(\.chosen)
        }

        /// The number of choices that differ from the order of arrival.
        var distance: Int {
            points.count { $0.chosen != $0.held[0] }
        }
    }

    /// Whether every order was run, as far as can be observed.
    public var isComplete: Bool {
        untried == nil
    }

    /// The runs that did not pass.
    public var failures: [Run] {
        runs.filter { $0.outcome != .passed }
    }

    /// The table.
    public var description: String {
        let rows = runs.map { run in
            let thrown = run.thrown.map { "threw \($0)" } ?? "threw nothing"
            return ["\(run.order)", "\(run.outcome)", thrown, run.requests.joined(separator: ", ")]
        }
        let number = runs.count.counted("order")
        let completeness = untried ?? "which are all"
        let table = SweepTable([["order", "outcome", "error", "requests"]] + rows)
        return "\(number), \(completeness)\n\(table)"
    }

    func report(in sweep: Sweep) {
        let failed = failures.filter { !$0.isKnown }
        // A sweep of only one order searches for no shortest one.
        guard let shortest = shortest ?? failed.first else {
            // With `only`, the other orders are left out on purpose.
            if let untried, !isOfOneOrder { sweep.note("passed, but \(untried)") }
            return
        }
        let width = shortest.requests.map(\.count).max() ?? 0
        let steps = zip(shortest.requests, shortest.order).enumerated().map { index, step in
            let (request, number) = step
            let padding = String(repeating: " ", count: width - request.count)
            return "  \(index + 1). \(request)\(padding)   requested \(number.ordinal)"
        }
        var title = "the code fails if responses arrive in another order"
        if shortest.distance == 0 { title = "the code fails with the responses in order of arrival" }
        let number = runs.count.counted("order")
        let verb = failed.count == 1 ? "fails" : "fail"
        let text = """
            HTTPMock: \(title)
            \(steps.joined(separator: "\n"))
              \(shortest.outcome.messages.joined(separator: "\n  "))
              \(failed.count) of \(number) \(verb). To run only this one, write sweepOrders(only: \(shortest.order)) { … }
            """
        sweep.report([text], "\(self)", as: "order-sweep.txt")
    }
}
