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
        let contract: APIContract
        let checker: ContractChecker
        let samples: OperationSamples
        let settings: Settings

        var id: ObjectIdentifier { ObjectIdentifier(contract) }
    }

    /// A contract that applies to a request.
    private struct Match {
        let entry: Entry
        let match: ContractRoutes.Match
        /// The number of the operation; nil if the contract has none for the request.
        var operation: Int?
        /// The port of the operation's server; nil for any.
        var port: Int?
    }

    /// A registered response that counts in the coverage of a contract once.
    private struct CountedResponse: Hashable {
        let contract: ObjectIdentifier
        let registration: MockRegistration
        let status: Int
    }

    /// An operation that the responses of a registration were checked against when they were registered.
    private struct CheckedOperation: Hashable {
        let contract: ObjectIdentifier
        let registration: MockRegistration
        let operation: Int?

        init(_ match: Match, _ registration: MockRegistration) {
            contract = match.entry.id
            self.registration = registration
            operation = match.operation
        }
    }

    private struct State {
        var entries: [Entry] = []
        var checked: Set<CheckedOperation> = []
        /// The reported violations, without the request's number, to report each violation once.
        var reported: Set<String> = []
        /// The contracts whose defects were reported.
        var announced: Set<ObjectIdentifier> = []
        /// The contracts that applied to a request or a response.
        var applied: Set<ObjectIdentifier> = []
        /// The hosts of requests and responses that some contract did not apply to, in order.
        var otherHosts: [String] = []
        var counted: Set<CountedResponse> = []
    }

    private let state = Locked(State())

    /// The most hosts that a message lists.
    private static let hostLimit = 10

    /// Adds a contract, and replaces earlier settings for the same contract.
    func add(_ contract: APIContract, _ checker: ContractChecker, _ settings: Settings) {
        let samples = OperationSamples(contract, checker)
        state.withLock { state in
            state.entries.removeAll { $0.contract === contract }
            state.checked = state.checked.filter { $0.contract != ObjectIdentifier(contract) }
            state.entries.append(Entry(contract: contract, checker: checker, samples: samples, settings: settings))
        }
    }

    /// The largest body that is checked, in bytes.
    var bodyLimit: Int { 16 << 20 }

    /// Returns that the body must be read if it is in a file.
    func workNeeded(for request: MockRequest) -> MatchingWork {
        request.isBodyInFile ? .readsBody : .headOnly
    }

    func problems(of response: RegisteredResponse) -> [Problem] {
        guard let request = CheckedRequest(response.registration) else {
            // The response is checked when it is served, because only then is the operation known.
            for entry in state.withLock({ $0.entries }) where isCounted(response, for: entry) {
                entry.samples.note(response.status, of: response.registration)
            }
            return []
        }
        let checked = CheckedResponse(
            status: response.status, headers: response.joinedHeaders, body: response.knownBody(upTo: bodyLimit))
        var problems: [ContractProblem] = []
        for found in matches(ofRegistered: request) {
            let operation = CheckedOperation(found, response.registration)
            state.withLock { _ = $0.checked.insert(operation) }
            if isCounted(response, for: found.entry) {
                found.entry.contract.note(found.match, checked.status, .mocked, at: response.registration.location)
            }
            problems += self.problems(of: checked, to: request, found)
        }
        return defectWarnings
            + report(problems, "a registered response", ContractReport.Origin(response.registration))
    }

    func inspect(_ request: MockRequest, number: Int) -> RequestInspection {
        let checked = CheckedRequest(request)
        var problems: [ContractProblem] = []
        var failures: [ContractProblem] = []
        var credentials: [ContractProblem] = []
        for match in matches(of: checked) {
            let found = match.entry.checker.problems(of: checked, match.match)
            problems += found
            guard match.entry.settings.refuses else { continue }
            failures += found.filter { !$0.isWarning }
            credentials += match.entry.checker.securityProblems(of: checked, answeredWith: nil, match.match)
        }
        let reports = defectWarnings + report(problems, "request \(number)", .request)
        let text = { ContractReport.text(of: $0, in: "request \(number)", from: .request, isWarning: false) }
        if !credentials.isEmpty {
            // Reported at the end of the exchange, because a registered 401 or 403 may be what the test expects.
            let invalid = InvalidRequest(text(credentials), status: .unauthorized, unlessServed: [401, 403])
            return RequestInspection(problems: reports, invalid: invalid)
        }
        guard !failures.isEmpty else { return RequestInspection(problems: reports) }
        return RequestInspection(problems: reports, invalid: InvalidRequest(text(failures), status: 422))
    }

    func completed(_ record: RecordedRequest) -> [Problem] {
        // A request without an operation was reported when it arrived.
        let request = CheckedRequest(record.request)
        let matches = matches(of: request).filter { $0.operation != nil }
        guard !matches.isEmpty else { return [] }
        let security = matches.flatMap { found in
            var status = record.status
            // The answer to a refused request is no answer of the service.
            if record.registration == nil, found.entry.settings.refuses { status = nil }
            return found.entry.checker.securityProblems(of: request, answeredWith: status, found.match)
        }
        let reports = report(security, "request \(record.number)", .request)
        guard let registration = record.registration, let status = record.status, !record.isOffContract else {
            return reports
        }
        let checked = CheckedResponse(
            status: status, headers: record.joinedHeaders, body: checkedBody(of: record))
        var problems: [ContractProblem] = []
        for found in matches {
            found.entry.contract.note(found.match, status, .requested, at: registration.location)
            if record.isKnownAtRegistration, wasChecked(registration, found) { continue }
            problems += self.problems(of: checked, to: request, found)
        }
        return reports
            + report(problems, "the response to request \(record.number)", ContractReport.Origin(registration))
    }

    /// Returns the whole body of a response; nil for a body that is too long to be checked.
    private func checkedBody(of record: RecordedRequest) -> Data? {
        guard !record.isResponseBodyCut, record.responseBody.count <= bodyLimit else { return nil }
        return record.responseBody
    }

    func problemsAtEnd(testHasFailed: Bool) -> [Problem] {
        // After a failure, the test may have ended before its requests.
        guard !testHasFailed else { return [] }
        return problemsOfUnusedContracts
    }

    /// The problems of the contracts that applied to no request and no response.
    var problemsOfUnusedContracts: [Problem] {
        let (unused, hosts) = state.withLock { state in
            (state.entries.filter { !$0.settings.isOptional && !state.applied.contains($0.id) }, state.otherHosts)
        }
        return unused.map { entry in
            Problem(text: ContractReport.unused(entry.checker, hosts: hosts), location: entry.settings.location)
        }
    }

    /// Returns the problems of a response.
    ///
    /// Undocumented names are ignored if the body is an example of the document, because the test did not write them.
    private func problems(
        of response: CheckedResponse, to request: CheckedRequest, _ found: Match
    ) -> [ContractProblem] {
        let problems = found.entry.checker.problems(of: response, to: request, found.match)
        guard problems.contains(where: \.isUndocumented), let body = response.body,
            found.entry.contract.registeredExamples.withLock({ $0.contains(body) })
        else { return problems }
        return problems.filter { !$0.isUndocumented }
    }

    // MARK: Matching

    /// Returns the contracts that apply to a request.
    ///
    /// These are all contracts with the request's operation, or else the first contract that names the host.
    private func matches(of request: CheckedRequest) -> [Match] {
        var operations: [Match] = []
        var named: Match?
        var applied: Set<ObjectIdentifier> = []
        let entries = state.withLock { $0.entries }
        for entry in entries {
            let match = entry.checker.match(request)
            switch match {
            case .operation(let number, _, let port):
                operations.append(Match(entry: entry, match: match, operation: number, port: port))
            case .elsewhere: continue
            case .otherMethods, .unknownPath: named = named ?? Match(entry: entry, match: match)
            }
            applied.insert(entry.id)
        }
        state.withLock { state in
            state.applied.formUnion(applied)
            guard applied.count < entries.count, state.otherHosts.count < Self.hostLimit else { return }
            let host = request.url.hostAndPort
            if !state.otherHosts.contains(host) { state.otherHosts.append(host) }
        }
        guard operations.isEmpty, let named else { return operations }
        return [named]
    }

    /// Returns the contracts that apply to a registered response.
    ///
    /// A registration without a port may be for one of several servers that differ in their ports. The other servers'
    /// contracts count when the response is served.
    private func matches(ofRegistered request: CheckedRequest) -> [Match] {
        let found = matches(of: request)
        guard request.url.port == nil, let first = found.first else { return found }
        return found.filter { $0.port == first.port }
    }

    /// Returns whether a registration's responses were checked against an operation when they were registered.
    private func wasChecked(_ registration: MockRegistration, _ served: Match) -> Bool {
        let operation = CheckedOperation(served, registration)
        return state.withLock { $0.checked.contains(operation) }
    }

    /// Returns whether a registered response newly counts in a contract's coverage.
    private func isCounted(_ response: RegisteredResponse, for entry: Entry) -> Bool {
        let counted = CountedResponse(contract: entry.id, registration: response.registration, status: response.status)
        return state.withLock { $0.counted.insert(counted).inserted }
    }

    /// The warnings about defects, at the first check after each contract was added.
    private var defectWarnings: [Problem] {
        let contracts = state.withLock { state in
            state.entries.map(\.contract).filter { contract in
                contract.hasDefects && state.announced.insert(ObjectIdentifier(contract)).inserted
            }
        }
        return contracts.map { contract in
            Problem(.warning, text: ContractReport.text(of: contract.seriousDefects))
        }
    }

    /// Returns the reports of problems that were not reported before.
    private func report(_ problems: [ContractProblem], _ subject: String, _ origin: ContractReport.Origin)
        -> [Problem]
    {
        guard !problems.isEmpty else { return [] }
        let place = "\(origin)"
        let new = state.withLock { state in
            problems.filter { state.reported.insert("\($0.isWarning) \($0.text) \(place)").inserted }
        }
        return [false, true].compactMap { isWarning in
            let part = new.filter { $0.isWarning == isWarning }
            guard !part.isEmpty else { return nil }
            let text = ContractReport.text(of: part, in: subject, from: origin, isWarning: isWarning)
            return Problem(isWarning ? .warning : .failure, text: text, location: origin.location)
        }
    }
}
