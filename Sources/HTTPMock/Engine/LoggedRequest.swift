/// A logged request, with everything that decides how it is answered.
package struct LoggedRequest: Sendable {
    /// The number of the request in the log.
    let number: Int
    let request: MockRequest
    /// The registrations and the policy at the request's arrival.
    let snapshot: Store.Snapshot
    /// The maximum number of bytes of a body that the log keeps.
    let bodyLimit: Int
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

    /// Makes the inspectors judge the request.
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
