import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct SharedValidatorRaceTests {
    @Test func threadsShareOneContract() async throws {
        let contract = try Petstore.contract()
        let checker = ContractChecker(contract, undocumented: .fail, server: nil)
        let response = Petstore.json(200, #"{"id": "a", "name": "Rex", "tags": [{"id": 1}], "staus": "sold"}"#)
        let request = Petstore.request("GET", "/pets/7")
        let expected = checker.problems(of: response, to: request)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<50 {
                        #expect(checker.problems(of: response, to: request) == expected)
                        contract.note(contract.operations[0], 200, .requested)
                        _ = contract.coverage.report
                    }
                }
            }
        }
    }
}
