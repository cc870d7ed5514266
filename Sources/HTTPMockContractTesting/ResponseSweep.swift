import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockTesting

/// Runs code once for every answer that an OpenAPI document allows to its requests.
///
/// ```swift
/// @Test func readsEveryAnswerThatTheContractAllows() async throws {
///     let contract = try APIContract(contentsOf: url)
///     try await sweepResponses(of: contract) { mock in
///         let page = try await ShopClient(session: mock.urlSession).products()
///         #expect(page.items.allSatisfy { !$0.id.isEmpty })
///     }
/// }
/// ```
///
/// The first run is answered by the document's examples, or by generated ones. In each further run, one request and its
/// repetitions get one variant of the response: a member absent or null, another value of an enumeration, a limit of a
/// number, another documented status. Each variant is checked against its schema before it is served.
///
/// A run fails if the code does not end, or throws although the variant has a success status, unless `throwing` allows
/// that. A run also fails if an expectation fails, or if a request has no response or breaks the contract. Equal
/// failures of one request are one issue if one part of the document allows their variants. After ten issues, one more
/// counts the other failures. After a failure, a table is attached to the test as `response-sweep.txt` and written to
/// standard error.
///
/// - Parameters:
///   - contract: The contract.
///   - only: The name of the only variant to run, as in a report, with or without its request; nil for all variants.
///   - variants: The most variants of one request; changes near the root of the body are preferred.
///   - throwing: Whether the code may throw while a variant has a success status.
///   - timeLimit: The real time that a run may need, beyond three times the first run, before it counts as hung.
///   - code: The code, isolated to the actor of the caller.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the first run; `HTTPMockError` outside a test of Swift Testing, for code
///   that does not end in the first run or makes no request of the contract, for a response that can't be made, and for
///   a wrong `only`; `CancellationError`.
@discardableResult
public func sweepResponses(
    of contract: APIContract, only: String? = nil, variants: Int = 200,
    throwing: ResponseSweep.Throwing = .refused, timeLimit: Duration = .seconds(5), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @_inheritActorContext _ code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> ResponseSweep {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await sweep(
        contract, server: nil, only: only, variantLimit: variants, throwing, timeLimit: timeLimit, at: location,
        content: nil, code)
}

/// Runs code once for every answer that a document allows, with the test's own registrations.
///
/// The registrations answer in the first run, before the document's examples, and the variants change their bodies. All
/// else is as in `sweepResponses` without registrations.
///
/// - Parameters:
///   - contract: The contract.
///   - only: The name of the only variant to run, as in a report, with or without its request; nil for all variants.
///   - variants: The most variants of one request; changes near the root of the body are preferred.
///   - throwing: Whether the code may throw while a variant has a success status.
///   - timeLimit: The real time that a run may need, beyond three times the first run, before it counts as hung.
///   - content: Hosts and, for the default domain, paths; evaluated again for each run.
///   - code: The code, isolated to the actor of the caller.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the first run; `HTTPMockError` outside a test of Swift Testing, for code
///   that does not end in the first run or makes no request of the contract, for a response that can't be made, and for
///   a wrong `only`; `CancellationError`.
@discardableResult
public func sweepResponses(
    of contract: APIContract, only: String? = nil, variants: Int = 200,
    throwing: ResponseSweep.Throwing = .refused, timeLimit: Duration = .seconds(5), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @MockBuilder _ content: @escaping @Sendable () -> [MockElement],
    @_inheritActorContext of code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> ResponseSweep {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await sweep(
        contract, server: nil, only: only, variantLimit: variants, throwing, timeLimit: timeLimit, at: location,
        content: content, code)
}

/// Runs code once for every answer that a contract of either kind allows.
///
/// - Parameters:
///   - server: The URL of a GraphQL service; nil for `/graphql` of every host, and for an OpenAPI document.
///   - content: The registrations of the test; nil without any.
func sweep(
    _ contract: any ServiceContract, server: String?, only: String?, variantLimit: Int,
    _ throwing: ResponseSweep.Throwing,
    timeLimit: Duration, at location: CallSite, content: (@Sendable () -> [MockElement])?,
    _ code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> ResponseSweep {
    let answers = ContractAnswers(contract.examples(server: server))
    var sweep = try Sweep(
        "response sweep", of: "sweepResponses", timeLimit: timeLimit, at: location,
        prepare: { mock in
            contract.check(
                mock, server: server, undocumentedProperties: .allow, refusesInvalidRequests: false, optional: true)
            mock.insert(answers)
        }, content: content, code: code)
    let targets = try await sweep.firstRun()
    var result = ResponseSweep(requests: targets.map(\.name))
    var planned: [(name: String, target: Sweep.Target, variant: ResponseVariant)] = []
    var hasRequestOfContract = false
    for target in targets {
        let record = target.record
        guard let status = record.status else { continue }
        let varied = contract.variants(
            of: record.request, server: server,
            answer: AnsweredResponse(status: status, headers: record.responseHeaders, body: record.responseBody),
            limit: min(variantLimit, mostVariants))
        guard varied.operation != nil else { continue }
        hasRequestOfContract = true
        planned += varied.variants.map { ("\(target.name): \($0.name)", target, $0) }
        result.skipped += varied.skipped.map { "\(target.name): \($0)" }
        result.omittedCount += varied.omittedCount
        if !varied.isOmittedCountExact { result.isOmittedCountExact = false }
    }
    result.replacedExamples = answers.examples.replacedExamples
    guard hasRequestOfContract else { throw noRequest(of: targets.map(\.name), at: location) }
    let selected = try sweep.selection(only, of: "sweepResponses", among: planned.map(\.name))
    for (name, target, variant) in planned where selected.contains(name) && !Task.isCancelled {
        var ended = try await sweep.run(target, with: variant.name) { _ in variant.response }
        guard !Task.isCancelled else { break }
        let isSuccess = (200..<300).contains(variant.status)
        let mayThrow = throwing == .allowed || variant.mayThrow || !isSuccess
        // A run whose code threw has passed so far, because the variant may be one that a client has to refuse.
        if !mayThrow, ended.isFine, let thrown = ended.thrown { ended.fail(texts(of: thrown).detail) }
        result.add(ended, to: target.name, variant, mayThrow: mayThrow)
    }
    let hasFailed = result.failures.contains { !$0.isKnown }
    if hasFailed || !Task.isCancelled { result.report(in: sweep) }
    try Task.checkCancellation()
    return result
}

/// The most variants of one request.
///
/// No test runs as many. Without this limit, `.max` would overflow in sums.
private let mostVariants = 1_000_000

/// Returns the error about code that makes no request of the contract.
private func noRequest(of requests: [String], at location: CallSite) -> HTTPMockError {
    var made = "the code made no request"
    if !requests.isEmpty { made = "these requests were made: \(requests.joined(separator: ", "))" }
    return HTTPMockError(
        "HTTPMock: sweepResponses found no request of the contract; \(made). To fix this, use the session of the mock "
            + "that the closure receives, and the contract of the service that the code calls.", at: location)
}

/// Returns the title of a decoding error, as in `keyNotFound "price"`, and its details, with the location in the body.
///
/// For other errors, both are the error's text.
private func texts(of error: any Error) -> (title: String, detail: String) {
    let text = Redaction.text(of: error)
    guard error is DecodingError, let decoding = CodingErrorText(error) else { return (text, text) }
    return (decoding.title, "DecodingError: \(decoding.detail)")
}

/// The results of a response sweep.
///
/// Prints as the failures, and the number of variants by kind.
public struct ResponseSweep: Sendable, CustomStringConvertible {
    /// A rule for code that throws while a variant has a success status.
    public enum Throwing: Sendable, Hashable {
        /// A thrown error is a failure, because the client can't read what its contract allows.
        case refused
        /// The code may throw.
        case allowed
    }

    /// The requests of the first run, as in `GET /products`.
    ///
    /// A repeated request has a number.
    public let requests: [String]
    /// The runs with a variant, one for each selected variant, in order.
    public internal(set) var runs: [Run] = []
    /// The responses of the requests that have no variants, with the reasons.
    public internal(set) var skipped: [String] = []
    /// The number of variants beyond the limit.
    var omittedCount = 0
    /// False if more variants may be beyond the limit.
    var isOmittedCountExact = true
    /// The operations whose example breaks its schema, so that another example was made, with the problems.
    var replacedExamples: [String] = []

    /// One run, in which one request got one variant of its response.
    public struct Run: Sendable {
        /// The request, as in ``ResponseSweep/requests``.
        public let request: String
        /// The variant, as in `200 body.items[0].price absent`.
        public let variant: String
        /// The end of the run.
        public let outcome: SweepOutcome
        /// The error that the code threw, as text with secrets masked; nil if it threw none.
        public let thrown: String?
        let details: ResponseVariant
        /// The kind of failure in words, by which failures are grouped; of no use for a run that passed.
        let title: String
        /// Whether `withKnownIssue` matched every issue of the run, so that the run fails nothing.
        let isKnown: Bool
    }

    /// The runs that did not pass.
    public var failures: [Run] { runs.filter { $0.outcome != .passed } }

    /// Adds the run of a variant that has ended.
    ///
    /// - Parameter mayThrow: Whether the code may throw; if a check fails, the check alone is then the failure.
    mutating func add(_ ended: Sweep.Result, to request: String, _ variant: ResponseVariant, mayThrow: Bool) {
        let title: String
        switch (ended.outcome, ended.thrown) {
        case (.hung, _): title = "the code did not end"
        case (.failed, let thrown?) where !mayThrow: title = "the code threw \(texts(of: thrown).title)"
        default: title = "a check failed"
        }
        runs.append(
            Run(
                request: request, variant: variant.name, outcome: ended.outcome, thrown: ended.thrownText,
                details: variant, title: title, isKnown: ended.isKnown))
    }

    /// A table of the failures, and the number of variants by kind.
    public var description: String {
        var rows = failures.map { run in
            let thrown = run.thrown.map { "threw \($0)" } ?? "threw nothing"
            return ["\(run.outcome)", thrown, run.request, run.variant]
        }
        if rows.isEmpty {
            let throwing = runs.count { $0.thrown != nil }
            rows = [["passed", throwing == 0 ? "threw nothing" : "threw in \(throwing.counted("run"))", "all", ""]]
        }
        var counts: [String: Int] = [:]
        for run in runs { counts[run.details.kind, default: 0] += 1 }
        let kinds = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        var lines = ["\(SweepTable([["outcome", "error", "request", "variant"]] + rows))"]
        if runs.isEmpty {
            lines.append("Nothing was varied: the contract allows no other answer to these requests")
        } else {
            lines.append("\(runs.count.counted("variant")): \(kinds)")
        }
        if omittedCount > 0 {
            let verb = omittedCount == 1 ? "was" : "were"
            let line = "\(omittedCount.counted("change")) \(verb) left out; variants: sets the limit"
            if isOmittedCountExact {
                lines.append(line)
            } else {
                lines.append("At least \(line)")
            }
        }
        lines += skipped.map { "no variants: \($0)" }
        lines += replacedExamples.map { "made an example for \($0)" }
        return lines.joined(separator: "\n")
    }

    /// The most kinds of failures that are issues of their own; one more issue counts the rest.
    private static let issueLimit = 10
    /// The most variants that one issue names besides its own.
    private static let nameLimit = 10

    /// Records an issue for each kind of failure, up to a limit, and the table; prints notes about the contract.
    fileprivate func report(in sweep: Sweep) {
        reportNotes()
        let groups = groupedFailures
        var issues = groups.prefix(Self.issueLimit).map { text(of: $0) }
        if groups.count > Self.issueLimit {
            let count = groups.dropFirst(Self.issueLimit).map { 1 + $0.others.count }.reduce(0, +)
            let verb = count == 1 ? "is" : "are"
            issues.append(
                "HTTPMock: \(count.counted("more failure")) of the response sweep \(verb) in response-sweep.txt")
        }
        sweep.report(issues, "\(self)", as: "response-sweep.txt")
        if issues.isEmpty, runs.allSatisfy({ $0.thrown != nil }), let first = runs.first {
            sweep.noteThatEveryRunThrew("\(first.request): \(first.variant) threw \(first.thrown ?? "")")
        }
    }

    /// Prints a note if nothing was varied, and a note for each example that was made.
    private func reportNotes() {
        if runs.isEmpty {
            let lines = skipped.map { "\n  no variants: \($0)" }.joined()
            StandardError.report(
                "HTTPMock: sweepResponses varied nothing, because the contract allows no other answer to these "
                    + "requests: \(requests.joined(separator: ", "))\(lines)")
        }
        for replaced in replacedExamples {
            StandardError.report("HTTPMock: sweepResponses made an example for \(replaced)")
        }
    }

    /// Failures of one request with one title, by variants that one part of the contract allows.
    private struct FailureGroup {
        let first: Run
        var others: [Run] = []
    }

    private var groupedFailures: [FailureGroup] {
        var groups: [FailureGroup] = []
        for run in failures where !run.isKnown {
            let index = groups.firstIndex { group in
                group.first.request == run.request && group.first.title == run.title
                    && group.first.details.reason == run.details.reason
            }
            if let index {
                groups[index].others.append(run)
            } else {
                groups.append(FailureGroup(first: run))
            }
        }
        return groups
    }

    private func text(of group: FailureGroup) -> String {
        let run = group.first
        var lines = [
            "HTTPMock: \(run.request) answered as the contract allows, and \(run.title)",
            "  the variant: \(run.details.change)", "    (\(run.details.reason))",
        ]
        lines += run.outcome.messages.map { "  \($0)" }
        if !group.others.isEmpty {
            var names = group.others.prefix(Self.nameLimit).map(\.variant).joined(separator: ", ")
            if group.others.count > Self.nameLimit { names += " …" }
            lines.append("  the same with \(names)")
        }
        var only = run.variant
        if requests.count > 1 { only = "\(run.request): \(only)" }
        lines.append(
            "  To run only this variant, write sweepResponses(of: contract, only: "
                + "\(String(reflecting: only))) { … }")
        return lines.joined(separator: "\n")
    }
}

/// Answers with the examples of a contract the requests that no registration answers.
///
/// Created by `sweep` and shared by all its runs, so that the examples of an OpenAPI document are made only once.
private final class ContractAnswers: EngineExtension {
    let examples: any ServiceExamples

    init(_ examples: any ServiceExamples) {
        self.examples = examples
    }

    var survivesReset: Bool { true }

    func answer(_ request: MockRequest) -> ExtensionAnswer {
        switch examples.answer(to: request) {
        case .response(let response, let name):
            .response(RegisteredResponse(response, of: MockRegistration(standIn: name)))
        case .nothing(let reason): .nothing([reason])
        case .elsewhere: .nothing([])
        }
    }
}
