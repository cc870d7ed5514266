import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Bodies in XML, which the members `xml` of schemas describe.
@Suite(.bounded) struct XMLBodyTests {
    private static let document = #"""
        openapi: 3.0.3
        info: {title: T, version: "1"}
        paths:
          /pet:
            get:
              responses:
                200: {description: ok, content: {application/xml: {schema: {$ref: '#/components/schemas/Pet'}}}}
            post:
              requestBody: {content: {application/xml: {schema: {$ref: '#/components/schemas/Pet'}}}}
              responses: {200: {description: ok}}
          /given:
            get:
              responses:
                200:
                  description: ok
                  content: {application/xml: {schema: {$ref: '#/components/schemas/Pet'}, example: {id: 1, name: Rex & <Co>, tags: [a, b]}}}
          /raw:
            get:
              responses:
                200:
                  description: ok
                  content: {application/xml: {schema: {$ref: '#/components/schemas/Pet'}, example: '<pet id="3"><name>Raw</name></pet>'}}
        components:
          schemas:
            Pet:
              type: object
              xml: {name: pet}
              required: [id, name]
              additionalProperties: false
              properties:
                id: {type: integer, xml: {attribute: true}}
                name: {type: string, minLength: 2}
                tags: {type: array, xml: {name: labels, wrapped: true}, items: {type: string, xml: {name: label}}}
                note: {type: string, pattern: '^a b$', xml: {attribute: true}}
                photos: {type: array, items: {type: string}}
                owner: {type: object, xml: {namespace: 'https://example.com/o', prefix: o}, properties: {age: {type: integer, nullable: true}}}
        """#

    private func made(_ number: Int) throws -> String? {
        var maker = ExampleMaker(try APIContract(Data(Self.document.utf8)).document, true)
        return try maker.response(of: number).body?.text
    }

    private func problems(_ body: String) throws -> [String] {
        let contract = try APIContract(Data(Self.document.utf8))
        let checker = ContractChecker(contract, undocumented: .fail, server: nil)
        let request = CheckedRequest(
            method: "POST", url: RequestURL("https://a.com/pet"), fields: ["Content-Type": "application/xml"],
            body: Data(body.utf8))
        return checker.problems(of: request).map { problem in
            let text = problem.text.withoutLines.replacing("POST /pet request application/xml ", with: "")
            return String(text.prefix { $0 != "(" }).trimmingCharacters(in: .whitespaces)
        }
    }

    @Test(arguments: ["\r\n", "\r", "\n"]) func lineEndsInATextAreOneLineFeed(_ end: String) throws {
        // The name needs two characters.
        let found = try problems(#"<pet id="1"><name>\#(end)</name></pet>"#)
        #expect(try found == problems(#"<pet id="1"><name>&#10;</name></pet>"#))
        #expect(found.count == 1)
        #expect(try problems(#"<pet id="1"><name>&#13;&#10;</name></pet>"#).isEmpty)
    }

    @Test(arguments: [" ", "\t", "\n", "\r", "\r\n"]) func whiteSpaceInAnAttributeIsASpace(_ space: String) throws {
        #expect(try problems(#"<pet id="1" note="a\#(space)b"><name>aa</name></pet>"#).isEmpty)
        #expect(try problems(##"<pet id="1" note="a&#10;b"><name>aa</name></pet>"##).count == 1)
    }

    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"#

    @Test func bodiesAreMadeFromSchemasAndExamples() throws {
        #expect(try made(1) == Self.declaration + #"<pet id="0"><name>aa</name></pet>"#)
        #expect(
            try made(0) == Self.declaration
                + #"<pet id="1"><name>Rex &amp; &lt;Co&gt;</name><labels><label>a</label><label>b</label></labels></pet>"#
        )
        #expect(try made(3) == #"<pet id="3"><name>Raw</name></pet>"#)
    }

    @Test(arguments: [
        #"<pet id="1"><name>Rex</name></pet>"#,
        #"<?xml version="1.0"?><!DOCTYPE pet><!-- a --><pet id='1'><name><![CDATA[R<x]]></name><labels/></pet>"#,
        #"<p:pet xmlns:p="urn:a" id="1"><p:name>R&#x65;x</p:name><photos>a</photos><photos>b</photos></p:pet>"#,
        #"<pet id="1"><name>Rex</name><o:owner xmlns:o="https://example.com/o"><age xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></o:owner></pet>"#,
        #"<pet id="1"><name>&amp;\#u{301}&lt;\#u{301}</name></pet>"#,
        #"<!DOCTYPE pet SYSTEM "a>[b'.dtd"><pet id="1"><name>Rex</name></pet>"#,
    ])
    func validBodiesHaveNoProblems(_ body: String) throws {
        #expect(try problems(body) == [])
    }

    @Test(arguments: [
        (#"<pet><name>Rex</name></pet>"#, ["body.id: missing, but required"]),
        (#"<pet id="a"><name>Rex</name></pet>"#, [#"body.id: expected integer, got string "a""#]),
        (#"<pet id="1"><name>R</name></pet>"#, ["body.name: expected at least 2 characters, got 1"]),
        (#"<cat id="1"><name>Rex</name></cat>"#, ["body: expected the element pet, got cat"]),
        (
            #"<pet id="1"><nme>Rex</nme></pet>"#,
            ["body.name: missing, but required; there is \"nme\"", "body.nme: not allowed; did you mean \"name\"?"]
        ),
        (
            #"<pet id="1"><name>Rex</name><labels><tag>a</tag></labels></pet>"#,
            ["body.tags: expected the elements label, got tag"]
        ),
        (
            #"<pet id="1"><name>Rex</name><owner/></pet>"#,
            [#"body.owner: expected the namespace "https://example.com/o", got none"#]
        ),
        (#"<pet id="1"><name>Rex</name>text</pet>"#, ["body: a text is not documented here, only elements are"]),
        (
            "<pet id=\"1\"><name>Rex</name> \u{301}</pet>",
            ["body: a text is not documented here, only elements are"]
        ),
        (#"<pet id="1"><name>Rex</pet>"#, ["body: not XML: </pet> closes <name>"]),
        ("{}", ["body: not XML: a text is outside of the root element"]),
        (
            #"<pet id="1"><name>Rex</name><labels><label>a</label></labels><labels><label>b</label></labels></pet>"#,
            ["body.tags: expected one element labels, got 2"]
        ),
        (#"<pet id="1"><id>2</id><name>Rex</name></pet>"#, ["body.id: not documented as an element"]),
        (#"<pet><id>2</id><name>Rex</name></pet>"#, ["body.id: not documented as an element"]),
        (#"<pet id="1" name="A"><name>Rex</name></pet>"#, ["body.name: not documented as an attribute"]),
        (#"<pet id="1" name="Rex"/>"#, ["body.name: not documented as an attribute"]),
        (#"<pet xml:id="2" id="1" xml:name="A"><name>Rex</name></pet>"#, []),
        (
            #"<pet id="1" id="2"><name>Rex</name></pet>"#,
            ["body: not XML: the attribute id of <pet> is given twice"]
        ),
        (#"<a:b:pet id="1"/>"#, [#"body: not XML: expected a name, got "a:b:pet""#]),
        (#"<pet a:b:id="1"/>"#, [#"body: not XML: expected a name, got "a:b:id""#]),
        (#"<pet id="1"><name>Rex</name x></pet>"#, ["body: not XML: </name> has no end"]),
        (
            "<pet id=\"1\"><name>Rex</name></pet> \u{301}", ["body: not XML: a text is outside of the root element"]
        ),
        ("<\u{E9}></e\u{301}>", ["body: not XML: </e\u{301}> closes <\u{E9}>"]),
        (
            #"<!DOCTYPE pet [<!ENTITY a "b">]><pet id="1"/>"#,
            ["body: not XML: a document type with declarations can't be read"]
        ),
        (
            #"<!DOCTYPE pet SYSTEM "a.dtd><pet id='1'/>"#,
            ["body: not XML: a document type with declarations can't be read"]
        ),
        ("<pet>&foo;</pet>", ["body: not XML: &foo; is no reference"]),
        ("<pet>&#+65;</pet>", ["body: not XML: &#+65; is no reference"]),
        ("<pet>&#x+41;</pet>", ["body: not XML: &#x+41; is no reference"]),
    ])
    func brokenBodiesAreReported(_ body: String, _ expected: [String]) throws {
        #expect(try problems(body) == expected)
    }

    @Test func nullMemberThatIsTextIsNoText() throws {
        let document = #"""
            {"openapi": "3.2.0", "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/xml": {
            "example": {"a": "1", "t": null},
            "schema": {"xml": {"name": "e"}, "properties": {
              "a": {"type": "string", "xml": {"nodeType": "attribute"}},
              "t": {"type": ["string", "null"], "xml": {"nodeType": "text"}}}}}}}}}}}}
            """#
        var maker = ExampleMaker(try APIContract(Data(document.utf8)).document, true)
        #expect(try maker.response(of: 0).body?.text == Self.declaration + #"<e a="1"></e>"#)
    }

    @Test func syntaxBeforeCombiningMarksAndLineEndsAreEscaped() throws {
        let document = #"""
            {"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/xml": {
            "example": {"a": "\"\u0301\r\n", "t": "&\u0301<\u0301>\u0301\r\n"},
            "schema": {"xml": {"name": "e"}, "properties": {
              "a": {"type": "string", "xml": {"attribute": true}}, "t": {"type": "string"}}}}}}}}}}}
            """#
        var maker = ExampleMaker(try APIContract(Data(document.utf8)).document, true)
        let attribute = "&quot;\u{301}&#13;&#10;"
        let text = "&amp;\u{301}&lt;\u{301}&gt;\u{301}&#13;\n"
        #expect(
            try maker.response(of: 0).body?.text == "\(Self.declaration)<e a=\"\(attribute)\"><t>\(text)</t></e>")
    }

    private func made(element: String, attributes: String) throws -> String? {
        let attribute = #"{"type": "string", "xml": {"attribute": true\#(attributes)}}"#
        let document = #"""
            {"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/xml": {
            "example": {"a": "1", "b": "2"},
            "schema": {"xml": {"name": "e"\#(element)}, "properties": {"a": \#(attribute), "b": \#(attribute)}}}}}}}}}}
            """#
        var maker = ExampleMaker(try APIContract(Data(document.utf8)).document, true)
        return try maker.response(of: 0).body?.text
    }

    @Test func prefixIsDeclaredOnceInAnElement() throws {
        let xml = #", "namespace": "urn:a", "prefix": "p""#
        #expect(
            try made(element: xml, attributes: xml)
                == Self.declaration + #"<p:e xmlns:p="urn:a" p:a="1" p:b="2"></p:e>"#)
    }

    @Test func prefixThatIsNoNameIsLeftOut() throws {
        let xml = #", "namespace": "urn:a", "prefix": "p q""#
        #expect(try made(element: xml, attributes: "") == Self.declaration + #"<e xmlns="urn:a" a="1" b="2"></e>"#)
    }

    @Test func madeBodiesOfAnySchemaAreReadAgain() throws {
        var generator = SplitMix64(state: 7)
        for _ in 0..<300 {
            let document = Self.randomDocument(&generator)
            let contract = try APIContract(Data(document.utf8))
            var maker = ExampleMaker(contract.document, .random(seed: generator.next()))
            // The maker checks what it has made.
            #expect(throws: Never.self, "\(document)") { try maker.response(of: 0) }
        }
    }

    @Test func changesThatXMLExpressesAreVariants() throws {
        let contract = try APIContract(Data(Self.document.utf8))
        let url = try #require(URL(string: "https://a.com/pet"))
        let body = #"<pet id="1"><name>Rex</name><labels><label>a</label></labels></pet>"#
        let answer = AnsweredResponse(status: 200, headers: ["Content-Type": "application/xml"], body: Data(body.utf8))
        let request = MockRequest(URLRequest(url: url), url: url, body: Data())
        let made = contract.variants(of: request, server: nil, answer: answer, limit: 200)
        let names = Set(made.variants.map(\.name))
        #expect(
            names.isSuperset(of: ["200 body.tags absent", "200 body.tags empty", "200 body.photos three elements"]),
            "\(names)")
        // Without a wrapper, an empty list is no element at all.
        #expect(!names.contains("200 body.photos present"))
        #expect(made.skipped == [])
    }

    @Test func variantsOfAnySchemaAreReadAgain() throws {
        var generator = SplitMix64(state: 11)
        var count = 0
        for _ in 0..<60 {
            let document = Self.randomDocument(&generator)
            let contract = try APIContract(Data(document.utf8))
            let validator = contract.validator
            let documented = try #require(contract.operations[0].responses["200"]?.content.mediaTypes.first)
            let schema = try #require(documented.schema)
            let notation = try #require(VariedNotation(documented.name, documented.name, schema, validator))
            var maker = ExampleMaker(contract.document, true)
            let text = try #require(try maker.response(of: 0).body?.text)
            let value = try #require(notation.value(of: Data(text.utf8)))
            var variants = SchemaVariants(validator, schema: schema)
            for variant in variants.variants(of: value, limit: 30).variants {
                guard let body = notation.body(of: variant.body) else { continue }
                count += 1
                let read = try #require(notation.value(of: body), "\(document)")
                #expect(validator.violations(of: read, against: schema, direction: .response) == [], "\(document)")
            }
        }
        #expect(count > 200)
    }

    private static func randomDocument(_ generator: inout SplitMix64) -> String {
        let schema = randomSchema(&generator, depth: 0)
        return #"""
            {"openapi": "3.1.0", "paths": {"/x": {"get": {"responses": {"200": {"content": {"application/xml":
              {"schema": \#(schema)}}}}}}}}
            """#
    }

    private static func randomSchema(_ generator: inout SplitMix64, depth: Int) -> String {
        let hints = [
            "", #", "xml": {"name": "n\#(Int.random(in: 0..<1_000_000, using: &generator))"}"#,
            #", "xml": {"wrapped": true}"#,
            #", "xml": {"namespace": "urn:\#(depth)", "prefix": "p"}"#,
        ]
        let hint = hints[Int.random(in: 0..<hints.count, using: &generator)]
        switch depth < 3 ? Int.random(in: depth == 0 ? 4...5 : 0...5, using: &generator) : 0 {
        case 4:
            let element = randomSchema(&generator, depth: depth + 1)
            return #"{"type": "array", "minItems": 1, "items": \#(element)\#(hint)}"#
        case 5:
            let members = (0..<3).map { #""m\#($0)": \#(randomSchema(&generator, depth: depth + 1))"# }
            return
                #"{"type": "object", "required": ["m0"], "properties": {"a": {"type": "integer", "xml": {"attribute": true}}, \#(members.joined(separator: ", "))}\#(hint)}"#
        case 1: return #"{"type": ["integer", "null"]\#(hint)}"#
        case 2: return #"{"type": "boolean"\#(hint)}"#
        default: return #"{"type": "string", "minLength": 1\#(hint)}"#
        }
    }
}
