import Foundation
import HTTPMock
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

    private func used() throws -> APIContract {
        let contract = try Petstore.contract()
        let operation = try #require(contract.operations.first { $0.name == "GET /pets" })
        let location = CallSite(fileID: "Tests/PetTests.swift", filePath: "PetTests.swift", line: 14, column: 1)
        contract.note(operation, 200, .mocked, at: location)
        contract.note(operation, 200, .requested, at: location)
        contract.note(operation, 200, .requested)
        return contract
    }

    @Test func jsonHasCountsAndLocations() throws {
        let json = try JSONValue(parsing: try used().coverage.json)
        #expect(json["contract"] == .string("Pets 1"))
        #expect(json["responses"]?.elements?.count == 10)
        #expect(
            json["responses"]?.elements?.first { $0["operation"] == .string("GET /pets") }?.text == """
                {"locations":["Tests/PetTests.swift:14"],"mocked":1,"operation":"GET /pets","requested":2,\
                "state":"requested","status":"200"}
                """)
    }

    @Test func registrationsInOneLineHaveOneLocation() throws {
        let contract = try Petstore.contract()
        let operation = try #require(contract.operations.first { $0.name == "GET /pets" })
        for column: UInt in [1, 40] {
            let location = CallSite(
                fileID: "Tests/PetTests.swift", filePath: "PetTests.swift", line: 14, column: column)
            contract.note(operation, 200, .mocked, at: location)
        }
        let response = contract.coverage.responses.first { $0.operation == "GET /pets" && $0.status == "200" }
        #expect(response?.mockedCount == 2)
        #expect(response?.locations == ["Tests/PetTests.swift:14"])
    }

    @Test func fileHasTheSumOfAllProcesses() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("coverage.json")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let collector = CoverageCollector(file)
                    let contract = try used()
                    collector.add(contract.document.documentedResponses, contract.uses)
                    try collector.write()
                    try collector.write()
                }
            }
            try await group.waitForAll()
        }
        let report = try CoverageReport(contentsOf: file)
        #expect(report.contracts.map(\.contract) == ["Pets 1"])
        let response = try #require(report.contracts.first?.responses.first { $0.operation == "GET /pets" })
        #expect(response.mockedCount == 20 && response.requestedCount == 40)
        #expect(response.locations == ["Tests/PetTests.swift:14"])
        #expect(report.percent == 10 && !report.isEmpty)
        #expect(report.text.hasSuffix("10.0 % of the documented responses were mocked or requested"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["coverage.json"])
    }

    @Test func statusOfALaterRunIsInTheLineOfItsOperation() {
        func coverage(_ responses: [(operation: String, status: String)]) -> ContractCoverage {
            ContractCoverage(
                contract: "Pets 1", responses: responses.map { .init(operation: $0.operation, status: $0.status) })
        }
        var report = CoverageReport()
        report.add(coverage([("dogs", "200"), ("dogs", "default"), ("pets", "200")]))
        report.add(coverage([("cats", "200"), ("dogs", "200"), ("dogs", "404"), ("pets", "404")]))
        #expect(
            report.contracts.map(\.report) == [
                """
                dogs  200 never, 404 never, default never
                pets  200 never, 404 never
                cats  200 never
                6 responses: 0 requested, 0 mocked, 6 never
                """
            ])
    }

    @Test func fileThatIsNoCoverageIsKept() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("[1]".utf8).write(to: file)
        let collector = CoverageCollector(file)
        let contract = try used()
        collector.add(contract.document.documentedResponses, contract.uses)
        let error = #expect(throws: HTTPMockError.self) { try collector.write() }
        #expect(error?.message.contains("is no coverage of contracts") == true)
        #expect(try Data(contentsOf: file) == Data("[1]".utf8))
    }

    @Test func missingFileIsAnError() {
        let file = URL(fileURLWithPath: "/nowhere/coverage.json")
        let error = #expect(throws: HTTPMockError.self) { try CoverageReport(contentsOf: file) }
        #expect(error?.message.contains("HTTPMOCK_COVERAGE=/nowhere/coverage.json") == true)
    }
}

/// The registrations that count in the coverage of a contract.
@Suite(.bounded) struct RegisteredCoverageTests {
    private let mock = HTTPMock()
    private let contract: APIContract

    init() throws {
        contract = try Petstore.contract()
    }

    private func register(_ path: String, _ method: HTTPMock.HTTPMethod?, _ response: MockResponse) {
        mock.addResponses(forPath: "/v1\(path)", host: "eu.example.com", method: method, responses: [response])
    }

    @Test func registrationCountsOnceInTheCoverage() {
        mock.check(against: contract)
        register("/pets/7", .get, .json(#"{"id": 7, "name": "Rex"}"#))
        mock.check(against: contract, undocumentedProperties: .fail)
        let response = contract.coverage.responses.first { $0.operation == "GET /pets/{petId}" && $0.status == "200" }
        #expect(response?.mockedCount == 1)
    }

    @Test(arguments: [
        ("/pets/{id}", ["GET /pets/{petId}       200 mocked, 404 never", "GET /pets/mine          204 never"]),
        ("/**", ["GET /pets/{petId}       200 mocked, 404 never", "GET /pets               200 mocked, 4XX never"]),
        ("/pets/*.json", ["GET /pets/{petId}.json  200 mocked", "GET /pets/{petId}       200 never, 404 never"]),
    ])
    func patternCountsAsMocked(path: String, lines: [String]) {
        mock.check(against: contract)
        register(path, .get, .json(#"{"id": 1, "name": "Rex"}"#))
        let report = contract.coverage.report
        for line in lines { #expect(report.contains(line), "\(report)") }
        #expect(report.contains("DELETE /pets/{petId}    default never"))
    }

    @Test func registrationWithoutAMethodCountsForTheOperationsOfItsPath() {
        mock.check(against: contract)
        register("/pets/7", nil, .json(#"{"id": 7, "name": "Rex"}"#))
        let mocked = contract.coverage.responses.filter { $0.state == .mocked }
        #expect(mocked.contains { $0.operation == "GET /pets/{petId}" && $0.status == "200" })
        #expect(mocked.allSatisfy { $0.operation.hasSuffix(" /pets/{petId}") })
    }

    @Test(arguments: ["/pets", "/*"])
    func statusesOfOneRangeCountOnce(path: String) {
        mock.check(against: contract)
        let responses = [MockResponse.Status.badRequest, .notFound].map { status in
            MockResponse.data(Data("{}".utf8), status: status, contentType: "application/problem+json")
        }
        mock.addResponses(forPath: "/v1\(path)", host: "eu.example.com", method: .get, responses: responses)
        let response = contract.coverage.responses.first { $0.operation == "GET /pets" && $0.status == "4XX" }
        #expect(response?.mockedCount == 1)
    }

    @Test func patternOfAnotherHostCountsForNothing() {
        mock.check(against: contract)
        mock.addResponses(forPath: "/**", host: "*.other.com", method: .get, responses: [.json("{}")])
        #expect(contract.coverage.responses.allSatisfy { $0.state == .never })
    }
}
