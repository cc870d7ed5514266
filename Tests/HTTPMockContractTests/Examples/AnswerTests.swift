import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// The answers that a document gives where its examples are not quite as they should be.
@Suite(.bounded) struct AnswerTests {
    private func answer(
        _ responses: String, _ components: String = "{}", prefer: String? = nil, version: String = "3.1.0"
    ) throws -> (text: String, status: Int)? {
        let document = #"""
            {"openapi": "\#(version)", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"get": {"responses": \#(responses)}}},
             "components": {"schemas": \#(components)}}
            """#
        var maker = ExampleMaker(try APIContract(Data(document.utf8)).document, true)
        let example = try maker.response(of: 0, named: prefer)
        return (example.body?.text ?? "", example.status)
    }

    @Test(arguments: [
        (#"{"default": {}}"#, 200), (#"{"302": {}, "301": {}, "default": {}}"#, 301), (#"{"3XX": {}}"#, 300),
        (#"{"201": {}, "302": {}}"#, 201), (#"{"404": {}, "default": {}}"#, 200), (#"{"2XX": {}}"#, 200),
        (#"{"+201": {}, "302": {}}"#, 302),
    ])
    func operationsWithoutASuccessAnswerAll(_ responses: String, _ status: Int) throws {
        #expect(try answer(responses)?.status == status)
    }

    private func content(_ type: String, _ schema: String, _ further: String = "") -> String {
        #"{"200": {"content": {"\#(type)": {"schema": \#(schema)\#(further)}}}}"#
    }

    @Test func exampleThatIsJSONInAStringIsReadAsThatJSON() throws {
        let object = #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#
        let example = #", "example": "{\"a\": 1}""#
        #expect(try answer(content("application/json", object, example))?.text == #"{"a":1}"#)
        #expect(try answer(content("application/json", #"{"type": "string"}"#, example))?.text == #""{\"a\": 1}""#)
        let document =
            #"{"openapi": "3.1.0", "paths": {"/x": {"get": {"responses": \#(content("application/json", object, example))}}}}"#
        #expect(
            try APIContract(Data(document.utf8)).defects.map(\.reason) == [
                "the example is JSON in a string; it is read as that JSON, because its schema allows no string"
            ])
    }

    @Test func namedExampleIsChecked() throws {
        let further = #", "examples": {"bad": {"value": "a"}, "good": {"value": 2}}"#
        let responses = content("application/json", #"{"type": "integer"}"#, further)
        #expect(try answer(responses, prefer: "good")?.text == "2")
        let error = #expect(throws: ExampleResponse.Missing.self) { try answer(responses, prefer: "bad") }
        #expect(error?.text.hasPrefix("its example bad breaks its schema: ") == true)
    }

    @Test(arguments: ["one", "two"])
    func namedExampleIsTheFirstValidOneOfAllMediaTypes(name: String) throws {
        let examples = { (one: String, two: String) in
            #""schema": {"type": "integer"}, "examples": {"one": {"value": \#(one)}, "two": {"value": \#(two)}}"#
        }
        let types =
            #""application/json": {\#(examples("true", "7"))}, "text/plain": {\#(examples("7", "true"))}"#
        #expect(try answer(#"{"200": {"content": {\#(types)}}}"#, prefer: name)?.text == "7")
    }

    private static let item = #"{"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}"#
    private static let event =
        #"{"type": "object", "required": ["data", "event"], "properties": {"data": {"const": "1\n2"}, "event": {"const": "add"}}}"#

    @Test(arguments: [
        ("application/jsonl", item, "", "{\"n\":0}\n"), ("application/x-ndjson", item, "", "{\"n\":0}\n"),
        ("application/json-seq", item, "", "\u{1E}{\"n\":0}\n"),
        ("text/event-stream", event, "", "event: add\ndata: 1\ndata: 2\n\n"),
        ("text/event-stream", "true", "", "data: \n\n"),
        (
            "text/event-stream", "true", #", "example": [{"data": "a\r\nb\rc", "event": null}]"#,
            "data: a\ndata: b\ndata: c\n\n"
        ),
        (
            "text/event-stream", "true",
            #", "example": [{"data": "a", "event": "b\nc", "id": "1\r\ndata: d\r2\u0000", "retry": -1}]"#,
            "event: bc\nid: 1data: d2\ndata: a\n\n"
        ),
        ("application/jsonl", item, #", "example": [{"n": 1}, {"n": 2}]"#, "{\"n\":1}\n{\"n\":2}\n"),
        ("application/jsonl", item, #", "example": "{\"n\": 3}""#, "{\"n\": 3}"),
        ("application/jsonl", item, #", "example": {"n": "4"}"#, "{\"n\":0}\n"),
    ])
    func bodyOfASequenceHasLinesOfItsItems(
        _ type: String, _ schema: String, _ further: String, _ text: String
    ) throws {
        let responses = #"{"200": {"content": {"\#(type)": {"itemSchema": \#(schema)\#(further)}}}}"#
        #expect(try answer(responses, version: "3.2.0")?.text == text)
    }

    @Test(arguments: [
        ("", "the document has no example, and no body in application/x-www-form-urlencoded can be made from a schema"),
        (#", "example": "b=1""#, "its example breaks its schema: "),
    ])
    func reasonIsTrue(_ example: String, _ reason: String) throws {
        let schema = #"{"type": "object", "required": ["a"]}"#
        let error = #expect(throws: ExampleResponse.Missing.self) {
            try answer(content("application/x-www-form-urlencoded", schema, example))
        }
        #expect(error?.text.hasPrefix(reason) == true, "\(error?.text ?? "")")
    }

    private func header(_ schema: String, _ further: String = "") throws -> [String: String] {
        let document = #"""
            {"openapi": "3.1.0", "paths": {"/x": {"get": {"responses": {"204": {"headers": {"X": {"required": true, "schema": \#(schema)\#(further)}}}}}}}}
            """#
        var maker = ExampleMaker(try APIContract(Data(document.utf8)).document, true)
        return try maker.response(of: 0).headers
    }

    @Test(arguments: [
        (#"{"type": "array", "items": {"type": "integer"}, "minItems": 1}"#, "", "0"),
        (#"{"type": "array", "items": {"type": "integer"}}"#, #", "example": [1, 2]"#, "1,2"),
        (#"{"type": "array", "items": {"type": "integer"}}"#, #", "example": "1,2""#, "1,2"),
        (
            #"{"type": "object", "required": ["b", "a"], "properties": {"a": {"const": 1}, "b": {"const": "x"}}}"#, "",
            "a,1,b,x"
        ),
        (#"{"type": "object", "required": ["a"], "properties": {"a": {"const": 1}}}"#, #", "explode": true"#, "a=1"),
    ])
    func headerFieldHasTheTextOfItsStyle(_ schema: String, _ further: String, _ text: String) throws {
        #expect(try header(schema, further) == ["X": text])
    }

    @Test func headerFieldOfJSONHasAJSONText() throws {
        let content = #""content": {"application/json": {"schema": {"const": ["5"]}}}"#
        let responses = #"{"204": {"headers": {"X": {"required": true, \#(content)}}}}"#
        let document = #"{"openapi": "3.1.0", "paths": {"/x": {"get": {"responses": \#(responses)}}}}"#
        var maker = ExampleMaker(try APIContract(Data(document.utf8)).document, true)
        #expect(try maker.response(of: 0).headers == ["X": #"["5"]"#])
    }

    @Test func requiredHeaderFieldThatNoTextDescribesIsTheReason() throws {
        let schema =
            #"{"type": "array", "items": {"type": "array", "minItems": 2, "items": {"type": "integer"}}, "minItems": 1}"#
        let error = #expect(throws: ExampleResponse.Missing.self) { try header(schema) }
        #expect(error?.text == "no value was found (#/paths/~1x/get/responses/204/headers/X, line 1)")
    }

    @Test func datesHaveAYearThatPeopleWrite() throws {
        let pattern = #"{"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}"#
        #expect(try answer(content("application/json", pattern))?.text == #""2000-01-01""#)
        let format = #"{"type": "string", "format": "date", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"}"#
        #expect(try answer(content("application/json", format))?.text == #""2000-01-01""#)
    }

    @Test func arrayContainsAnElementAfterThoseWithOwnSchemas() throws {
        let schema =
            #"{"type": "array", "contains": {"const": "x"}, "prefixItems": [{"type": "integer"}], "items": {"type": "string"}, "minItems": 2}"#
        #expect(try answer(content("application/json", schema))?.text == #"[0,"x"]"#)
    }
}
