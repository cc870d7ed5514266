import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockTesting
import Testing

@testable import Notes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The two mistakes that a contract finds: a mock that has drifted from the service, and a request that the
/// service would refuse.
@Suite struct NotesDriftTests {
    /// Runs a body as the body of a test of its own, and returns its issues.
    private func issues(of body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
        let found = FoundIssues()
        let collector = IssueHandlingTrait.compactMapIssues { issue in
            found.add(issue)
            return nil
        }
        guard let test = Test.current else { return [] }
        try await collector.provideScope(for: test, testCase: .current) {
            try await HTTPMockTrait.httpMock.provideScope(for: test, testCase: .current, performing: body)
        }
        return found.all
    }

    @Test func driftedMockIsFoundAtItsLine() async throws {
        let line = #line + 3
        let issues = try await issues {
            HTTPMock.current.check(against: try NotesContract.load())
            HTTPMock.current.addResponses(
                forPath: "/v1/notes/1", host: "notes.example", method: .get,
                responses: [.json(#"{"id": "1", "title": "Milk", "tags": []}"#)])
            _ = try await HTTPMock.current.urlSession.data(
                from: #require(URL(string: "https://notes.example/v1/notes/1")))
        }
        #expect(issues.map(\.sourceLocation?.line) == [line])
        #expect(
            issues.first?.comments.first?.rawValue == """
                HTTPMock: a registered response breaks the contract
                  GET /v1/notes/1 → 200 application/json body.id: expected integer, got string "1" (#/components/schemas/Note/properties/id, notes.openapi.yaml:76)
                  registered at NotesDriftTests.swift:\(line)
                  To fix this, correct the response, or mark it .offContract() if it breaks the contract on purpose.
                """)
    }

    @Test func requestThatTheServiceWouldRefuseIsFound() async throws {
        let issues = try await issues {
            let mock = HTTPMock.current
            mock.check(against: try NotesContract.load(), refusesInvalidRequests: true)
            mock.registerExamples(from: try NotesContract.load())
            let client = NotesClient(session: mock.urlSession)
            await #expect(throws: NotesClient.UnexpectedStatus(code: 422)) { try await client.add(.init(title: "")) }
        }
        #expect(
            issues.map { $0.comments.first?.rawValue } == [
                """
                HTTPMock: request 1 breaks the contract
                  POST /v1/notes request application/json body.title: expected at least 1 character, got 0 (#/components/schemas/Draft/properties/title, notes.openapi.yaml:89)
                  To fix this, correct the code that makes the request, because the service would refuse it.
                """
            ])
    }
}
