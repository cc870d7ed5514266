import Foundation

/// A judge of the registrations, requests and answers of an instance, such as an API contract.
///
/// Called on the thread that registers, matches or answers, so an inspector must be quick, and must not use the instance.
package protocol TrafficInspector: Sendable {
    /// Judges a response when it is registered, and when the inspector is added.
    func problems(of response: RegisteredTraffic) -> [TrafficProblem]

    /// Judges a request before it is matched.
    ///
    /// - Returns: The problems, and the text that refuses the request, if it is refused.
    func examine(_ request: MockRequest, number: Int) -> (problems: [TrafficProblem], refusal: String?)

    /// Judges a response that has been sent, before the client sees its end.
    func problems(of response: ServedTraffic) -> [TrafficProblem]
}

extension LoggedRequest {
    /// The work to decide the request, including the work of the inspectors.
    ///
    /// Inspectors read a body, which may be in a file.
    var matchingWork: MatchingWork {
        let work = snapshot.matchingWork(hasBody: request.content.count > 0)
        guard !snapshot.inspectors.isEmpty, case .file = request.content else { return work }
        return max(work, .readsBody)
    }

    /// Has the inspectors judge the request.
    ///
    /// - Returns: The text that refuses the request, if an inspector refuses it.
    func refusalOfInspectors(reportingTo store: Store) -> String? {
        var refusal: String?
        for inspector in snapshot.inspectors {
            let examination = inspector.examine(request, number: number + 1)
            store.report(examination.problems)
            refusal = refusal ?? examination.refusal
        }
        return refusal
    }
}
