import Foundation
import HTTPMock

/// The contracts that one mock is checked against.
///
/// Created by `check(against:)` and owned by the mock. Called on any thread.
final class ContractInspector: EngineExtension {
    /// The settings of a check.
    struct Settings: Sendable {
        let refuses: Bool
        /// False if a test fails to which the contract does not apply.
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

    private typealias Match = (entry: Entry, match: ContractRoutes.Match)

    /// A registered response that counts in the coverage of a contract once.
    private struct CountedResponse: Hashable {
        let contract: ObjectIdentifier
        let registration: MockRegistration
        let status: Int
    }

    private struct State {
        var entries: [Entry] = []
        /// The reported violations, without the request's number, to report each violation once.
        var reported: Set<String> = []
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
            state.entries.append(Entry(contract: contract, checker: checker, samples: samples, settings: settings))
        }
    }

    /// The largest body that is checked, in bytes.
    var bodyLimit: Int { 16 << 20 }

    /// The body of a request may be in a file.
    func workNeeded(for request: MockRequest) -> MatchingWork { request.isBodyInFile ? .readsBody : .headOnly }

    func problems(of response: RegisteredResponse) -> [ExtensionProblem] {
        guard let request = CheckedRequest(response.registration) else {
            // Checked when it serves, because only then is the operation known.
            for entry in state.withLock({ $0.entries }) where isCounted(response, for: entry) {
                entry.samples.note(response.status, of: response.registration)
            }
            return []
        }
        let checked = CheckedResponse(
            status: response.status, headers: response.joinedHeaders, body: response.knownBody(upTo: bodyLimit))
        let problems = matches(ofRegistered: request).flatMap { entry, match in
            if isCounted(response, for: entry) {
                entry.contract.note(match, checked.status, .mocked, at: response.registration.location)
            }
            return entry.checker.problems(of: checked, to: request, match)
        }
        return report(problems, "a registered response", ContractReport.Origin(response.registration))
    }

    func inspect(_ request: MockRequest, number: Int) -> (problems: [ExtensionProblem], refusal: String?) {
        let checked = CheckedRequest(request)
        var problems: [ContractProblem] = []
        var failures: [ContractProblem] = []
        for (entry, match) in matches(of: checked) {
            let found = entry.checker.problems(of: checked, match)
            problems += found
            if entry.settings.refuses { failures += found.filter { !$0.isWarning } }
        }
        let reports = report(problems, "request \(number)", .request)
        guard !failures.isEmpty else { return (reports, nil) }
        return (reports, ContractReport.text(of: failures, in: "request \(number)", from: .request, isWarning: false))
    }

    func completed(_ exchange: CompletedExchange) -> [ExtensionProblem] {
        guard let registration = exchange.registration, let status = exchange.status, !exchange.isOffContract else {
            return []
        }
        let request = CheckedRequest(exchange.request)
        let body = exchange.isBodyCut || exchange.body.count > bodyLimit ? nil : exchange.body
        let checked = CheckedResponse(status: status, headers: exchange.joinedHeaders, body: body)
        var problems: [ContractProblem] = []
        var requestProblems: [ContractProblem] = []
        // A request without an operation was reported when it arrived.
        for case (let entry, let match) in matches(of: request) where match.operation != nil {
            entry.contract.note(match, status, .requested, at: registration.location)
            requestProblems += entry.checker.securityProblems(of: request, answeredWith: status, match)
            if exchange.isKnownAtRegistration, wasChecked(registration, with: entry, match) { continue }
            problems += entry.checker.problems(of: checked, to: request, match)
        }
        return report(requestProblems, "request \(exchange.number)", .request)
            + report(problems, "the response to request \(exchange.number)", ContractReport.Origin(registration))
    }

    func problemsAtEnd(testHasFailed: Bool) -> [ExtensionProblem] { testHasFailed ? [] : problemsOfUnusedContracts }

    /// The contracts that applied to nothing.
    var problemsOfUnusedContracts: [ExtensionProblem] {
        let (unused, hosts) = state.withLock { state in
            (state.entries.filter { !$0.settings.isOptional && !state.applied.contains($0.id) }, state.otherHosts)
        }
        return unused.map { entry in
            ExtensionProblem(
                text: ContractReport.unused(entry.checker, hosts: hosts), location: entry.settings.location,
                isWarning: false)
        }
    }

    // MARK: Matching

    /// The contracts for a request.
    ///
    /// Every contract with the request's operation counts, else the first contract that names the host.
    private func matches(of request: CheckedRequest) -> [Match] {
        var operations: [Match] = []
        var named: Match?
        var applied: Set<ObjectIdentifier> = []
        let entries = state.withLock { $0.entries }
        for entry in entries {
            let match = entry.checker.match(request)
            switch match {
            case .operation: operations.append((entry, match))
            case .elsewhere: continue
            case .otherMethods, .unknownPath: named = named ?? (entry, match)
            }
            applied.insert(entry.id)
        }
        state.withLock { state in
            state.applied.formUnion(applied)
            guard applied.count < entries.count, state.otherHosts.count < Self.hostLimit else { return }
            let host = request.url.hostAndPort
            if !state.otherHosts.contains(host) { state.otherHosts.append(host) }
        }
        return operations.isEmpty ? [named].compactMap(\.self) : operations
    }

    /// The contracts for a registered response.
    ///
    /// A registration without a port may be for one of several servers that differ in their ports. The other servers'
    /// contracts count when the response is served.
    private func matches(ofRegistered request: CheckedRequest) -> [Match] {
        let found = matches(of: request)
        guard request.url.port == nil, let first = found.first else { return found }
        return found.filter { $0.match.port == first.match.port }
    }

    /// Returns whether the responses of a registration were checked against an operation when they were registered.
    private func wasChecked(
        _ registration: MockRegistration, with entry: Entry, _ match: ContractRoutes.Match
    ) -> Bool {
        guard let request = CheckedRequest(registration) else { return false }
        return matches(ofRegistered: request).contains { known in
            known.entry.id == entry.id && known.match.operation == match.operation
        }
    }

    /// Returns whether a registered response counts in a contract's coverage; false if it was counted before.
    private func isCounted(_ response: RegisteredResponse, for entry: Entry) -> Bool {
        let counted = CountedResponse(contract: entry.id, registration: response.registration, status: response.status)
        return state.withLock { $0.counted.insert(counted).inserted }
    }

    /// The reports of problems that were not reported before.
    private func report(_ problems: [ContractProblem], _ subject: String, _ origin: ContractReport.Origin)
        -> [ExtensionProblem]
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
            return ExtensionProblem(text: text, location: origin.location, isWarning: isWarning)
        }
    }
}

extension ContractRoutes.Match {
    /// The number of the operation; nil if the request has none.
    fileprivate var operation: Int? {
        guard case .operation(let number, _, _) = self else { return nil }
        return number
    }

    /// The port of the operation's server; nil for any.
    fileprivate var port: Int? {
        guard case .operation(_, _, let port) = self else { return nil }
        return port
    }
}
