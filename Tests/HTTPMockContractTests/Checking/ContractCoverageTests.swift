import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct ContractCoverageTests {
    @Test func reportListsEveryDocumentedResponse() throws {
        let contract = try Petstore.contract()
        let operation = try #require(contract.operations.first { $0.name == "GET /pets" })
        contract.note(operation, 200, .mocked)
        contract.note(operation, 200, .requested)
        contract.note(operation, 200, .mocked)
        contract.note(operation, 422, .mocked)
        #expect(
            contract.coverage.report == """
                GET /events             200 never
                GET /owner              200 never
                GET /pets               200 requested, 4XX mocked
                POST /pets              201 never
                GET /pets/mine          204 never
                GET /pets/{petId}       200 never, 404 never
                DELETE /pets/{petId}    default never
                GET /pets/{petId}.json  200 never
                10 responses: 1 requested, 1 mocked, 8 never
                """)
    }
}
