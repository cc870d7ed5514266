import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// Documents in Swagger 2.0.
@Suite(.bounded) struct SwaggerTests {
    private static let document = """
        swagger: "2.0"
        info: {title: Pets, version: "1"}
        host: api.example.com
        basePath: /v1
        schemes: [https]
        consumes: [application/json]
        produces: [application/json]
        securityDefinitions:
          key: {type: apiKey, in: header, name: X-Key}
          login: {type: basic}
        parameters:
          limit: {name: limit, in: query, type: integer, maximum: 10, required: true}
        responses:
          Gone: {description: x, schema: {$ref: '#/definitions/Error'}}
        paths:
          /pets:
            parameters: [{$ref: '#/parameters/limit'}]
            get:
              security: [{key: []}, {login: []}]
              parameters:
                - {name: ids, in: query, type: array, items: {type: integer}}
                - {name: tags, in: query, type: array, items: {type: integer}, collectionFormat: multi}
                - {name: sizes, in: query, type: array, items: {type: integer}, collectionFormat: pipes}
                - {name: tabs, in: query, type: array, items: {type: integer}, collectionFormat: tsv}
                - {name: X-Codes, in: header, type: array, items: {type: integer}}
              responses:
                200:
                  description: x
                  headers: {X-Total: {type: integer}}
                  schema: {type: array, items: {$ref: '#/definitions/Pet'}}
                  examples: {application/json: [{kind: Cat, lives: 9}]}
                410: {$ref: '#/responses/Gone'}
                204: {description: nothing}
            post:
              parameters:
                - {name: limit, in: query, type: string}
                - {name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
              responses: {201: {description: x}}
          /form:
            post:
              consumes: [application/x-www-form-urlencoded]
              parameters:
                - {name: name, in: formData, type: string, required: true}
                - {name: codes, in: formData, type: array, items: {type: integer}}
              responses: {200: {description: x}}
          /file:
            post:
              parameters: [{name: photo, in: formData, type: file}]
              produces: [image/png]
              responses: {200: {description: x, schema: {type: file}}}
        definitions:
          Pet:
            type: object
            discriminator: kind
            required: [kind]
            properties:
              kind: {type: string}
              name: {type: string, x-nullable: true}
              size: {type: string, format: int-or-string}
              mood: {x-nullable: true, enum: [happy]}
              old: {type: string, nullable: true}
              either: {oneOf: [{type: string}]}
          Cat:
            allOf: [{$ref: '#/definitions/Pet'}, {type: object, properties: {lives: {type: integer}}}]
          Kitten:
            allOf: [{$ref: '#/definitions/Cat'}, {type: object, properties: {weeks: {type: integer}}}]
          Error: {type: object, properties: {text: {type: string}}}
        """

    private let contract: APIContract

    init() throws {
        contract = try APIContract(Data(Self.document.utf8))
    }

    private func request(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], _ body: String = ""
    ) -> CheckedRequest {
        CheckedRequest(
            method: method, url: RequestURL("https://api.example.com/v1\(path)"),
            fields: HTTPMock.HeaderFields(pairs: fields),
            body: Data(body.utf8))
    }

    private func texts(_ request: CheckedRequest, _ response: CheckedResponse? = nil) -> [String] {
        let checker = ContractChecker(contract, undocumented: .fail, server: nil)
        guard let response else { return checker.problems(of: request).map(\.text) }
        return checker.problems(of: response, to: request).map(\.text)
    }

    @Test func operationsAndServersAreRead() {
        #expect(contract.operations.map(\.name) == ["POST /file", "POST /form", "GET /pets", "POST /pets"])
        #expect(contract.document.title == "Pets 1")
        #expect(contract.serverURLs == ["api.example.com/v1"])
        #expect(contract.seriousDefects == [])
        let checker = ContractChecker(contract, undocumented: .fail, server: nil)
        guard case .elsewhere = checker.match(CheckedRequest(method: "GET", url: RequestURL("https://b.com/v1/pets")))
        else {
            Issue.record("another host has the operations")
            return
        }
    }

    @Test func parametersAreCheckedInTheirFormats() {
        #expect(
            texts(request("GET", "/pets?limit=3&ids=1,2&tags=1&tags=2&sizes=1|2&tabs=1%092", [("X-Codes", "1, 2")]))
                == [])
        let parameters = "#/paths/~1pets/get/parameters"
        #expect(
            texts(request("GET", "/pets?limit=11&ids=1,x&sizes=1|y&tabs=1%09z", [("X-Codes", "a")])) == [
                "GET /v1/pets request query.limit: expected at most 10, got integer 11 (#/parameters/limit, line 12)",
                #"GET /v1/pets request query.ids[1]: expected integer, got string "x" (\#(parameters)/0/items, line 21)"#,
                #"GET /v1/pets request query.sizes[1]: expected integer, got string "y" (\#(parameters)/2/items, line 23)"#,
                #"GET /v1/pets request query.tabs[1]: expected integer, got string "z" (\#(parameters)/3/items, line 24)"#,
                #"GET /v1/pets request header X-Codes[0]: expected integer, got string "a" (\#(parameters)/4/items, line 25)"#,
            ])
        #expect(
            texts(request("GET", "/pets")) == [
                "GET /v1/pets request query.limit: missing, but required (#/parameters/limit, line 12)"
            ])
    }

    @Test func bodyAndFormAreChecked() {
        let json = [("Content-Type", "application/json")]
        #expect(texts(request("POST", "/pets?limit=many", json, #"{"kind": "Cat"}"#)) == [])
        #expect(
            texts(request("POST", "/pets", json, "{}")) == [
                "POST /v1/pets request application/json body.kind: missing, but required (#/definitions/Pet, line 52)"
            ])
        #expect(
            texts(request("POST", "/pets")) == [
                "POST /v1/pets request body: missing, but required (#/paths/~1pets/post/parameters/1, line 37)"
            ])
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        #expect(texts(request("POST", "/form", form, "name=Rex&codes=1,2")) == [])
        #expect(
            texts(request("POST", "/form", form, "codes=1,x&nme=a")) == [
                #"POST /v1/form request application/x-www-form-urlencoded body.name: missing, but required; there is "nme" (#/paths/~1form/post/parameters, line 42)"#,
                #"POST /v1/form request application/x-www-form-urlencoded body.codes[1]: expected integer, got string "x" (#/paths/~1form/post/parameters/1/items, line 44)"#,
                #"POST /v1/form request application/x-www-form-urlencoded body.nme: not documented; did you mean "name"? (#/paths/~1form/post/parameters, line 42)"#,
            ])
        let part = "--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\n\r\n\u{1}\r\n--B--\r\n"
        #expect(texts(request("POST", "/file", [("Content-Type", "multipart/form-data; boundary=B")], part)) == [])
    }

    @Test func responsesAreChecked() {
        let get = request("GET", "/pets?limit=1")
        #expect(
            texts(get, Petstore.json(200, #"[{"kind": "Kitten", "lives": 9, "weeks": 3}]"#, [("X-Total", "3")])) == [])
        #expect(
            texts(get, Petstore.json(200, #"[{"kind": 1, "age": 3}]"#, [("X-Total", "x")]))
                == [
                    #"GET /v1/pets → 200 header X-Total: expected integer, got string "x" (#/paths/~1pets/get/responses/200/headers/X-Total, line 29)"#,
                    "GET /v1/pets → 200 application/json body[0].kind: expected string, got integer 1 (#/definitions/Pet/properties/kind, line 57)",
                    "GET /v1/pets → 200 application/json body[0].age: not documented (#/definitions/Pet, line 52)",
                ])
        #expect(
            texts(get, Petstore.json(410, #"{"text": 1}"#)) == [
                "GET /v1/pets → 410 application/json body.text: expected string, got integer 1 (#/definitions/Error/properties/text, line 67)"
            ])
        #expect(texts(get, Petstore.json(500, "{}")).first?.contains("only 200, 204 and 410 are") == true)
        let image = CheckedResponse(
            status: 200, fields: ["Content-Type": "image/png"], body: Data([1]))
        #expect(texts(request("POST", "/file"), image) == [])
    }

    @Test(arguments: [
        (#"{"kind": "a", "name": null}"#, true), (#"{"kind": "a", "size": 3}"#, true),
        (#"{"kind": "a", "size": "3"}"#, true), (#"{"kind": "a", "size": true}"#, false),
        (#"{"kind": "a", "mood": null}"#, true), (#"{"kind": "a", "mood": "sad"}"#, false),
        (#"{"kind": "a", "old": null}"#, true), (#"{"kind": "a", "either": 3}"#, true),
    ])
    func schemasAreOfTheirDialect(value: String, isValid: Bool) {
        #expect(contract.validate(Data(value.utf8), against: "#/definitions/Pet").isEmpty == isValid)
    }

    @Test func keywordsOutsideOfTheVersionAreNoted() throws {
        #expect(
            contract.defects.map(\.pointer) == [
                "/definitions/Pet/properties/mood/x-nullable", "/definitions/Pet/properties/old/nullable",
                "/definitions/Pet/properties/either/oneOf",
            ])
        let specified = try APIContract(Data(Self.document.utf8), nullable: .asSpecified)
        let refuses = { (json: String) in !specified.validate(Data(json.utf8), against: "#/definitions/Pet").isEmpty }
        #expect(!refuses(#"{"kind": "a", "name": null}"#))
        #expect(refuses(#"{"kind": "a", "mood": null}"#))
        #expect(refuses(#"{"kind": "a", "old": null}"#))
    }

    @Test func credentialsAndExamplesAreKnown() throws {
        let checker = ContractChecker(contract, undocumented: .fail, server: nil)
        let get = request("GET", "/pets?limit=1")
        #expect(
            checker.securityProblems(of: get, answeredWith: 200, checker.match(get)).map(\.text.withoutLines) == [
                "GET /v1/pets request: expected the credentials header X-Key or Authorization: Basic, got none (#/paths/~1pets/get/security)"
            ])
        let operation = try #require(contract.operations.first { $0.name == "GET /pets" })
        #expect(
            operation.response(for: 200)?.content.mediaTypes.first?.examples.map(\.text) == [
                #"[{"kind":"Cat","lives":9}]"#
            ])
        #expect(HTTPMock().registerExamples(from: contract) == [])
    }

    /// The number of mutated documents; `SWAGGER_MUTATIONS` sets another.
    private static let mutations = ProcessInfo.processInfo.environment["SWAGGER_MUTATIONS"].flatMap { Int($0) } ?? 200

    @Test(arguments: 0..<5)
    func mutatedDocumentIsLoadedOrRefused(part: Int) throws {
        let value = try YAMLText(Data(Self.document.utf8)).value
        var random = SplitMix(UInt64(part))
        var loaded = 0
        for _ in 0..<Self.mutations / 5 {
            let mutant = Self.mutant(value, &random)
            guard let contract = try? APIContract(Data(mutant.text.utf8)) else { continue }
            loaded += 1
            _ = contract.defects
            HTTPMock().registerExamples(from: contract)
            let checker = ContractChecker(contract, undocumented: .fail, server: nil)
            for method in ["GET", "POST"] {
                let request = request(method, "/pets?limit=3&ids=1", [("Content-Type", "application/json")], "[1]")
                _ = checker.problems(of: request)
                _ = checker.problems(of: Petstore.json(200, #"[{"kind": 1}]"#), to: request)
            }
        }
        #expect(loaded > 0)
    }

    /// A copy of a value in which a few members or elements are removed, renamed or replaced.
    private static func mutant(_ value: JSONValue, _ random: inout SplitMix) -> JSONValue {
        let others: [JSONValue] = [
            .null, .bool(true), .number(JSONNumber(-1)), .string(""), .string("array"), .array([]), .object([:]),
            .object(["$ref": .string("#/definitions/Pet")]), .object(["$ref": .string("#/gone")]),
        ]
        if Int.random(in: 0..<60, using: &random) == 0 { return others.randomElement(using: &random) ?? .null }
        switch value {
        case .array(let elements): return .array(elements.map { mutant($0, &random) })
        case .object(let members):
            var changed: JSONObject = [:]
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                let isRoot = name == "swagger" || name == "paths"
                let kind = isRoot ? 9 : Int.random(in: 0..<60, using: &random)
                if kind == 0 { continue }
                changed[kind == 1 ? "\(name)x" : name] = name == "swagger" ? member : mutant(member, &random)
            }
            return .object(changed)
        default: return value
        }
    }
}
