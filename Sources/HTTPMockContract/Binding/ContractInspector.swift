import Foundation
import HTTPMock

/// The contracts that one mock is checked against.
///
/// Created by `check(against:)` and owned by the mock. Called on any thread.
final class ContractInspector: TrafficInspector {
    private struct Entry {
        let checker: ContractChecker
        let samples: OperationSamples
        let refuses: Bool
    }

    private struct State {
        var entries: [Entry] = []
        /// The reported violations, without the request's number, to report each violation once.
        var reported: Set<String> = []
        /// The contracts whose defects were reported.
        var announced: Set<ObjectIdentifier> = []
    }

    private let state = Locked(State())

    /// Adds a contract, and replaces earlier settings for the same contract.
    func add(_ checker: ContractChecker, refuses: Bool) {
        state.withLock { state in
            state.entries.removeAll { $0.checker.contract === checker.contract }
            state.entries.append(
                Entry(checker: checker, samples: OperationSamples(checker), refuses: refuses))
        }
    }

    func problems(of response: RegisteredTraffic) -> [TrafficProblem] {
        guard let request = CheckedRequest(response.registration) else {
            // Checked when it serves, because only then is the operation known.
            for entry in state.withLock({ $0.entries }) {
                entry.samples.note(response.status, of: response.registration)
            }
            return []
        }
        guard let (entry, match) = entry(for: request) else { return [] }
        let checked = CheckedResponse(status: response.status, headers: response.headers, body: response.body)
        entry.checker.note(checked.status, match, .mocked)
        return defectWarning(of: entry)
            + report(
                entry.checker.problems(of: checked, to: request, match), "a registered response",
                ContractReport.Origin(response.registration))
    }

    func examine(_ request: MockRequest, number: Int) -> (problems: [TrafficProblem], refusal: String?) {
        let checked = CheckedRequest(request)
        guard let (entry, match) = entry(for: checked) else { return ([], nil) }
        let problems = entry.checker.problems(of: checked, match)
        let failures = problems.filter { !$0.isWarning }
        let reports = defectWarning(of: entry) + report(problems, "request \(number)", .request)
        guard entry.refuses, !failures.isEmpty else { return (reports, nil) }
        return (reports, ContractReport.text(of: failures, in: "request \(number)", from: .request, isWarning: false))
    }

    func problems(of response: ServedTraffic) -> [TrafficProblem] {
        let request = CheckedRequest(response.request)
        // A request without an operation was reported when it arrived.
        guard let (entry, match) = entry(for: request), case .operation = match else { return [] }
        entry.checker.note(response.status, match, .requested)
        if response.isKnownAtRegistration, wasChecked(response.registration, with: entry, match) { return [] }
        let checked = CheckedResponse(status: response.status, headers: response.headers, body: response.body)
        return report(
            entry.checker.problems(of: checked, to: request, match), "the response to request \(response.number)",
            ContractReport.Origin(response.registration))
    }

    /// Returns whether the responses of a registration were checked against an operation when they were registered.
    private func wasChecked(
        _ registration: MockRegistration, with entry: Entry, _ match: ContractRoutes.Match
    ) -> Bool {
        guard let request = CheckedRequest(registration), let known = self.entry(for: request),
            known.entry.checker.contract === entry.checker.contract,
            case .operation(let operation, _) = match, case .operation(operation, _) = known.match
        else { return false }
        return true
    }

    /// Returns the contract for a request.
    ///
    /// The first contract with the request's operation counts, else the first contract that names the host.
    private func entry(for request: CheckedRequest) -> (entry: Entry, match: ContractRoutes.Match)? {
        var named: (Entry, ContractRoutes.Match)?
        for entry in state.withLock({ $0.entries }) {
            let match = entry.checker.match(request)
            switch match {
            case .operation: return (entry, match)
            case .elsewhere: continue
            case .otherMethods, .unknownPath: named = named ?? (entry, match)
            }
        }
        return named
    }

    /// The warning about the defects of a contract, at the first check.
    private func defectWarning(of entry: Entry) -> [TrafficProblem] {
        let contract = entry.checker.contract
        guard !contract.defects.isEmpty,
            state.withLock({ $0.announced.insert(ObjectIdentifier(contract)).inserted })
        else { return [] }
        return [TrafficProblem(text: ContractReport.text(of: contract.defects), location: nil, isWarning: true)]
    }

    /// The reports of problems that were not reported before.
    private func report(_ problems: [ContractProblem], _ subject: String, _ origin: ContractReport.Origin)
        -> [TrafficProblem]
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
            return TrafficProblem(text: text, location: origin.location, isWarning: isWarning)
        }
    }
}
