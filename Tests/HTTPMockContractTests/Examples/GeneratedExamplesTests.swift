import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct GeneratedExamplesTests {
    private static let document = #"""
        {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {
          "/pet": {"get": {"responses": {"200": {"headers": {"X-Total": {"required": true, "schema": {"type": "integer"}}},
            "content": {"application/json": {"schema": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "integer", "minimum": 1}, "name": {"type": "string"}}}}}}}}},
          "/own": {"get": {"responses": {"200": {"content": {"application/json": {"example": {"a": 1}}}}}}},
          "/text": {"get": {"responses": {"200": {"content": {"text/plain": {"schema": {"const": "hi"}}}}}}},
          "/image": {"get": {"responses": {"200": {"content": {"image/png": {}}}}}},
          "/never": {"get": {"responses": {"200": {"content": {"application/json": {"schema": false}}}}}},
          "/error": {"get": {"responses": {"default": {}}}}}}
        """#

    private let mock = HTTPMock()
    private let contract: APIContract

    init() throws {
        contract = try APIContract(Data(Self.document.utf8))
    }

    private func get(_ path: String) async throws -> (text: String, status: Int?) {
        let request = URLRequest(url: try #require(URL(string: "https://example.com\(path)")))
        let (data, response) = try await mock.data(for: request)
        return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode)
    }

    @Test func responsesAreMadeFromSchemas() async throws {
        mock.hasSummary = true
        mock.check(against: contract)
        let missing = mock.registerExamples(from: contract, generating: true)
        #expect(try await get("/pet").text == #"{"id":1}"#)
        #expect(try await get("/own").text == #"{"a":1}"#)
        #expect(try await get("/text").text == "hi")
        #expect(mock.extensionProblems == [])
        #expect(
            missing.map(\.description) == [
                "GET /error: no success status is documented",
                "GET /image: image/png has no example, and no schema to make one from",
                "GET /never: no value is allowed at #/paths/~1never/get/responses/200/content/application~1json/schema "
                    + "(#/paths/~1never/get/responses/200/content/application~1json/schema)",
            ])
    }

    @Test func randomResponsesDependOnTheSeed() async throws {
        var texts: [String] = []
        for seed in [7, 7, 8, 9, 10] as [UInt64] {
            let mock = HTTPMock()
            mock.registerExamples(from: contract, generating: .random(seed: seed))
            let request = URLRequest(url: try #require(URL(string: "https://example.com/pet")))
            texts.append(String(decoding: try await mock.data(for: request).0, as: UTF8.self))
        }
        #expect(texts[0] == texts[1])
        #expect(Set(texts).count > 2)
    }

    @Test func nothingIsMadeUnlessItIsWanted() async throws {
        #expect(mock.registerExamples(from: contract) == [])
        #expect(try await get("/own").status == 200)
        #expect(try await get("/pet").status == 404)
    }
}
