import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// Bodies whose content depends on more than the schema.
@Suite(.bounded) struct BodyReadingTests {
    private func problems(
        _ content: String, _ contentType: String, _ body: Data, _ fields: [(String, String)] = []
    ) throws -> [String] {
        let document =
            #"{"openapi": "3.1.0", "paths": {"/x": {"post": {"requestBody": {"content": {\#(content)}}, "responses": {"200": {"content": {\#(content)}}}}}}}"#
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .fail, server: nil)
        let fields = HTTPMock.HeaderFields(pairs: [("content-type", contentType)] + fields)
        let request = CheckedRequest(method: "POST", url: RequestURL("http://a.com/x"), fields: fields, body: body)
        let response = CheckedResponse(status: 200, fields: fields, body: body)
        let found = checker.problems(of: request) + checker.problems(of: response, to: request)
        #expect(found.count % 2 == 0)
        return found.prefix(found.count / 2).map(\.text.withoutLines)
    }

    @Test(arguments: [
        ("t=a,b", #"{"type": "array", "const": ["a", "b"]}"#, #"{"explode": false}"#),
        ("t=a&t=b", #"{"type": "array", "const": ["a", "b"]}"#, "{}"),
        ("t=a|b", #"{"type": "array", "const": ["a", "b"]}"#, #"{"style": "pipeDelimited"}"#),
        ("t=%5B%7B%7D%5D", #"{"const": [{}]}"#, #"{"contentType": "application/json"}"#),
        ("t[a][b]=1&t[c]=2", #"{"type": "object", "const": {"a": {"b": 1}, "c": 2}}"#, "{}"),
        ("t[0][b]=1&t[1][b]=2", #"{"type": "array", "const": [{"b": 1}, {"b": 2}]}"#, "{}"),
        ("t[][b]=1&t[][c]=2&t[][b]=3", #"{"type": "array", "const": [{"b": 1, "c": 2}, {"b": 3}]}"#, "{}"),
    ])
    func encodingOfAFormFieldCounts(body: String, schema: String, encoding: String) throws {
        let type = "application/x-www-form-urlencoded"
        let content =
            #""\#(type)": {"schema": {"type": "object", "properties": {"t": \#(schema)}}, "encoding": {"t": \#(encoding)}}"#
        #expect(try problems(content, type, Data(body.utf8)) == [])
    }

    @Test func manyFieldsOfOneElementAreRead() throws {
        let type = "application/x-www-form-urlencoded"
        let content = #""\#(type)": {"schema": {"properties": {"t": {"type": "array", "maxItems": 1}}}}"#
        let body = (0..<20_000).map { "t[][m\($0)]=1" }.joined(separator: "&")
        #expect(try problems(content, type, Data(body.utf8)) == [])
    }

    @Test func encodingOfAPartCounts() throws {
        let content =
            #""multipart/form-data": {"schema": {"properties": {"t": {"const": [1]}}}, "encoding": {"t": {"contentType": "application/json"}}}"#
        let body = "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\n[1]\r\n--B--\r\n"
        #expect(try problems(content, "multipart/form-data; boundary=B", Data(body.utf8)) == [])
    }

    @Test func onlyTheMediaTypeOfACompressedBodyIsChecked() throws {
        let content = #""application/json": {"schema": {"type": "object"}}"#
        let gzip = Data([0x1F, 0x8B, 0x08])
        #expect(try problems(content, "application/json", gzip, [("content-encoding", "gzip")]) == [])
        #expect(try problems(content, "application/json", Data("[]".utf8), [("Content-Encoding", "gzip")]).count == 1)
        #expect(try problems(content, "text/html", gzip, [("Content-Encoding", "gzip")]).count == 1)
        #expect(try problems(content, "application/json", gzip, [("Content-Encoding", "identity")]).count == 1)
    }

    @Test(arguments: [
        ("application/*+json", "application/vnd.a+json"), ("*/*", "application/json"),
        ("application/*", "application/json"), ("application/json; v=1", "application/json"),
        ("application/json", "application/json; charset=\"utf-8\""),
        ("Application/JSON;V=1", "application/json; v=\"1\""),
    ])
    func keyOfContentCoversATypeAndItsSchemaCounts(key: String, contentType: String) throws {
        let content = #""\#(key)": {"schema": {"type": "object"}}"#
        #expect(try problems(content, contentType, Data("{}".utf8)) == [])
        let texts = try problems(content, contentType, Data("[]".utf8))
        #expect(texts.count == 1 && texts.first?.contains("expected object, got array []") == true)
    }

    @Test(arguments: ["text/*", "application/*+xml", "application/json+x", "image/*"])
    func otherKeyOfContentDoesNotCoverJSON(key: String) throws {
        #expect(try problems(#""\#(key)": {}"#, "application/json", Data("{}".utf8)).count == 1)
    }

    @Test func keyWithTheParametersOfTheTypeComesFirst() throws {
        let content =
            #""application/json; v=1": {"schema": {"const": 1}}, "application/json; v=2": {"schema": {"const": 2}}"#
        for version in 1...2 {
            #expect(try problems(content, "application/json;v=\(version)", Data("\(version)".utf8)) == [])
        }
        #expect(
            try problems(content, "text/html", Data("1".utf8)) == [
                "POST /x request text/html: not documented, only application/json; v=1 and application/json; v=2 are (#/paths/~1x/post/requestBody/content)"
            ])
    }

    @Test(arguments: [
        ("image/png", []), ("image/jpeg; q=1", []), ("audio/ogg", []), (nil, []),
        (
            "image/gif",
            [
                "POST /x request multipart/form-data body.t: the media type image/gif is not documented, only "
                    + "image/png, image/jpeg and audio/* are (#/paths/~1x/post/requestBody/content/multipart~1form-data/encoding/t)"
            ]
        ),
    ])
    func mediaTypeOfAPartIsChecked(_ type: String?, _ expected: [String]) throws {
        let content =
            #""multipart/form-data": {"schema": {"properties": {"t": {}}}, "encoding": {"t": {"contentType": "image/png, image/jpeg,audio/*"}}}"#
        let field = type.map { "\r\nContent-Type: \($0)" } ?? ""
        let body = "--B\r\nContent-Disposition: form-data; name=\"t\"\(field)\r\n\r\n[1]\r\n--B--\r\n"
        #expect(try problems(content, "multipart/form-data; boundary=B", Data(body.utf8)) == expected)
    }

    @Test(arguments: [
        ("data: a\n\n", 1), ("\u{FEFF}data: a\n\n", 1), ("event: x\n\n", 0), (": comment\n\n", 0), ("data: a\n", 0),
        ("data\n\n", 1), ("data: a\r\rdata: b\r\n\r\n", 2), ("id: 1\nretry: 5\n\ndata:b\n\n", 1), ("\n\n", 0),
    ])
    func eventsOfAStreamHaveData(_ body: String, _ count: Int) {
        #expect(EventStream(Data(body.utf8)).events.count == count)
    }

    @Test func fieldsOfAnEventAreThoseOfItsBlock() {
        let body = "event: e\nid: 1\nretry: 5x\ndata: a\ndata:  b\nother: c\n\ndata: c\nretry: 10\n\n"
        #expect(
            EventStream(Data(body.utf8)).events.map(\.text) == [
                #"{"data":"a\n b","event":"e","id":"1"}"#, #"{"data":"c","retry":10}"#,
            ])
    }

    @Test func spaceBeforeACombiningMarkIsNoPartOfTheField() {
        #expect(EventStream(Data("data: \u{301}x\n\n".utf8)).events == [.object(["data": .string("\u{301}x")])])
    }

    @Test func firstEventAfterAByteOrderMarkIsChecked() throws {
        let content = #""text/event-stream": {"itemSchema": {"properties": {"data": {"const": "b"}}}}"#
        #expect(try problems(content, "text/event-stream", Data("\u{FEFF}data: a\n\n".utf8)).count == 1)
    }

    @Test(arguments: [
        #"{"required": ["é"]}"#, #"{"properties": {"é": {"type": "integer"}}, "additionalProperties": false}"#,
        #"{"dependentRequired": {"a": ["é"]}}"#, #"{"const": {"a": 1, "é": 1}}"#,
    ])
    func namesAreComparedByTheirCodeUnits(_ schema: String) throws {
        let content = #""application/json": {"schema": \#(schema)}"#
        let type = "application/json"
        let checker = { (name: String) in
            try problems(content, type, Data(#"{"a": 1, "\#(name)": 1}"#.utf8)).filter { !$0.contains("body.a:") }
        }
        #expect(try checker("\u{E9}").isEmpty)
        #expect(try checker("e\u{301}").count == 1)
    }

    @Test(arguments: [
        (#"{"required": ["é", "É"]}"#, 0), (#"{"maxProperties": 1}"#, 1),
        (#"{"properties": {"é": {"type": "string"}, "É": {"type": "integer"}}, "additionalProperties": false}"#, 0),
        (#"{"properties": {"É": {"type": "string"}}, "additionalProperties": {"type": "string"}}"#, 1),
        (#"{"properties": {"é": true}, "unevaluatedProperties": false}"#, 1),
        (#"{"additionalProperties": {"type": "boolean"}}"#, 2), (#"{"propertyNames": {"maxLength": 0}}"#, 2),
        (#"{"const": {"é": "a", "É": 1}}"#, 0), (#"{"enum": [{"é": "a"}]}"#, 1),
    ])
    func namesInTwoNormalFormsAreTwoMembers(_ schema: String, count: Int) throws {
        // The accents of capital letters are scalars of their own here.
        let decomposed = schema.replacing("É", with: "e\u{301}")
        let content = #""application/json": {"schema": \#(decomposed)}"#
        let body = "{\"\u{E9}\": \"a\", \"e\u{301}\": 1}"
        let found = try problems(content, "application/json", Data(body.utf8))
        #expect(found.filter { !$0.contains("not documented") }.count == count, "\(found)")
    }
}
