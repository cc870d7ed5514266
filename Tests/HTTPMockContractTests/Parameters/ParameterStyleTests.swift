import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// The table of styles in the specification, read back.
@Suite(.bounded) struct ParameterStyleTests {
    struct Row: Sendable {
        let place: String
        let style: String
        let explode: Bool
        /// The text for the string, the array and the object; nil if the style has none.
        let primitive: String?
        let array: String?
        let object: String?
    }

    @Test(arguments: [
        Row(
            place: "path", style: "matrix", explode: false, primitive: ";p=blue", array: ";p=1,2,3",
            object: ";p=R,100,G,200"),
        Row(
            place: "path", style: "matrix", explode: true, primitive: ";p=blue", array: ";p=1;p=2;p=3",
            object: ";R=100;G=200"),
        Row(place: "path", style: "label", explode: false, primitive: ".blue", array: ".1,2,3", object: ".R,100,G,200"),
        Row(place: "path", style: "label", explode: true, primitive: ".blue", array: ".1.2.3", object: ".R=100.G=200"),
        Row(place: "path", style: "simple", explode: false, primitive: "blue", array: "1,2,3", object: "R,100,G,200"),
        Row(place: "path", style: "simple", explode: true, primitive: "blue", array: "1,2,3", object: "R=100,G=200"),
        Row(place: "header", style: "simple", explode: false, primitive: "blue", array: "1,2,3", object: "R,100,G,200"),
        Row(
            place: "query", style: "form", explode: false, primitive: "p=blue", array: "p=1,2,3",
            object: "p=R,100,G,200"),
        Row(
            place: "query", style: "form", explode: true, primitive: "p=blue", array: "p=1&p=2&p=3",
            object: "R=100&G=200"),
        Row(
            place: "cookie", style: "form", explode: false, primitive: "p=blue", array: "p=1,2,3",
            object: "p=R,100,G,200"),
        Row(
            place: "query", style: "spaceDelimited", explode: false, primitive: nil, array: "p=1%202%203",
            object: "p=R%20100%20G%20200"),
        Row(
            place: "query", style: "pipeDelimited", explode: false, primitive: nil, array: "p=1%7C2%7C3",
            object: "p=R|100|G|200"),
        Row(
            place: "query", style: "deepObject", explode: true, primitive: nil, array: nil,
            object: "p[R]=100&p%5BG%5D=200"),
    ])
    func styleIsRead(_ row: Row) throws {
        let string = #"{"const": "blue", "type": "string"}"#
        let array = #"{"type": "array", "const": [1, 2, 3], "items": {"type": "integer"}}"#
        let object = """
            {"type": "object", "const": {"R": 100, "G": 200},
            "properties": {"R": {"type": "integer"}, "G": {"type": "integer"}}}
            """
        for (schema, text) in [(string, row.primitive), (array, row.array), (object, row.object)] {
            guard let text else { continue }
            #expect(try problems(row, schema, text).isEmpty, "\(text)")
            #expect(try !problems(row, #"{"const": "x", "type": "null"}"#, text).isEmpty, "\(text)")
        }
    }

    @Test func valueUnderContentIsJSON() throws {
        let parameter =
            #"{"name": "p", "in": "query", "content": {"application/json": {"schema": {"const": {"a": 1}}}}}"#
        #expect(try problems(parameter, path: "/x?p=%7B%22a%22:1%7D").isEmpty)
        #expect(
            try problems(parameter, path: "/x?p=%7B") == [
                "GET /x request query.p: not JSON: expected a member's name (byte 1) (#/paths/~1{p}/get/parameters/0)"
            ])
    }

    private func problems(_ row: Row, _ schema: String, _ text: String) throws -> [String] {
        let parameter = """
            {"name": "p", "in": "\(row.place)", "required": true, "style": "\(row.style)", "explode": \(row.explode),
            "schema": \(schema)}
            """
        switch row.place {
        case "path": return try problems(parameter, path: "/\(text)")
        case "query": return try problems(parameter, path: "/x?\(text)")
        default: return try problems(parameter, path: "/x", fields: [(row.place == "header" ? "P" : "Cookie", text)])
        }
    }

    private func problems(_ parameter: String, path: String, fields: [(String, String)] = []) throws -> [String] {
        let document = #"{"openapi": "3.1.0", "paths": {"/{p}": {"get": {"parameters": [\#(parameter)]}}}}"#
        let contract = try APIContract(Data(document.utf8))
        let checker = ContractChecker(contract, undocumented: .allow, server: nil)
        let request = CheckedRequest(
            method: "GET", url: RequestURL("http://a.com\(path)"), fields: CheckedFields(fields))
        return checker.problems(of: request).map(\.text.withoutLines)
    }
}
