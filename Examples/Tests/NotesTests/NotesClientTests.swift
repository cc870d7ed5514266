import HTTPMock
import HTTPMockContract
import HTTPMockTesting
import Testing

@testable import Notes

/// A client before its service exists: the document's own examples answer.
@Suite(.httpMock)
struct NotesClientTests {
    private let client = NotesClient(session: HTTPMock.current.urlSession)
    private let contract: APIContract

    init() throws {
        contract = try NotesContract.load()
        HTTPMock.current.check(
            against: contract, refusesInvalidRequests: true)
        HTTPMock.current.registerExamples(from: contract)
    }

    @Test func readsNotes() async throws {
        let titles = try await client.notes(limit: 10).map(\.title)
        #expect(titles == ["Milk", "Call Ann"])
        #expect(try await client.note(1).title == "Call Ann")
    }

    @Test func addsANote() async throws {
        #expect(try await client.add(.init(title: "Milk")).id == 3)
    }

    @Test func showsWhichResponsesNoTestHasSeen() async throws {
        _ = try await client.notes(limit: 10)
        #expect(
            contract.coverage.report == """
                GET /notes       200 requested
                POST /notes      201 mocked, 422 never
                GET /notes/{id}  200 mocked, 404 never
                5 responses: 1 requested, 2 mocked, 2 never
                """)
    }
}
