import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The issues that a trait's scope recorded, kept from failing the test that looks at them.
package struct CollectedIssues: Sendable {
    package struct Entry: Sendable, Equatable, CustomStringConvertible {
        package let text: String
        package let line: Int?
        package let file: String?
        /// Whether the issue would fail the test; false if `withKnownIssue` matches it.
        package let isFailure: Bool

        package var description: String { "\(file ?? "?"):\(line ?? 0) \(text)" }
    }

    package var entries: [Entry]
    /// The error that the body threw.
    package var error: (any Error)?
    /// The list of the requests of a failed test.
    package var lists: [String] = []

    /// The whole output.
    package var text: String {
        (texts + (error.map { ["error: \($0)"] } ?? []) + lists).joined(separator: "\n")
    }

    package var texts: [String] { entries.map(\.text) }

    package var failureCount: Int { entries.count(where: \.isFailure) }

    /// Runs a test's body under traits, the outermost first, as Swift Testing does.
    package static func of(
        _ traits: any TestScoping..., performing body: @Sendable @escaping () async throws -> Void
    ) async -> CollectedIssues {
        guard let test = Test.current else { return CollectedIssues(entries: [], error: nil) }
        let issues = Locked<[Entry]>([])
        // Intercepted, because the test that looks at the issues does not fail, and so should list no requests.
        let lists = InterceptedReports(containing: "of the test \"\(test.displayName ?? test.name)\", which failed:")
        var thrown: (any Error)?
        let collector = IssueHandlingTrait.compactMapIssues { issue in
            let entry = Entry(
                text: issue.comments.map(\.rawValue).joined(separator: "\n"),
                line: issue.sourceLocation?.line, file: issue.sourceLocation?.fileName, isFailure: issue.failsTest)
            issues.withLock { $0.append(entry) }
            return nil
        }
        do {
            let testCase = Test.Case.current
            try await collector.provideScope(for: test, testCase: testCase) {
                try await run(traits[...], test, testCase, body)
            }
        } catch {
            thrown = error
        }
        return CollectedIssues(entries: issues.withLock { $0 }, error: thrown, lists: lists.texts)
    }

    private static func run(
        _ traits: ArraySlice<any TestScoping>, _ test: Test, _ testCase: Test.Case?,
        _ body: @Sendable @escaping () async throws -> Void
    ) async throws {
        guard let first = traits.first else { return try await body() }
        try await first.provideScope(for: test, testCase: testCase) {
            try await run(traits.dropFirst(), test, testCase, body)
        }
    }
}

/// Makes a request as code under test does that swallows every error.
package func get(_ address: String, from mock: HTTPMock = .current, method: String = "GET") async {
    guard let url = URL(string: address) else { return }
    var request = URLRequest(url: url)
    request.httpMethod = method
    _ = try? await mock.data(for: request)
}
