import Foundation

/// The problems that a test reports.
extension Store {
    /// Keeps problems for the end of the test; without a test, prints new ones that are no causes.
    package func report(_ problems: [Problem]) {
        guard !problems.isEmpty else { return }
        let (new, isPrinted) = transition { state in
            (problems.filter { state.contents.add($0) }, !state.hasSummary)
        }
        guard isPrinted else { return }
        for problem in new where problem.kind != .cause { StandardError.report(problem.text) }
    }

    /// Returns whether a request's task can expect one of the problems, as `withKnownIssue` around the request does.
    func canBeExpected(_ problems: [Problem]) -> Bool {
        problems.contains { $0.kind == .failure } && read { $0.isExpected != nil }
    }

    /// Reports the problems of a request in its task; an expected problem is recorded there, and not kept.
    func reportInTask(_ problems: [Problem]) async {
        guard let isExpected = read(\.isExpected) else { return report(problems) }
        for problem in problems {
            if problem.kind == .failure, await isExpected(problem) {
                transition { $0.contents.expect(problem) }
            } else {
                report([problem])
            }
        }
    }
}

extension Store.Contents {
    /// Adds a problem; returns false for a known problem, and beyond the limit of its kind.
    mutating func add(_ problem: Problem) -> Bool {
        // A request has the problem of its registration and did not expect it, so no later request can drop it.
        if !problem.isOfRegistration {
            for index in problems.indices where problems[index].canBeDropped(by: problem) {
                problems[index].isOfRegistration = false
            }
        }
        if problem.mistakes.isSubset(of: reportedMistakes) { return false }
        let isLimited = problem.kind == .cause || problem.kind == .turnedDown
        if isLimited, problems.count(where: { $0.kind == problem.kind }) >= Self.limitOfKind { return false }
        reportedMistakes.formUnion(problem.mistakes)
        problems.append(problem)
        return true
    }

    /// The maximum number of causes, and of requests and input turned down.
    ///
    /// A broken client or handler may cause any number of such problems.
    private static let limitOfKind = 100

    /// Drops the same problem of the registration, because a request that is served the response expects it.
    mutating func expect(_ problem: Problem) {
        for known in problems where known.canBeDropped(by: problem) { reportedMistakes.subtract(known.mistakes) }
        problems.removeAll { $0.canBeDropped(by: problem) }
    }
}

extension Problem {
    /// Returns whether this problem was found at a registration, and a request has all its mistakes as well.
    ///
    /// - Parameter problem: The problem of the request.
    fileprivate func canBeDropped(by problem: Problem) -> Bool {
        isOfRegistration && mistakes.isSubset(of: problem.mistakes)
    }
}
