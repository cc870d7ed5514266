import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Files of other tools that are no HAR are named for what they are.
@Suite(.bounded) struct OtherToolsFileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func message(_ data: Data, in name: String = "shop.har") throws -> String {
        try data.write(to: folder.file(name))
        do {
            _ = try CassetteFile(contentsOf: folder.file(name))
            return "no error"
        } catch {
            return error.message
        }
    }

    @Test(arguments: [
        ("---\nhttp_interactions:\n- request:\n    method: get\n", "VCR"),
        (#"{"http_interactions":[],"recorded_with":"betamax"}"#, "Betamax"),
        ("interactions:\n- request:\n    body: null\nversion: 1\n", "vcrpy"),
        ("---\nversion: 2\ninteractions: []\n", "go-vcr"),
        (#"{"mappings":[{"request":{"urlPath":"/x","method":"GET"},"response":{"status":200}}]}"#, "WireMock"),
        (#"{"request":{"url":"/x","method":"GET"},"response":{"status":200}}"#, "WireMock"),
        (#"{"imposters":[{"protocol":"http"}]}"#, "Mountebank"),
        (#"{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[]}"#, "Pact"),
        (#"{"info":{"_postman_id":"1","name":"x"},"item":[]}"#, "Postman"),
        (#"[{"scope":"https://a.com:443","method":"GET","path":"/","status":200,"response":{}}]"#, "nock"),
        (#"[{"status":"COMPLETE","method":"GET","host":"a.com","request":{},"response":{}}]"#, "Charles"),
        (#"{"openapi":"3.1.0","info":{},"paths":{}}"#, "OpenAPI"), ("openapi: 3.1.0\ninfo: {}\n", "OpenAPI"),
        (#"{"data":{"__schema":{"types":[]}}}"#, "GraphQL"), ("type Query {\n  a: Int\n}\n", "GraphQL"),
        ("# a\n\"text\"\nscalar Date @a\n", "GraphQL"), ("PK\u{3}\u{4}raw/1_c.txt", "Fiddler"),
        ("5217:9:websocket;0:~8:response;", "mitmproxy"),
        (
            "<?xml version='1.0' encoding='UTF-8' ?>\n<?charles serialisation-version='2.0' ?>\n<charles-session/>",
            "Charles"
        ),
    ])
    func foreignFileIsNamed(text: String, name: String) throws {
        let message = try message(Data(text.utf8))
        #expect(message.contains(name), "\(message)")
        #expect(!message.contains("record it again"))
        #expect(message.contains("To fix this, "))
    }

    @Test(arguments: ["chls", "chlsx", "chlz", "CHLS"], [Data([0xAC, 0xED, 0, 5]), Data("PK\u{3}\u{4}".utf8)])
    func sessionOfCharlesIsKnownByItsName(type: String, data: Data) throws {
        let name = "session.\(type)"
        #expect(
            try message(data, in: name) == """
                the cassette \(folder.file(name).path) can't be read: it is a session of Charles, and no HAR. To fix this, \
                export it in Charles: File > Export Session, as HTTP Archive (.har). It was not changed.
                """)
    }

    @Test func packedHARIsRead() throws {
        // {"log":{"entries":[]}} and a line feed, packed by gzip.
        let packed = try #require(
            Data(base64Encoded: "H4sIAAAAAAAC/6tWyslPV7KqVkrNKynKTC1WsoqOra3lAgDd+W29FwAAAA=="))
        try packed.write(to: folder.file())
        let file = try CassetteFile(contentsOf: folder.file())
        #expect(file.entries.isEmpty)
        #expect(file.isPacked)
    }

    @Test func damagedPackedFileIsAnError() throws {
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAAC/6tWyslPV7KqVkrNKynKTC1WsoqOra3l"))
        #expect(try message(packed).contains("packed with gzip"))
        for count in 3..<packed.count { #expect(try message(packed.prefix(count)) != "no error") }
    }
}
