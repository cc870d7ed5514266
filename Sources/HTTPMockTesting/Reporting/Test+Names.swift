import HTTPMock
import Testing

extension Test {
    var title: String {
        "the test \"\(displayName ?? name)\""
    }

    var requestingTest: RequestingTest {
        RequestingTest(name: title, id: "\(id)", isCertain: true)
    }

    /// Performs an operation, and gives its issues to a function that may drop them.
    ///
    /// An issue of an unknown test reaches the traits of all running tests, which must neither copy nor count it.
    func handleIssues(
        with handle: @escaping @Sendable (Issue) -> Issue?, during operation: @Sendable () async throws -> Void
    ) async throws {
        let trait = IssueHandlingTrait.compactMapIssues { issue in
            guard Test.current?.id == id else { return nil }
            return handle(issue)
        }
        try await trait.provideScope(for: self, testCase: Test.Case.current, performing: operation)
    }

    /// The name of the function without its argument labels; a raw identifier keeps its backticks.
    package var functionName: String {
        guard name.hasPrefix("`"), let end = name.dropFirst().firstIndex(of: "`")
        else { return String(name.prefix { $0 != "(" }) }
        return String(name[...end])
    }

    /// The names of the suites from outside in.
    package var suites: [String] {
        // The identifier is the module, the suites, the function and the source location.
        let path = "\(id)".drop { $0 != "." }.dropFirst()
        guard let function = path.firstRange(of: name) else { return [] }
        return path[..<function.lowerBound].split(separator: "/").map(String.init)
    }
}
