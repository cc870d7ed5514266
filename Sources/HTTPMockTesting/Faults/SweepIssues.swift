import HTTPMock
import Testing

/// The issues of one run of a fault sweep, which are reported together.
final class SweepIssues: Sendable {
    private struct State {
        var texts: [String] = []
        var areAllKnown = true
    }

    private let state = Locked(State())

    /// The issues as text, with their source locations.
    var texts: [String] { state.withLock { $0.texts } }

    /// Whether `withKnownIssue` matches every issue, so that none of them fails the test.
    var areAllKnown: Bool { state.withLock { $0.areAllKnown } }

    /// Runs an operation whose issues are collected.
    func collect(in test: Test, _ operation: @Sendable () async throws -> Void) async throws {
        let trait = IssueHandlingTrait.compactMapIssues { [state] issue in
            guard Test.current?.id == test.id else { return nil }
            guard issue.failsTest || issue.isKnownError else { return issue }
            let text = Self.text(of: issue)
            state.withLock { state in
                state.texts.append(text)
                if issue.failsTest { state.areAllKnown = false }
            }
            return issue.failsTest ? nil : issue
        }
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: operation)
    }

    private static func text(of issue: Issue) -> String {
        let comments = issue.comments.map(\.rawValue).filter { !$0.isEmpty }
        let text = ["\(issue.kind)"] + comments
        let location = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
        return text.joined(separator: "\n") + location
    }
}
