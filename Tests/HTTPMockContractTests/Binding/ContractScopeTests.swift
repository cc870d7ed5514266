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

    // MARK: Known issues

    private static let drifting = MockResponse.json(#"{"id": "a", "name": "Rex"}"#, lifetime: .eternal)

    private static func check(_ path: String, _ responses: MockResponse...) throws {
        HTTPMock.current.check(against: try Petstore.contract())
        HTTPMock.current.addResponses(
            forPath: "/v1\(path)", host: "eu.example.com", method: .get, responses: responses)
    }

    @Test(arguments: [drifting, .handler(lifetime: .eternal) { _ in drifting }])
    func knownIssueAroundTheRequestMatchesWhatWasServed(response: MockResponse) async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(allowsUnused: true)) {
            try Self.check("/pets/{id}", response)
            for _ in 0..<2 {
                await withKnownIssue {
                    await get("https://eu.example.com/v1/pets/7")
                } matching: { issue in
                    issue.comments.contains { $0.rawValue.contains(#"body.id: expected integer, got string "a""#) }
                }
            }
        }
        #expect(issues.entries.map(\.isFailure) == [false, false], "\(issues)")
    }

    @Test func knownIssueAroundTheRequestMatchesItsOwnViolation() async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(allowsUnused: true)) {
            try Self.check("/pets", .json("[]", headers: ["X-Total": "0"]))
            await withKnownIssue {
                await get("https://eu.example.com/v1/pets?limit=1000")
            } matching: { issue in
                issue.comments.contains { $0.rawValue.contains("GET /v1/pets request") }
            }
        }
        #expect(issues.failureCount == 0, "\(issues)")
    }

    @Test func knownIssueMatchesTheHopOfARedirect() async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(allowsUnused: true)) {
            try Self.check("/owner", .redirect(to: "/v1/pets/mine"))
            HTTPMock.current.addResponses(
                forPath: "/v1/pets/mine", host: "eu.example.com", responses: [.status(.noContent)])
            await withKnownIssue { await get("https://eu.example.com/v1/owner") }
        }
        #expect(issues.failureCount == 0, "\(issues)")
        #expect(issues.entries.count == 1)
    }

    @Test(arguments: [drifting, .handler(lifetime: .eternal) { _ in drifting }])
    func knownIssueHidesNoLaterViolation(response: MockResponse) async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(allowsUnused: true)) {
            try Self.check("/pets/{id}", response)
            await withKnownIssue { await get("https://eu.example.com/v1/pets/7") }
            for _ in 0..<3 { await get("https://eu.example.com/v1/pets/7") }
            await withKnownIssue { await get("https://eu.example.com/v1/pets/7") }
        }
        #expect(issues.entries.map(\.isFailure) == [false, false, true], "\(issues)")
    }

    @Test func knownIssueOfAnotherKindMatchesNoViolation() async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(allowsUnused: true)) {
            try Self.check("/pets/{id}", Self.drifting)
            await withKnownIssue(isIntermittent: true) {
                await get("https://eu.example.com/v1/pets/7")
            } matching: { _ in
                false
            }
        }
        #expect(issues.entries.map(\.isFailure) == [true], "\(issues)")
    }
}
