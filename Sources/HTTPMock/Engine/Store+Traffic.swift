extension Store {
    /// Makes the inspectors judge responses that were just registered.
    func judge(_ responses: [RegisteredResponse]) {
        let inspectors = inspectors
        guard !inspectors.isEmpty else { return }
        let traffic = responses.compactMap(\.traffic)
        report(inspectors.flatMap { inspector in traffic.flatMap(inspector.problems) })
    }

    /// Keeps problems for the end of the test, and prints those that fail no test.
    func report(_ problems: [TrafficProblem]) {
        guard !problems.isEmpty else { return }
        let isPrinted = !hasSummary
        for problem in note(problems) where isPrinted || problem.isWarning {
            StandardError.report(problem.text)
        }
    }
}
