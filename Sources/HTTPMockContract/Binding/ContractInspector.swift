import Foundation
import HTTPMock

/// The contracts that one mock is checked against.
///
/// Created by `check(against:)` and owned by the mock. Called on any thread.
final class ContractInspector: EngineExtension {
    private struct Entry {
        let check: any ContractCheck
        let settings: Settings

        var id: ObjectIdentifier { check.id }
    }

    /// A contract with its match for a request or a registration.
    private struct EntryMatch {
        let entry: Entry
        let match: ContractMatch
    }

    /// A documented response that a registration has, which counts in the coverage of a contract once.
    private struct CountedResponse: Hashable {
        let contract: ObjectIdentifier
        let registration: MockRegistration
        let response: CoverageLog.Key
    }

    /// An operation that a registration's responses of one status were checked against when they were registered.
    private struct CheckedRegistration: Hashable {
        let contract: ObjectIdentifier
        /// The URL of the check; nil for none.
        let url: String?
        let registration: MockRegistration
        let operation: String
        let status: Int
    }

    /// The problems of a request that its response may expect.
    private struct ExpectedProblems {
        let problems: [ContractProblem]
        /// The statuses of responses that expect the problems.
        let refusals: Set<Int>
    }

    /// A request that has arrived, with the contracts that the request is checked against.
    private struct OpenRequest {
        let request: CheckedRequest
        let matches: [EntryMatch]
    }

    private struct State {
        var entries: [Entry] = []
        /// The requests that have arrived since the last contract was added, and have not ended, by their numbers.
        ///
        /// They are kept, because reading and matching a request again would cost as much as the first time.
        var open: [Int: OpenRequest] = [:]
        /// The problems that the check at the registration found.
        var problemsAtRegistration: [CheckedRegistration: [ContractProblem]] = [:]
        /// The problems of open requests that a refusal may expect, by the numbers of the requests.
        var expected: [Int: [ExpectedProblems]] = [:]
        /// The numbers of open requests that a contract refuses, unless a registered refusal is served.
        var refused: Set<Int> = []
        /// The contracts whose defects were reported.
        var announced: Set<ObjectIdentifier> = []
        /// The contracts that applied to a request or a registration.
        var applied: Set<ObjectIdentifier> = []
        /// The paths with a defect that requests and registrations have, by contract.
        var unusablePaths: [ObjectIdentifier: Set<String>] = [:]
        /// The first hosts that some contract did not apply to, in order; an unusual port is part of its host.
        var otherHosts: [String] = []
        var counted: Set<CountedResponse> = []
    }

    private let state = Locked(State())
    /// The advice of a tool by the advice that it replaces; empty for a test.
    private let toolAdvice: [SwiftAdvice: String]
    /// The most hosts that a message lists.
    private static let hostLimit = 10

    init(toolAdvice: [SwiftAdvice: String] = [:]) {
        self.toolAdvice = toolAdvice
    }

    /// Adds a check, and replaces an earlier check of the same contract with the same URL.
    func add(_ check: some ContractCheck, _ settings: Settings) {
        state.withLock { state in
            state.entries.removeAll { $0.id == check.id && $0.check.url == check.url }
            state.problemsAtRegistration = state.problemsAtRegistration.filter {
                $0.key.contract != check.id || $0.key.url != check.url
            }
            state.entries.append(Entry(check: check, settings: settings))
            // Open requests are matched again, because the new contract may apply to them, too.
            state.open = [:]
        }
    }

    /// The largest body of a served response that is checked, and of a registered file, in bytes.
    var bodyLimit: Int { 16 << 20 }

    /// Returns that the body must be read if it is in a file.
    func workNeeded(for request: MockRequest) -> MatchingWork {
        request.isBodyInFile ? .readsBody : .headOnly
    }

    func problems(of response: RegisteredResponse) -> [Problem] {
        let registration = response.registration
        let registeredRequest = CheckedRequest(registration)
        let candidates = candidates(for: registration)
        guard response.isStatusKnown else {
            let problems = chosen(candidates.matches).compactMap(\.match.problemOfName)
            return report(problems, "a registered response", ContractReport.Origin(registration))
        }
        // An OpenAPI contract has no match for a registration with a pattern or without a method.
        for entry in candidates.others {
            let documented = entry.check.documentedResponses(for: response.status, of: registration)
            noteMocked(documented, of: registration, for: entry)
        }
        let matches = checkedMatches(candidates, registration, registeredRequest)
        guard !matches.isEmpty else {
            // A registration that matches several requests is checked later, and the warnings about defects come then.
            guard registeredRequest != nil else { return [] }
            return newDefectWarnings()
        }
        let checkedResponse = CheckedResponse(
            status: response.status, headers: response.joinedHeaders, body: response.knownBody(upTo: bodyLimit))
        // Without a request, only GraphQL contracts match, and their checks do not look at the stand-in.
        let requestOrStandIn =
            registeredRequest ?? CheckedRequest(method: "POST", url: RequestURL("//\(registration.host ?? "")"))
        var problems: [ContractProblem] = []
        for found in matches {
            let documented = found.entry.check.documentedResponses(for: checkedResponse, found.match)
            noteMocked(documented, of: registration, for: found.entry)
            let own = found.entry.check.problems(of: checkedResponse, to: requestOrStandIn, found.match)
            keep(own, of: registration, response.status, for: found)
            problems += own
        }
        return newDefectWarnings() + report(problems, "a registered response", ContractReport.Origin(registration))
    }

    func inspect(_ request: MockRequest, number: Int) -> RequestInspection {
        let checked = CheckedRequest(request)
        let matches = matches(of: checked)
        state.withLock { $0.open[number] = OpenRequest(request: checked, matches: matches) }
        var problems: [ContractProblem] = []
        var reasons = InvalidRequestReasons()
        for found in matches {
            let own = found.entry.check.problems(of: checked, found.match)
            let refusals = found.entry.check.refusals(found.match)
            if own.isEmpty || refusals.isEmpty {
                problems += own
            } else {
                // Reported at the end of the exchange, because the test may expect a registered refusal.
                let expected = ExpectedProblems(problems: own, refusals: refusals)
                state.withLock { $0.expected[number, default: []].append(expected) }
            }
            if found.entry.settings.refusesInvalidRequests {
                reasons.add(own, of: checked, refusals, found.entry.check, found.match)
            }
        }
        let reports = newDefectWarnings() + report(problems, "request \(number)", .request)
        let invalid = reasons.invalidRequest(number)
        if invalid != nil { state.withLock { _ = $0.refused.insert(number) } }
        return RequestInspection(problems: reports, invalid: invalid)
    }

    func completed(_ record: RecordedRequest) -> [Problem] {
        let unexpected = report(problemsOfRequest(record), "request \(record.number)", .request)
        return unexpected + problemsOfResponse(record)
    }

    /// Takes the problems of a request that wait for its response, and returns those that the response does not expect.
    private func problemsOfRequest(_ record: RecordedRequest) -> [ContractProblem] {
        let waiting = state.withLock { $0.expected.removeValue(forKey: record.number) } ?? []
        guard record.registration != nil, let status = record.status else { return waiting.flatMap(\.problems) }
        return waiting.filter { !$0.refusals.contains(status) }.flatMap(\.problems)
    }

    /// Returns the problems of a response, and of the credentials of its request.
    private func problemsOfResponse(_ record: RecordedRequest) -> [Problem] {
        let open = openRequest(of: record)
        let isRefused = state.withLock { $0.refused.remove(record.number) } != nil
        let request = open.request
        // A request without an operation was reported when it arrived.
        let matches = open.matches.filter(\.match.hasOperation)
        guard !matches.isEmpty else { return [] }
        var answered = record.status
        // Without a registered response, the answer is the refusal of a check, and not the service's.
        if isRefused, record.registration == nil { answered = nil }
        let security = matches.flatMap { found in
            found.entry.check.securityProblems(of: request, answeredWith: answered, found.match)
        }
        let reports = report(security, "request \(record.number)", .request)
        guard let registration = record.registration, let status = record.status, !record.isOffContract else {
            return reports
        }
        let response = CheckedResponse(record, status: status, bodyLimit: bodyLimit)
        var problems: [ContractProblem] = []
        for found in matches {
            for documented in found.entry.check.documentedResponses(for: response, found.match) {
                found.entry.check.uses.note(.requested, of: documented, at: registration.location)
            }
            var known: [ContractProblem]?
            if record.isKnownAtRegistration { known = problemsAtRegistration(of: registration, status, found) }
            problems += self.problems(of: response, to: request, found, known)
        }
        return reports
            + report(problems, "the response to request \(record.number)", ContractReport.Origin(registration))
    }

    /// Returns the problems of a served response for one contract.
    ///
    /// - Parameter known: The problems of all responses of the registration with the same status; nil if they were not
    ///   checked at the registration.
    private func problems(
        of response: CheckedResponse, to request: CheckedRequest, _ found: EntryMatch, _ known: [ContractProblem]?
    ) -> [ContractProblem] {
        if let known, known.isEmpty { return [] }
        let own = found.entry.check.problems(of: response, to: request, found.match)
        guard let known else { return own }
        // The known problems may be those of the registration's other responses.
        if own.isEmpty { return [] }
        // These are the texts of the registration's report, which `withKnownIssue` around the request has to match.
        return known
    }

    /// Takes the request of an exchange that has ended, with its contracts; matches a request again that was not kept.
    private func openRequest(of record: RecordedRequest) -> OpenRequest {
        if let open = state.withLock({ $0.open.removeValue(forKey: record.number) }) { return open }
        let request = CheckedRequest(record.request)
        return OpenRequest(request: request, matches: matches(of: request))
    }

    func problemsAtEnd(testHasFailed: Bool) -> [Problem] {
        // The problems of requests that have not ended, whose responses might have expected them.
        let waiting = state.withLock { exchange(&$0.expected, with: [:]) }.sorted { $0.key < $1.key }
        let problems = waiting.flatMap { number, expected in
            report(expected.flatMap(\.problems), "request \(number)", .request)
        }
        // After a failure, the test may have ended before its requests.
        guard !testHasFailed else { return problems }
        return problems + problemsOfUnusedContracts
    }

    /// The problems of the contracts that are not optional, and applied to no request and no registration.
    var problemsOfUnusedContracts: [Problem] {
        let state = state.withLock { $0 }
        let unused = state.entries.filter { !$0.settings.isOptional && !state.applied.contains($0.id) }
        return unused.map { entry in
            let paths = state.unusablePaths[entry.id] ?? []
            let text = entry.check.unused(hosts: state.otherHosts, unusablePaths: paths.sorted())
            return Problem(text: text, location: entry.settings.location)
        }
    }

    /// Whether a request or a registration was not checked, because its path has a defect.
    var hasUnusablePaths: Bool { state.withLock { !$0.unusablePaths.isEmpty } }

    // MARK: Matching

    /// Finds the contracts that a request is checked against, and notes which contracts apply.
    private func matches(of request: CheckedRequest) -> [EntryMatch] {
        let entries = state.withLock { $0.entries }
        let matches = entries.map { EntryMatch(entry: $0, match: $0.check.match(request)) }
        noteApplied(matches, host: request.url.hostAndPort)
        return chosen(matches)
    }

    /// Chooses the contracts that are checked: all with the operation, or else the first contract that applies.
    ///
    /// If several checks of one contract apply, because their URLs overlap, the latest check counts.
    private func chosen(_ matches: [EntryMatch]) -> [EntryMatch] {
        var known: Set<ObjectIdentifier> = []
        let latestFirst = matches.reversed().filter { !$0.match.isUnchecked && known.insert($0.entry.id).inserted }
        let applied = latestFirst.reversed()
        let operations = applied.filter(\.match.hasOperation)
        return operations.isEmpty ? Array(applied.prefix(1)) : operations
    }

    /// Notes for the end of the test which contracts apply, and the host if some contract does not apply.
    private func noteApplied(_ matches: [EntryMatch], host: String) {
        let applied = matches.filter { !$0.match.isUnchecked }
        state.withLock { state in
            for found in matches {
                guard let path = found.match.unusablePath else { continue }
                state.unusablePaths[found.entry.id, default: []].insert(path)
            }
            state.applied.formUnion(applied.map(\.entry.id))
            guard applied.count < matches.count, state.otherHosts.count < Self.hostLimit else { return }
            if !state.otherHosts.contains(host) { state.otherHosts.append(host) }
        }
    }

    /// The contracts of a mock, divided by their matches for a registration.
    private struct Candidates {
        /// The contracts that have a match for the registration itself.
        var matches: [EntryMatch] = []
        /// Whether a contract without a match claims the path, so that no other contract reports the path.
        var isPathClaimed = false
        /// The other contracts without a match.
        var others: [Entry] = []
    }

    private func candidates(for registration: MockRegistration) -> Candidates {
        var candidates = Candidates()
        for entry in state.withLock({ $0.entries }) {
            if let match = entry.check.match(registration) {
                candidates.matches.append(EntryMatch(entry: entry, match: match))
            } else if entry.check.claimsPath(of: registration) {
                candidates.isPathClaimed = true
            } else {
                candidates.others.append(entry)
            }
        }
        return candidates
    }

    /// Chooses the contracts that a registered response is checked against, and notes which contracts apply.
    ///
    /// A registration without a port may be for one of several servers that differ in their ports. The other servers'
    /// contracts count when the response is served. So do the contracts without a match for the registration.
    private func checkedMatches(
        _ candidates: Candidates, _ registration: MockRegistration, _ request: CheckedRequest?
    ) -> [EntryMatch] {
        guard !candidates.matches.isEmpty else { return [] }
        noteApplied(candidates.matches, host: request?.url.hostAndPort ?? registration.host ?? "")
        var found = chosen(candidates.matches)
        // A path that a contract lacks is no problem if another contract claims the path.
        if candidates.isPathClaimed { found.removeAll { !$0.match.hasOperation } }
        guard request?.url.port == nil, let first = found.first else { return found }
        return found.filter { $0.match.port == first.match.port }
    }

    /// Keeps the problems of a registration's response, each once, for the check when the response is served.
    private func keep(
        _ problems: [ContractProblem], of registration: MockRegistration, _ status: Int, for found: EntryMatch
    ) {
        guard let checked = checkedRegistration(registration, status, for: found) else { return }
        state.withLock { state in
            let earlier = state.problemsAtRegistration[checked] ?? []
            var known = Set(earlier)
            // An empty list says that a response was checked.
            state.problemsAtRegistration[checked] = earlier + problems.filter { known.insert($0).inserted }
        }
    }

    /// Returns the problems of a registration's responses of one status; nil if they were not checked for a match.
    private func problemsAtRegistration(of registration: MockRegistration, _ status: Int, _ found: EntryMatch)
        -> [ContractProblem]?
    {
        guard let checked = checkedRegistration(registration, status, for: found) else { return nil }
        return state.withLock { $0.problemsAtRegistration[checked] }
    }

    private func checkedRegistration(_ registration: MockRegistration, _ status: Int, for found: EntryMatch)
        -> CheckedRegistration?
    {
        guard let operation = found.match.checkedKey else { return nil }
        return CheckedRegistration(
            contract: found.entry.id, url: found.entry.check.url, registration: registration, operation: operation,
            status: status)
    }

    /// Notes in the coverage of a contract the documented responses that a registration has, each once.
    private func noteMocked(_ responses: [CoverageLog.Key], of registration: MockRegistration, for entry: Entry) {
        for response in responses {
            let counted = CountedResponse(contract: entry.id, registration: registration, response: response)
            let isNew = state.withLock { $0.counted.insert(counted).inserted }
            if isNew { entry.check.uses.note(.mocked, of: response, at: registration.location) }
        }
    }

    /// Returns the warnings about defects of contracts, each contract only the first time.
    private func newDefectWarnings() -> [Problem] {
        // A tool has printed the defects when it read the contract.
        guard toolAdvice.isEmpty else { return [] }
        let entries = state.withLock { state in
            let found = state.entries.filter { !$0.check.seriousDefects.isEmpty && !state.announced.contains($0.id) }
            state.announced.formUnion(found.map(\.id))
            return found
        }
        return entries.map(\.check).map { check in
            Problem(.warning, text: ContractReport.text(of: check.seriousDefects, strictLoading: check.strictLoading))
        }
    }

    /// Returns the reports of problems; the mock keeps those that say something new.
    private func report(_ problems: [ContractProblem], _ subject: String, _ origin: ContractReport.Origin)
        -> [Problem]
    {
        guard !problems.isEmpty else { return [] }
        return ContractReport.Verdict.allCases.compactMap { verdict in
            let part = problems.filter { ContractReport.Verdict($0) == verdict }
            guard !part.isEmpty else { return nil }
            let text = ContractReport.text(of: part, in: subject, from: origin, verdict, toolAdvice: toolAdvice)
            let mistakes = Set(part.map { "\(verdict) \($0.text) \(origin)" })
            return Problem(
                verdict == .breaking ? .failure : .warning, text: text, location: origin.location, mistakes: mistakes)
        }
    }
}
