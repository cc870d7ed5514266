import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockContract

/// Contracts under the trait of a test.
@Suite(.bounded) struct ContractScopeTests {
    private static func registerShop() {
        HTTPMock.current.addResponses(
            forPath: "/x", host: "shop.example", method: .get, responses: [.status(.ok, lifetime: .eternal)])
    }

    @Test func contractThatAppliesToNothingFailsTheTest() async throws {
        let contract = try Petstore.contract()
        let line = #line + 3
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            Self.registerShop()
            HTTPMock.current.check(against: contract)
            await get("https://shop.example/x")
        }
        #expect(issues.entries.map(\.line) == [line])
        #expect(issues.failureCount == 1)
        #expect(issues.texts.first?.hasPrefix("HTTPMock: nothing was checked against the contract \"Pets 1\"") == true)
    }

    @Test func optionalContractFailsNoTest() async throws {
        let contract = try Petstore.contract()
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            Self.registerShop()
            HTTPMock.current.check(against: contract, optional: true)
            await get("https://shop.example/x")
        }
        #expect(issues.entries == [])
    }

    @Test func testThatFailsOtherwiseHasNoFurtherFailure() async throws {
        let contract = try Petstore.contract()
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            HTTPMock.current.check(against: contract)
            Issue.record("another failure")
        }
        #expect(issues.texts == ["another failure"])
    }

    @Test func undocumentedNameIsAWarningOfTheTest() async throws {
        let contract = try Petstore.contract()
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            HTTPMock.current.addResponses(
                forPath: "/v1/pets/mine", host: "eu.example.com", method: .get, responses: [.status(.noContent)])
            HTTPMock.current.check(against: contract)
            await get("https://eu.example.com/v1/pets/mine?page=1")
        }
        #if compiler(>=6.3)
            let test = try #require(Test.current)
            #expect(issues.entries.map(\.line) == [test.sourceLocation.line])
            #expect(issues.failureCount == 0)
            #expect(
                issues.texts.map(\.withoutLines) == [
                    """
                    HTTPMock: request 1 has names that the contract does not document
                      GET /v1/pets/mine request query.page: not documented (#/paths/~1pets~1mine/get)
                      To fix this, correct the names, or choose undocumentedProperties: .fail or .allow.
                    """
                ])
        #else
            #expect(issues.entries == [])
        #endif
    }
}
