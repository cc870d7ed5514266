import Foundation
import HTTPMock

/// The contracts that one mock is checked against.
///
/// Created by `check(against:)` and owned by the mock. Called on any thread.
final class ContractInspector: EngineExtension {
    /// The settings of a check.
    struct Settings: Sendable {
        let refuses: Bool
        /// False if the test fails when the contract applies to no request and response.
        let isOptional: Bool
        /// The source location of the check.
        let location: CallSite
    }

    private struct Entry {
        let check: any ContractCheck
        let settings: Settings

        var id: ObjectIdentifier { check.id }
    }

    /// A contract that applies to a request.
    private struct Match {
        let entry: Entry
        let match: ContractMatch
    }

    /// A registered response that counts in the coverage of a contract once.
    private struct CountedResponse: Hashable {
        let contract: ObjectIdentifier
        let registration: MockRegistration
        let status: Int
    }

    /// An operation that a registration's responses of one status were checked against when they were registered.
    private struct CheckedRegistration: Hashable {
        let contract: ObjectIdentifier
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

    /// A request that has arrived, with the contracts that apply to it.
    private struct OpenRequest {
        let request: CheckedRequest
        let matches: [Match]
    }

    private struct State {
        var entries: [Entry] = []
        /// The requests that have not ended, by their numbers, because reading one again costs as much.
        var open: [Int: OpenRequest] = [:]
        /// The problems that the check at the registration found.
        var checked: [CheckedRegistration: [ContractProblem]] = [:]
        /// The problems of requests that have no response yet, by the numbers of the requests.
        var expected: [Int: [ExpectedProblems]] = [:]
        /// The contracts whose defects were reported.
        var announced: Set<ObjectIdentifier> = []
        /// The contracts that applied to a request or a response.
        var applied: Set<ObjectIdentifier> = []
        /// The paths with a defect that requests went to, by contract.
        var unusablePaths: [ObjectIdentifier: Set<String>] = [:]
        /// The hosts of requests and responses that some contract did not apply to, in order.
        var otherHosts: [String] = []
        var counted: Set<CountedResponse> = []
    }

    private let state = Locked(State())

    /// The most hosts that a message lists.
    private static let hostLimit = 10

    /// Adds a contract, and replaces earlier settings for the same contract.
    func add(_ check: some ContractCheck, _ settings: Settings) {
        state.withLock { state in
            state.entries.removeAll { $0.id == check.id }
            state.checked = state.checked.filter { $0.key.contract != check.id }
            state.entries.append(Entry(check: check, settings: settings))
            // The new contract may apply to these requests, too.
            state.open = [:]
        }
    }

    /// The largest body that is checked, in bytes.
    var bodyLimit: Int { 16 << 20 }

    /// Returns that the body must be read if it is in a file.
    func workNeeded(for request: MockRequest) -> MatchingWork {
        request.isBodyInFile ? .readsBody : .headOnly
    }

    func problems(of response: RegisteredResponse) -> [Problem] {
        let registration = response.registration
        let request = CheckedRequest(registration)
        let found = matches(ofRegistered: response, request)
        guard !found.isEmpty else { return request == nil ? [] : defectWarnings }
        let checked = CheckedResponse(
            status: response.status, headers: response.joinedHeaders, body: response.knownBody(upTo: bodyLimit))
        let known = request ?? CheckedRequest(method: "POST", url: RequestURL("//\(registration.host ?? "")"))
        var problems: [ContractProblem] = []
        for found in found {
            if isCounted(response, for: found.entry) {
                found.entry.check.note(found.match, checked, .mocked, at: registration.location)
            }
            let own = found.entry.check.problems(of: checked, to: known, found.match)
            note(own, of: registration, response.status, for: found)
            problems += own
        }
        return defectWarnings + report(problems, "a registered response", ContractReport.Origin(registration))
    }

    func inspect(_ request: MockRequest, number: Int) -> RequestInspection {
        let checked = CheckedRequest(request)
        var problems: [ContractProblem] = []
        var failures: [ContractProblem] = []
        var credentials: [ContractProblem] = []
        var answer: InvalidRequest?
        var refusals: Set<Int> = []
        let matches = matches(of: checked)
        state.withLock { $0.open[number] = OpenRequest(request: checked, matches: matches) }
        for match in matches {
            let check = match.entry.check
            let found = check.problems(of: checked, match.match)
            let own = check.refusals(match.match)
            if found.isEmpty || own.isEmpty {
                problems += found
            } else {
                // Reported at the end of the exchange, because a registered refusal may be what the test expects.
                let expected = ExpectedProblems(problems: found, refusals: own)
                state.withLock { $0.expected[number, default: []].append(expected) }
            }
            guard match.entry.settings.refuses else { continue }
            refusals.formUnion(own)
            failures += found.filter { !$0.isWarning }
            credentials += check.securityProblems(of: checked, answeredWith: nil, match.match)
            answer = answer ?? check.answer(toInvalid: match.match, found.map(\.text).joined(separator: "\n"))
        }
        let reports = defectWarnings + report(problems, "request \(number)", .request)
        let text = { ContractReport.text(of: $0, in: "request \(number)", from: .request, isWarning: false) }
        if !credentials.isEmpty {
            // Reported at the end of the exchange, because a registered 401 or 403 may be what the test expects.
            let invalid = InvalidRequest(text(credentials), status: .unauthorized, unlessServed: [401, 403])
            return RequestInspection(problems: reports, invalid: invalid)
        }
        if let answer { return RequestInspection(problems: reports, invalid: answer) }
        guard !failures.isEmpty else { return RequestInspection(problems: reports) }
        let invalid = InvalidRequest(text(failures), status: 422, unlessServed: refusals)
        return RequestInspection(problems: reports, invalid: invalid)
    }

    func completed(_ record: RecordedRequest) -> [Problem] {
        let unexpected = report(problemsOfRequest(record), "request \(record.number)", .request)
        return unexpected + problemsOfResponse(record)
    }

    /// Returns the problems of a request that its response does not expect.
    private func problemsOfRequest(_ record: RecordedRequest) -> [ContractProblem] {
        let expected = state.withLock { $0.expected.removeValue(forKey: record.number) } ?? []
        let unexpected = expected.filter { expected in
            guard record.registration != nil, let status = record.status else { return true }
            return !expected.refusals.contains(status)
        }
        return unexpected.flatMap(\.problems)
    }

    /// Returns the problems of a response, and of the credentials of its request.
    private func problemsOfResponse(_ record: RecordedRequest) -> [Problem] {
        // A request without an operation was reported when it arrived.
        let open = openRequest(of: record)
        let request = open.request
        let matches = open.matches.filter(\.match.hasOperation)
        guard !matches.isEmpty else { return [] }
        let security = matches.flatMap { found in
            var status = record.status
            // The answer to a refused request is no answer of the service.
            if record.registration == nil, found.entry.settings.refuses { status = nil }
            return found.entry.check.securityProblems(of: request, answeredWith: status, found.match)
        }
        let reports = report(security, "request \(record.number)", .request)
        guard let registration = record.registration, let status = record.status, !record.isOffContract else {
            return reports
        }
        let checked = CheckedResponse(
            status: status, headers: record.joinedHeaders, body: checkedBody(of: record))
        var problems: [ContractProblem] = []
        for found in matches {
            found.entry.check.note(found.match, checked, .requested, at: registration.location)
            let known = record.isKnownAtRegistration ? knownProblems(of: registration, status, found) : nil
            if known?.isEmpty == true { continue }
            let own = found.entry.check.problems(of: checked, to: request, found.match)
            // In the words of the registration's problem, which the request may expect.
            problems += own.isEmpty ? [] : known ?? own
        }
        return reports
            + report(problems, "the response to request \(record.number)", ContractReport.Origin(registration))
    }

    /// Returns the request of an exchange that has ended, with its contracts.
    private func openRequest(of record: RecordedRequest) -> OpenRequest {
        if let open = state.withLock({ $0.open.removeValue(forKey: record.number) }) { return open }
        let request = CheckedRequest(record.request)
        return OpenRequest(request: request, matches: matches(of: request))
    }

    /// Returns the whole body of a response; nil for a body that is too long to be checked.
    private func checkedBody(of record: RecordedRequest) -> Data? {
        guard !record.isResponseBodyCut, record.responseBody.count <= bodyLimit else { return nil }
        return record.responseBody
    }

    func problemsAtEnd(testHasFailed: Bool) -> [Problem] {
        let open = state.withLock { exchange(&$0.expected, with: [:]) }.sorted { $0.key < $1.key }
        let problems = open.flatMap { number, expected in
            report(expected.flatMap(\.problems), "request \(number)", .request)
        }
        // After a failure, the test may have ended before its requests.
        guard !testHasFailed else { return problems }
        return problems + problemsOfUnusedContracts
    }

    /// The problems of the contracts that applied to no request and no response.
    var problemsOfUnusedContracts: [Problem] {
        let state = state.withLock { $0 }
        let unused = state.entries.filter { !$0.settings.isOptional && !state.applied.contains($0.id) }
        return unused.map { entry in
            let paths = state.unusablePaths[entry.id] ?? []
            let text = entry.check.unused(hosts: state.otherHosts, unusablePaths: paths.sorted())
            return Problem(text: text, location: entry.settings.location)
        }
    }

    // MARK: Matching

    /// Returns the contracts that apply to a request.
    private func matches(of request: CheckedRequest) -> [Match] {
        let entries = state.withLock { $0.entries }
        return chosen(entries.map { Match(entry: $0, match: $0.check.match(request)) }, host: request.url.hostAndPort)
    }

    /// Chooses the contracts that apply, and notes them.
    ///
    /// These are all contracts with the request's operation, or else the first contract that names the host.
    private func chosen(_ found: [Match], host: String) -> [Match] {
        for match in found {
            guard let path = match.match.unusablePath else { continue }
            state.withLock { _ = $0.unusablePaths[match.entry.id, default: []].insert(path) }
        }
        let applied = found.filter { !$0.match.isElsewhere }
        state.withLock { state in
            state.applied.formUnion(applied.map(\.entry.id))
            guard applied.count < found.count, state.otherHosts.count < Self.hostLimit else { return }
            if !state.otherHosts.contains(host) { state.otherHosts.append(host) }
        }
        let operations = applied.filter(\.match.hasOperation)
        guard operations.isEmpty else { return operations }
        return applied.prefix(1).map(\.self)
    }

    /// Returns the contracts that apply to a registered response.
    ///
    /// A registration without a port may be for one of several servers that differ in their ports. The other servers'
    /// contracts count when the response is served. So do the contracts for which only a request tells the operation.
    private func matches(ofRegistered response: RegisteredResponse, _ request: CheckedRequest?) -> [Match] {
        var candidates: [Match] = []
        var isClaimed = false
        for entry in state.withLock({ $0.entries }) {
            if let match = entry.check.match(response.registration) {
                candidates.append(Match(entry: entry, match: match))
            } else if entry.check.mayHaveOperation(response.registration) {
                isClaimed = true
            } else if isCounted(response, for: entry) {
                entry.check.noteAnswers(response.status, of: response.registration)
            }
        }
        guard !candidates.isEmpty else { return [] }
        var found = chosen(candidates, host: request?.url.hostAndPort ?? response.registration.host ?? "")
        if isClaimed { found.removeAll { !$0.match.hasOperation } }
        guard request?.url.port == nil, let first = found.first else { return found }
        return found.filter { $0.match.port == first.match.port }
    }

    private func note(
        _ problems: [ContractProblem], of registration: MockRegistration, _ status: Int, for found: Match
    ) {
        guard let checked = checkedRegistration(registration, status, for: found) else { return }
        state.withLock { $0.checked[checked, default: []] += problems }
    }

    /// Returns the problems of a registration's responses of one status; nil if they were not checked for a match.
    private func knownProblems(of registration: MockRegistration, _ status: Int, _ served: Match)
        -> [ContractProblem]?
    {
        guard let checked = checkedRegistration(registration, status, for: served) else { return nil }
        return state.withLock { $0.checked[checked] }
    }

    private func checkedRegistration(_ registration: MockRegistration, _ status: Int, for found: Match)
        -> CheckedRegistration?
    {
        guard let operation = found.match.checkedKey else { return nil }
        return CheckedRegistration(
            contract: found.entry.id, registration: registration, operation: operation, status: status)
    }

    /// Returns whether a registered response newly counts in a contract's coverage.
    private func isCounted(_ response: RegisteredResponse, for entry: Entry) -> Bool {
        let counted = CountedResponse(contract: entry.id, registration: response.registration, status: response.status)
        return state.withLock { $0.counted.insert(counted).inserted }
    }

    /// The warnings about defects, at the first check after each contract was added.
    private var defectWarnings: [Problem] {
        let checks = state.withLock { state in
            state.entries.map(\.check).filter { check in
                !check.seriousDefects.isEmpty && state.announced.insert(check.id).inserted
            }
        }
        return checks.map { check in
            Problem(.warning, text: ContractReport.text(of: check.seriousDefects, strictLoading: check.strictLoading))
        }
    }

    /// Returns the reports of problems; the mock keeps those that say something new.
    private func report(_ problems: [ContractProblem], _ subject: String, _ origin: ContractReport.Origin)
        -> [Problem]
    {
        guard !problems.isEmpty else { return [] }
        return [false, true].compactMap { isWarning in
            let part = problems.filter { $0.isWarning == isWarning }
            guard !part.isEmpty else { return nil }
            let text = ContractReport.text(of: part, in: subject, from: origin, isWarning: isWarning)
            let mistakes = Set(part.map { "\(isWarning) \($0.text) \(origin)" })
            return Problem(
                isWarning ? .warning : .failure, text: text, location: origin.location, mistakes: mistakes)
        }
    }
}
