import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A document for the snippets, in a file as a user would have it.
private let url: URL = {
    let text = """
        {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {"get": {"responses": {"200": {
          "description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"},
          "example": {"name": "Rex"}}}}}}}},
         "components": {"schemas": {"Pet": {"type": "object", "required": ["name"],
          "properties": {"name": {"type": "string"}}}}}}
        """
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("pets-\(UUID().uuidString).json")
    _ = FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8))
    return file
}()

/// The snippets of the README and the articles about contracts, as they stand there.
@Suite(.httpMock(allowsUnused: true)) struct ContractSnippetTests {
    @Test func checkingAndAnsweringFromTheDocument() async throws {
        // swift-format-ignore
        do {
            let contract = try APIContract(contentsOf: url)
            HTTPMock.current.check(against: contract)           // a violation fails the test, at the registration
            HTTPMock.current.registerExamples(from: contract)   // the document's examples answer
        }
        let request = URLRequest(url: try #require(URL(string: "https://example.com/pets")))
        let (data, _) = try await HTTPMock.current.data(for: request)
        #expect(String(decoding: data, as: UTF8.self).contains("Rex"))
    }

    @Test func checkingOnly() throws {
        let contract = try APIContract(contentsOf: url)
        HTTPMock.current.check(against: contract)
        #expect(contract.coverage.report.contains("GET /pets"))
    }

    @Test func coverageIsPrinted() throws {
        func print(_ text: String) { #expect(text.contains("GET /pets")) }
        let contract = try APIContract(contentsOf: url)
        print(contract.coverage.report)
    }

    @Test func validatingAValue() throws {
        let contract = try APIContract(contentsOf: url)
        let json = Data(#"{"name": 1}"#.utf8)
        let violations = contract.validate(json, against: "#/components/schemas/Pet", direction: .response)
        #expect(violations.count == 1)
    }
}

@Suite(.httpMock) struct PetTests {
    init() throws {
        HTTPMock.current.check(against: try APIContract(contentsOf: url))
    }

    @Test func answersAsDocumented() async throws {
        HTTPMock.current.addResponses(forPath: "/pets", method: .get, responses: [.json(#"{"name": "Rex"}"#)])
        let request = URLRequest(url: try #require(URL(string: "https://example.com/pets")))
        let (data, _) = try await HTTPMock.current.data(for: request)
        #expect(!data.isEmpty)
    }
}
