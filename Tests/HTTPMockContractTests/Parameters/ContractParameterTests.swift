import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// Texts of parameters that can be read in several ways.
@Suite(.bounded) struct ParameterReadingTests {
    private func problems(
        _ place: String, _ schema: String, _ url: String, _ fields: [(String, String)] = [], more: String = "",
        template: String = "/x"
    ) throws -> [String] {
        let parameter =
            #"{"name": "p", "in": "\#(place)", "required": true, "schema": \#(schema)\#(more.isEmpty ? "" : ", \(more)")}"#
        let document = #"{"openapi": "3.1.0", "paths": {"\#(template)": {"get": {"parameters": [\#(parameter)]}}}}"#
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .allow, server: nil)
        let request = CheckedRequest(
            method: "GET", url: RequestURL("http://a.com\(url)"), fields: HTTPMock.HeaderFields(pairs: fields))
        return checker.problems(of: request).map(\.text.withoutLines)
    }

    @Test(arguments: [
        ("/{p}", "/100%2525", #"{"const": "100%25"}"#), ("/{p}", "/a%252Cb", #"{"const": "a%2Cb"}"#),
        ("/{p}", "/a%2Fb", #"{"const": "a/b"}"#), ("/{p}.json", "/50%2525.json", #"{"const": "50%25"}"#),
        ("/{p}", "/a%2Cb,c", #"{"type": "array", "const": ["a,b", "c"]}"#), ("/{p}", "/100%", #"{"const": "100%"}"#),
        ("/{p}.json", "/a%2Cb,c.json", #"{"type": "array", "const": ["a,b", "c"]}"#),
        ("/{p}.json", "/a%2Cb%2Ejson", #"{"const": "a,b"}"#),
        ("/ä/{p}", "/%C3%A4/1", #"{"const": 1}"#), ("/a b/{p}", "/a%20b/1", #"{"const": 1}"#),
    ])
    func pathIsDecodedOnce(template: String, url: String, schema: String) throws {
        #expect(try problems("path", schema, url, template: template) == [])
    }

    @Test(arguments: [
        ("/\u{E9}/{p}", "/%C3%A9/1", true), ("/\u{E9}/{p}", "/e%CC%81/1", false), ("/{p}\u{E9}", "/1%C3%A9", true),
        ("/{p}\u{E9}", "/1e%CC%81", false), ("/\u{E9}{p}", "/%C3%A9\u{301}", true), ("/{p}e", "/1e%CC%81", false),
        ("/e{p}", "/e%CC%81", true),
    ])
    func literalsOfAPathAreComparedByCodeUnits(template: String, path: String, matches: Bool) {
        var index = PathTemplateIndex()
        index.insert(ContractRoutes.Entry(path: template, servers: [], method: "GET", operation: 0))
        #expect((index.match(path[...], "GET") != nil) == matches)
    }

    @Test(arguments: [
        ([("P", "a, b")], #"{"type": "array", "const": ["a", "b"]}"#),
        ([("P", "a"), ("p", "b")], #"{"type": "array", "const": ["a", "b"]}"#),
        ([("P", "a,\u{301}b")], #"{"type": "array", "const": ["a", "\#u{301}b"]}"#),
        ([("P", " 5 ")], #"{"type": "integer"}"#), ([("P", "50%25")], #"{"const": "50%25"}"#),
        ([("P", "R, 1, G, 2")], #"{"type": "object", "const": {"R": 1, "G": 2}}"#),
    ])
    func headerFieldHasSpacesAndNoEscapes(fields: [(String, String)], schema: String) throws {
        #expect(try problems("header", schema, "/x", fields) == [])
    }

    @Test(arguments: [
        ("p=a+b", #"{"const": "a b"}"#, ""), ("p=a+b", #"{"const": "a+b"}"#, ""), ("p=a%2Bb", #"{"const": "a+b"}"#, ""),
        ("p=a%2Cb,c", #"{"type": "array", "const": ["a,b", "c"]}"#, #""explode": false"#),
        ("p=a%2Cb", #"{"type": "array", "const": ["a", "b"]}"#, #""explode": false"#),
        ("p=a%2Cb", #"{"type": "array", "const": ["a,b"]}"#, #""explode": false"#),
        ("q=1", #"{"type": "object", "additionalProperties": {"type": "integer"}}"#, ""),
    ])
    func queryMayBeWrittenAsAForm(query: String, schema: String, more: String) throws {
        #expect(try problems("query", schema, "/x?\(query)", more: more) == [])
    }

    @Test(arguments: [
        ("p[a]=1&p%5Ba%5D=2", #"{"type": "object", "const": {"a": [1, 2]}, "properties": {"a": {"type": "array"}}}"#),
        ("p[a][b]=1&p[a][c]=2", #"{"type": "object", "const": {"a": {"b": 1, "c": 2}}}"#),
        ("p[a][]=1&p[a][]=2", #"{"const": {"a": [1, 2]}}"#), ("p[]=1&p[]=2", #"{"type": "array", "const": [1, 2]}"#),
        ("p[0]=1&p[1]=2", #"{"type": "array", "const": [1, 2]}"#), ("p[a]=x+y", #"{"const": {"a": "x y"}}"#),
    ])
    func deepObjectMayNest(query: String, schema: String) throws {
        #expect(try problems("query", schema, "/x?\(query)", more: #""style": "deepObject""#) == [])
    }

    @Test func bracketsWithoutEndAreRead() throws {
        let name = "p" + String(repeating: "[a]", count: 50_000)
        #expect(try problems("query", #"{"const": 1}"#, "/x?\(name)=1", more: #""style": "deepObject""#).count == 1)
    }

    @Test func elementOfADeepObjectsArrayIsChecked() throws {
        let schema = #"{"type": "array", "items": {"type": "integer"}}"#
        #expect(
            try problems("query", schema, "/x?p[]=1&p[]=x", more: #""style": "deepObject""#) == [
                #"GET /x request query.p[1]: expected integer, got string "x" (#/paths/~1x/get/parameters/0/schema/items)"#
            ])
    }

    @Test(arguments: [
        ("label", false, "/5", "a dot"), ("label", true, "/5", "a dot"), ("matrix", false, "/5", ";p="),
        ("matrix", false, "/;other=1", ";p="), ("matrix", true, "/5", "a semicolon"),
    ])
    func pathWithoutTheMarkOfItsStyleIsReported(style: String, explode: Bool, path: String, mark: String) throws {
        let more = #""style": "\#(style)", "explode": \#(explode)"#
        #expect(
            try problems("path", "{}", path, more: more, template: "/{p}") == [
                "GET \(path) request path.p: not in the style \(style), which begins with \(mark) (#/paths/~1{p}/get/parameters/0)"
            ])
    }

    @Test func pathParameterThatThePathLacksIsIgnored() throws {
        #expect(try problems("path", #"{"type": "integer"}"#, "/x") == [])
    }

    @Test func headerFieldOfAnOperationReplacesThatOfThePath() throws {
        let field = #"{"name": "X-A", "in": "header", "required": true}"#
        let own = #"{"name": "x-a", "in": "header"}"#
        let document =
            #"{"openapi": "3.1.0", "paths": {"/x": {"parameters": [\#(field)], "get": {"parameters": [\#(own)]}}}}"#
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .allow, server: nil)
        #expect(checker.problems(of: CheckedRequest(method: "GET", url: RequestURL("http://a.com/x"))) == [])
    }
}

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

    @Test(arguments: [false, true]) func emptyValueOfTheMatrixStyleHasNoEqualsSign(explode: Bool) throws {
        let row = Row(place: "path", style: "matrix", explode: explode, primitive: nil, array: nil, object: nil)
        #expect(try problems(row, #"{"type": "string", "const": ""}"#, ";p").isEmpty)
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
            method: "GET", url: RequestURL("http://a.com\(path)"), fields: HTTPMock.HeaderFields(pairs: fields))
        return checker.problems(of: request).map(\.text.withoutLines)
    }
}
