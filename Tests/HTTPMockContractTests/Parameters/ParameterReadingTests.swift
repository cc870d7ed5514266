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
            method: "GET", url: RequestURL("http://a.com\(url)"), fields: CheckedFields(fields))
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
        ([("P", "a, b")], #"{"type": "array", "const": ["a", "b"]}"#),
        ([("P", "a"), ("p", "b")], #"{"type": "array", "const": ["a", "b"]}"#),
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

    @Test(arguments: ["label", "matrix"])
    func pathWithoutTheMarkOfItsStyleIsReported(style: String) throws {
        #expect(
            try problems("path", "{}", "/5", more: #""style": "\#(style)""#, template: "/{p}") == [
                "GET /5 request path.p: not in the style \(style), which begins with a \(style == "label" ? "dot" : "semicolon") (#/paths/~1{p}/get/parameters/0)"
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
