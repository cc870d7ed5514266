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

    @Test(arguments: [
        (
            "application/pdf", #"{"type": "string"}"#,
            "the document has no example, and no body in application/pdf can be made from a schema"
        )
    ])
    func reasonIsTrue(_ type: String, _ schema: String, _ reason: String) throws {
        let error = #expect(throws: ExampleResponse.Missing.self) { try answer(content(type, schema)) }
        #expect(error?.text == reason)
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
