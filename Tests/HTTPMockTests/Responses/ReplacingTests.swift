import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct ReplacingTests {
    private let mock = HTTPMock()

    private func text(of response: MockResponse) async throws -> String {
        mock.addResponses(forPath: "/a", host: "a.com", responses: [response])
        return try await HTTPReply.get("https://a.com/a", from: mock.urlSession).text
    }

    private static func makeFile(_ text: String, extension: String = "txt") throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(`extension`)")
        try Data(text.utf8).write(to: file)
        return file
    }

    @Test func textOfEveryKindOfBodyIsReplaced() async throws {
        let file = try Self.makeFile("{{a}} and {{a}} in a file")
        defer { try? FileManager.default.removeItem(at: file) }
        for (response, expected) in [
            (MockResponse.plaintext("{{a}}, {{b}}"), "1, {{b}}"),
            (.stream([Data("{{a}}".utf8), Data(" {{a}}".utf8)]), "1 1"),
            (.file(url: file, status: .created), "1 and 1 in a file"),
            (.handler(lifetime: .single) { _ in .plaintext("{{a}} of a handler") }, "1 of a handler"),
            (.empty(), ""),
        ] {
            #expect(try await text(of: response.replacing("{{a}}", with: "1")) == expected)
        }
    }

    @Test func fileKeepsItsStatusTypeAndFields() async throws {
        let file = try Self.makeFile("{{a}}", extension: "json")
        defer { try? FileManager.default.removeItem(at: file) }
        mock.registerResponses(host: "a.com") {
            Headers(["X-Scope": "scope"])
            Path("/a") {
                MockResponse.file(url: file, status: .created, headers: ["X-Own": "own"]).replacing("{{a}}", with: "[]")
            }
        }
        let reply = try await HTTPReply.get("https://a.com/a", from: mock.urlSession)
        #expect(reply.status == 201)
        #expect(reply.text == "[]")
        #expect(reply.headers["x-own"] == "own")
        #expect(reply.headers["x-scope"] == "scope")
        #expect(reply.headers["content-type"] == "application/json")
        #expect(reply.headers["content-length"] == "2")
    }

    @Test func streamOfAHandlerKeepsItsChunks() async throws {
        let stream = MockResponse.handler(lifetime: .single) { _ in
            .stream([Data("{{a}}".utf8), Data(" b".utf8)])
        }
        mock.addResponses(forPath: "/a", host: "a.com", responses: [stream.replacing("{{a}}", with: "1")])
        let reply = try await HTTPReply.get("https://a.com/a", from: mock.urlSession)
        #expect(reply.text == "1 b")
        // A body of chunks states no length.
        #expect(reply.headers["content-length"] == nil)
    }

    @Test func bodyThatIsNotTextFailsTheRequest() async throws {
        let image = MockResponse.data(Data([0xFF, 0xD8])).replacing("a", with: "b")
        let error = await #expect(throws: HTTPMockError.self) { try await text(of: image) }
        #expect(error?.cause == .unusableResponse)
        #expect(error?.message.contains(#"is not UTF-8 text, so "a" can't be replaced in it"#) == true)
    }

    @Test func missingFileFailsTheRequestAsWithoutAReplacement() async throws {
        let missing = MockResponse.file(url: URL(fileURLWithPath: "/nowhere/at-all.json")).replacing("a", with: "b")
        let error = await #expect(throws: HTTPMockError.self) { try await text(of: missing) }
        #expect(error?.message.contains("the file /nowhere/at-all.json can't be read") == true)
    }
}
