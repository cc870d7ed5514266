import Foundation

/// The mistakes of an instance that a strict test has made with `HTTPMock()`.
extension Store {
    /// Returns the warning so far; nil while the instance exists, because other tests may use it.
    func mistakes(allowsUnused: Bool) -> String? { read(\.instance.mock) == nil ? mistakesSoFar?(allowsUnused) : nil }

    /// Notes the mistakes for the end of the test, which then no longer retains the store of a released instance.
    func keepMistakes() { if let note = read(\.noteMistakes) { note(mistakesSoFar) } }

    /// The warning, without values of the user; nil before the first request.
    private var mistakesSoFar: InstanceMistakes? {
        let (log, isUnmockedExpected) = read { ($0.contents.log, !$0.contents.policy.isUnchosen) }
        guard log.count > 0 else { return nil }
        let unmocked = log.records.filter { if case .unmocked? = $0.outcome { !isUnmockedExpected } else { false } }
            .map { "no response for \($0.request)" }
        let unused = unused.map { "never used: \($0)" }
        return { allowsUnused in
            let lines = unmocked + (allowsUnused ? [] : unused)
            guard !lines.isEmpty else { return nil }
            return
                (["HTTPMock: the test made a mock with HTTPMock(), which is not strict, so these fail nothing"]
                + lines.prefix(10).map { "  \($0)" } + (lines.count > 10 ? ["  and \(lines.count - 10) more"] : [])
                + ["  To fix this, use HTTPMock.current, or in XCTest what makeHTTPMock returns."])
                .joined(separator: "\n")
        }
    }
}

extension Store.Contents {
    /// Adds a problem; returns false for a known problem, and beyond the limit of its kind.
    mutating func add(_ problem: Problem) -> Bool {
        // A broken client or handler may cause any number of problems.
        let isLimited = problem.kind == .cause || problem.kind == .refusal
        guard !problems.contains(problem), !isLimited || problems.count(where: { $0.kind == problem.kind }) < 100
        else { return false }
        problems.append(problem)
        return true
    }
}
