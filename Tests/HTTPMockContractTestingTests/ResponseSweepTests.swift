import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockContractTesting
import TestSupport
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct ResponseSweepTests {
    private static let document = """
        openapi: 3.0.3
        info: { title: Shop, version: "1" }
        servers: [{ url: "https://shop.example/v1" }]
        paths:
          /products:
            get:
              responses:
                "200":
                  description: ok
                  headers:
                    X-Total: { schema: { type: integer } }
                  content:
                    application/json:
                      schema: { $ref: "#/components/schemas/Page" }
                "404": { description: none }
                default:
                  description: error
                  content: { application/json: { schema: { type: object } } }
        components:
          schemas:
            Page:
              type: object
              required: [items]
              properties:
                items: { type: array, maxItems: 2, items: { $ref: "#/components/schemas/Product" } }
                next: { type: string, nullable: true }
            Product:
              type: object
              required: [id, kind]
              properties:
                id: { type: integer, format: int32, minimum: 1 }
                kind: { type: string, enum: [toy, book] }
                price: { type: number }
                parent: { $ref: "#/components/schemas/Product" }
                secret: { type: string, writeOnly: true }
        """

    private struct Page: Decodable {
        struct Product: Decodable {
            enum Kind: String, Decodable { case toy, book }

            let id: Int
            let kind: Kind
            let price: Double?
        }

        let items: [Product]
    }

    private static func contract() throws -> APIContract { try APIContract(Data(document.utf8)) }

    private static func body(of mock: HTTPMock) async throws -> Data {
        let url = try #require(URL(string: "https://shop.example/v1/products"))
        return try await mock.data(for: URLRequest(url: url)).0
    }

    @Test func everyAllowedChangeIsServedOnce() async throws {
        let contract = try Self.contract()
        let bodies = Locked<[Data]>([])
        let sweep = try await sweepResponses(of: contract, timeLimit: .seconds(120)) { mock in
            let body = try await Self.body(of: mock)
            bodies.withLock { $0.append(body) }
        }
        #expect(sweep.requests == ["GET /v1/products"])
        #expect(sweep.failures.isEmpty)
        let variants = Set(sweep.runs.map(\.variant))
        #expect(variants.count == sweep.runs.count)
        let expected = [
            "200 body.items one element", "200 body.next null", "200 body.next present",
            "200 body.items[0].kind \"book\"",
            "200 body.items[0].id 2147483647", "200 body.items[0].price 0.5",
            "200 body.items[0].parent present", "200 header X-Total present", "404 smallest body", "500 smallest body",
        ]
        for name in expected { #expect(variants.contains(name), "\(variants.sorted())") }
        #expect(!variants.contains { $0.contains("three elements") || $0.contains("secret") || $0.hasSuffix("id 0") })
        let schema = "#/paths/~1products/get/responses/200/content/application~1json/schema"
        for body in bodies.withLock({ $0 }) where body != Data("{}".utf8) && !body.isEmpty {
            #expect(contract.validate(body, against: schema, direction: .response).isEmpty)
        }
    }

    @Test func variantsAreTheSameInEachSweep() async throws {
        let contract = try Self.contract()
        var names: [[String]] = []
        for _ in 1...2 {
            let sweep = try await sweepResponses(of: contract, timeLimit: .seconds(120)) { mock in
                _ = try await Self.body(of: mock)
            }
            names.append(sweep.runs.map(\.variant))
        }
        #expect(names[0] == names[1])
    }

    @Test func unreadableVariantNamesTheMemberTheSchemaAndTheCallThatRepeatsIt() async throws {
        struct Strict: Decodable {
            struct Product: Decodable { let price: Double }

            let items: [Product]
        }
        let contract = try Self.contract()
        let issues = await CollectedIssues.of {
            try await sweepResponses(of: contract, timeLimit: .seconds(120)) {
                Host("shop.example") {
                    Path("/v1/products", responses: [.json(#"{"items":[{"id":1,"kind":"toy","price":2}]}"#)])
                }
            } of: { mock in
                _ = try JSONDecoder().decode(Strict.self, from: try await Self.body(of: mock))
            }
        }
        let text = try #require(issues.texts.first { $0.contains("price is absent") })
        #expect(
            text == """
                HTTPMock: GET /v1/products answered as the contract allows, and the code threw keyNotFound "price"
                  the variant: body.items[0].price is absent
                    (optional: #/components/schemas/Product/properties/price, line 33)
                  DecodingError: no value for the key "price" at items[0]
                  To run only this variant, write sweepResponses(of: contract, only: "200 body.items[0].price absent") { … }
                """)
    }

    @Test func onlyRunsOneVariantAndListsTheNearestNames() async throws {
        let contract = try Self.contract()
        for only in ["200 body.next null", "GET /v1/products: 200 body.next null"] {
            let sweep = try await sweepResponses(of: contract, only: only, timeLimit: .seconds(120)) { mock in
                _ = try await Self.body(of: mock)
            }
            #expect(sweep.runs.map(\.variant) == ["200 body.next null"])
        }
        let error = await #expect(throws: HTTPMockError.self) {
            try await sweepResponses(of: contract, only: "200 body.nxt null", timeLimit: .seconds(120)) { mock in
                _ = try await Self.body(of: mock)
            }
        }
        #expect(error?.message.contains("only: \"GET /v1/products: 200 body.next null\"") == true)
    }

    @Test func codeMayThrowForAnErrorStatusOrIfAllowed() async throws {
        struct Refused: Error {}
        let contract = try Self.contract()
        let code: @Sendable (HTTPMock) async throws -> Void = { mock in
            _ = try JSONDecoder().decode(Page.self, from: try await Self.body(of: mock))
        }
        let strict = try await sweepResponses(of: contract, timeLimit: .seconds(120), code)
        #expect(strict.failures.isEmpty)
        let allowed = try await sweepResponses(of: contract, throwing: .allowed, timeLimit: .seconds(120)) { mock in
            let body = try await Self.body(of: mock)
            if body.contains(UInt8(ascii: "9")) { throw Refused() }
        }
        #expect(allowed.failures.isEmpty)
    }

    @Test func knownIssueExcusesNoErrorOfItsRun() async throws {
        struct Refused: Error {}
        let contract = try Self.contract()
        let issues = await CollectedIssues.of {
            try await sweepResponses(of: contract, timeLimit: .seconds(120)) { mock in
                let body = try await Self.body(of: mock)
                guard body.range(of: Data("2147483647".utf8)) != nil else { return }
                withKnownIssue { Issue.record("too large") }
                throw Refused()
            }
        }
        #expect(issues.failureCount > 0 && issues.text.contains("and the code threw Refused()"), "\(issues.text)")
    }

    @Test func failureOfCodeThatMayThrowIsItsCheck() async throws {
        struct Refused: Error {}
        let contract = try Self.contract()
        let issues = await CollectedIssues.of {
            try await sweepResponses(of: contract, throwing: .allowed, timeLimit: .seconds(120)) { mock in
                let body = try await Self.body(of: mock)
                guard body.range(of: Data("2147483647".utf8)) != nil else { return }
                Issue.record("too large")
                throw Refused()
            }
        }
        #expect(issues.texts.count == 1)
        let title = "HTTPMock: GET /v1/products answered as the contract allows, and a check failed\n"
        #expect(issues.texts.allSatisfy { $0.hasPrefix(title) }, "\(issues.texts)")
    }

    @Test func codeWithoutARequestOfTheContractIsAnError() async throws {
        let contract = try Self.contract()
        let error = await #expect(throws: HTTPMockError.self) {
            try await sweepResponses(of: contract, timeLimit: .seconds(120)) { _ in }
        }
        #expect(error?.message.contains("the code made no request") == true)
    }

    @Test func limitTakesTheMembersNearestToTheRoot() async throws {
        let contract = try Self.contract()
        let sweep = try await sweepResponses(of: contract, variants: 4, timeLimit: .seconds(120)) { mock in
            _ = try await Self.body(of: mock)
        }
        #expect(sweep.runs.count == 4)
        let bodies = sweep.runs.filter { $0.variant.hasPrefix("200 body") }.map(\.variant)
        #expect(bodies.count == 2 && !bodies.contains { $0.contains("[0]") }, "\(bodies)")
        let all = try await sweepResponses(of: contract, timeLimit: .seconds(120)) { mock in
            _ = try await Self.body(of: mock)
        }
        let line = "\(sweep)".split(separator: "\n").first { $0.contains("changes were left out") }
        #expect(line?.hasPrefix("\(all.runs.count - 4) changes were left out") == true, "\(sweep)")
    }

    @Test func negativeLimitLeavesAllOut() async throws {
        let sweep = try await sweepResponses(of: try Self.contract(), variants: -1, timeLimit: .seconds(120)) { mock in
            _ = try await Self.body(of: mock)
        }
        #expect(sweep.runs.isEmpty)
        #expect("\(sweep)".contains("changes were left out; variants: sets the limit"), "\(sweep)")
    }

    private static func sweep(_ operation: String) async throws -> ResponseSweep {
        let document =
            #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/v1/products": \#(operation)}}"#
        return try await sweepResponses(of: APIContract(Data(document.utf8)), timeLimit: .seconds(120)) { mock in
            _ = try await Self.body(of: mock)
        }
    }

    private static func response(_ schema: String, _ example: String) -> String {
        #"{"get": {"responses": {"200": {"content": {"application/json": {"schema": \#(schema), "example": \#(example)}}}}}}"#
    }

    @Test(arguments: [
        (#""exclusiveMinimum": 0, "exclusiveMaximum": 50, "multipleOf": 5"#, ["45", "5"]),
        (#""minimum": 1, "maximum": 99, "multipleOf": 5"#, ["5", "95"]),
    ])
    func limitsKeepToTheSteps(_ limits: String, _ expected: [String]) async throws {
        let schema =
            #"{"properties": {"v": {"type": "integer", \#(limits)}}, "required": ["v"], "additionalProperties": false}"#
        let sweep = try await Self.sweep(Self.response(schema, #"{"v": 10}"#))
        let numbers = sweep.runs.map(\.variant).filter { $0.hasPrefix("200 body.v ") }.map { String($0.dropFirst(11)) }
        #expect(Set(expected).isSubset(of: numbers), "\(numbers)")
    }

    @Test func openIntervalsHaveNumbersNearTheirLimits() async throws {
        let schema =
            #"{"properties": {"v": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}}, "required": ["v"], "additionalProperties": false}"#
        let sweep = try await Self.sweep(Self.response(schema, #"{"v": 0.1}"#))
        let numbers = sweep.runs.map(\.variant).filter { $0.hasPrefix("200 body.v ") }
        #expect(numbers.contains("200 body.v 0.001") && numbers.contains("200 body.v 0.999"), "\(numbers)")
    }

    @Test func numberWithOneLimitHasAFraction() async throws {
        let schema =
            #"{"properties": {"v": {"type": "number", "minimum": 1}}, "required": ["v"], "additionalProperties": false}"#
        let sweep = try await Self.sweep(Self.response(schema, #"{"v": 1}"#))
        #expect(sweep.runs.contains { $0.variant == "200 body.v 1.5" }, "\(sweep.runs.map(\.variant))")
    }

    @Test func runKeepsTheErrorOfTheCodeAndASweepThatAlwaysThrewSaysSo() async throws {
        struct Broken: Error {}
        let name = "runKeepsTheErrorOfTheCodeAndASweepThatAlwaysThrewSaysSo()"
        let reports = InterceptedReports(containing: name)
        let only = "200 body.next null"
        let isFirst = Locked(true)
        let sweep = try await sweepResponses(
            of: Self.contract(), only: only, throwing: .allowed, timeLimit: .seconds(120)
        ) { mock in
            _ = try await Self.body(of: mock)
            if !isFirst.withLock({ exchange(&$0, with: false) }) { throw Broken() }
        }
        #expect(sweep.runs.map(\.thrown) == ["Broken()"] && sweep.failures.isEmpty)
        #expect(
            "\(sweep)".hasPrefix("outcome  error           request  variant\npassed   threw in 1 run  all\n"),
            "\(sweep)")
        #expect(
            reports.texts == [
                "HTTPMock: the response sweep of the test \"\(name)\" passed, but the code threw in every run, so no "
                    + "expectation after the error was checked: GET /v1/products: \(only) threw Broken(). To fix this, catch "
                    + "the error where the app does, and expect what the app then shows."
            ])
    }

    @Test func sweepWithoutALimitHasEveryVariant() async throws {
        let operation = Self.response(#"{"enum": ["a", "b", "c"]}"#, #""a""#)
        let document =
            #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/v1/products": \#(operation)}}"#
        let contract = try APIContract(Data(document.utf8))
        let sweep = try await sweepResponses(of: contract, variants: .max, timeLimit: .seconds(120)) { mock in
            _ = try await Self.body(of: mock)
        }
        #expect(sweep.runs.count == 2, "\(sweep)")
    }

    @Test func sweepThatVariesNothingSaysSo() async throws {
        let sweep = try await Self.sweep(Self.response(#"{"const": 1}"#, "1"))
        #expect(sweep.runs.isEmpty)
        #expect("\(sweep)".contains("Nothing was varied"))
        let empty = try await Self.sweep(#"{"get": {"responses": {"204": {}}}}"#)
        #expect(empty.skipped == ["GET /v1/products: 204: the response has no body"])
    }

    @Test func exampleThatWasReplacedIsNamed() async throws {
        let sweep = try await Self.sweep(Self.response(#"{"type": "integer"}"#, #""a""#))
        #expect("\(sweep)".contains("made an example for GET /v1/products: its example breaks its schema:"), "\(sweep)")
    }

    @Test func whatTheAnswerHasIsChangedBeforeWhatWasMade() async throws {
        let names = (0..<60).map { "m\($0)" }
        let members = names.map { #""\#($0)": {"type": "string"}"# }.joined(separator: ", ")
        let required = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let made = #"{"type": "object", "properties": {\#(members)}, "required": [\#(required)]}"#
        let schema = #"""
            {"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "o": \#(made)}, "required": ["a", "b"],
             "additionalProperties": false}
            """#
        let operation = Self.response(schema, #"{"a": 1, "b": 2}"#)
        let document =
            #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/v1/products": \#(operation)}}"#
        let sweep = try await sweepResponses(
            of: APIContract(Data(document.utf8)), variants: 20, timeLimit: .seconds(120)
        ) { mock in
            _ = try await Self.body(of: mock)
        }
        let variants: [String] = sweep.runs.map { $0.variant }
        #expect(variants.count == 20)
        #expect(variants.filter { $0.hasPrefix("200 body.a ") }.count >= 3, "\(variants)")
        #expect(variants.contains { $0.hasPrefix("200 body.o.m") }, "\(variants)")
    }

    @Test func variantThatItsSchemaForbidsIsNeverServed() async throws {
        let schema =
            #"{"type": "object", "additionalProperties": false, "oneOf": [{"required": ["x"]}, {"required": ["y"]}]}"#
        let operation = #"""
            {"get": {"responses": {"204": {}, "409": {"content": {"application/json": {"schema": \#(schema), "example": {"x": 1}}}}}}}
            """#
        let sweep = try await Self.sweep(operation)
        #expect(sweep.runs.isEmpty, "\(sweep)")
        #expect(sweep.skipped.contains("GET /v1/products: 409 application/json: no body could be made"))
    }

    @Test func responseWithoutAValueOfARequiredHeaderIsNoVariant() async throws {
        let header = #"{"X-Code": {"required": true, "schema": {"not": {}}}}"#
        let one = #"{"schema": {"const": 1}}"#
        let operation = #"""
            {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"const": 1}, "example": 1}}},
             "404": {"headers": \#(header)}, "5XX": {},
             "409": {"headers": \#(header), "content": {"application/json": \#(one), "application/a+json": \#(one)}}}}}
            """#
        let sweep = try await Self.sweep(operation)
        #expect(sweep.runs.map(\.variant) == ["503 smallest body"])
        let note = "no value of the header X-Code could be made"
        #expect(
            Set(sweep.skipped) == [
                "GET /v1/products: 404: \(note)", "GET /v1/products: 409 application/json: \(note)",
                "GET /v1/products: 409 application/a+json: \(note)",
            ])
    }

    @Test func responsesWithADefectOrAnInformationalStatusAreNoVariants() async throws {
        let operation = ##"""
            {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"const": 1}, "example": 1}}},
             "100": {}, "1XX": {}, "404": {"$ref": "#/components/responses/none"}, "5XX": {}}}}
            """##
        let sweep = try await Self.sweep(operation)
        #expect(sweep.runs.map(\.variant) == ["503 smallest body"])
        #expect(sweep.skipped == ["GET /v1/products: 404: the response has a defect"])
    }

    @Test func bodiesInXMLAreVariedAsXML() async throws {
        let schema =
            #"{"type": "object", "properties": {"id": {"type": "integer", "xml": {"attribute": true}}}, "xml": {"name": "p"}}"#
        let operation = #"""
            {"get": {"responses": {"200": {"content": {"application/xml": {"schema": \#(schema), "example": {"id": 1}}}}}}}
            """#
        let document =
            #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/v1/products": \#(operation)}}"#
        let bodies = Locked<Set<String>>([])
        _ = try await sweepResponses(of: APIContract(Data(document.utf8)), timeLimit: .seconds(120)) { mock in
            let text = try await String(decoding: Self.body(of: mock), as: UTF8.self)
            bodies.withLock { _ = $0.insert(String(text.trimmingPrefix(#"<?xml version="1.0" encoding="UTF-8"?>"#))) }
        }
        let served = bodies.withLock { $0 }
        #expect(served.isSuperset(of: [#"<p id="1"></p>"#, "<p></p>", #"<p id="0"></p>"#]), "\(served)")
        #expect(served.allSatisfy { $0.hasPrefix("<p") }, "\(served)")
    }
}
