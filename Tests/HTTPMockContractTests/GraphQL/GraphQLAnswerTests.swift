import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded)
struct GraphQLAnswerTests {
    private static func violations(
        _ json: String, _ query: String, _ variables: String = "{}"
    ) throws -> [String] {
        let contract = try #require(CatalogSchema.contract)
        return contract.violations(of: Data(json.utf8), to: query, variables: Data(variables.utf8)).map(\.description)
    }

    private static let viewer = "{ viewer { id name email } }"
    private static let pets = "{ viewer { pets { ... on Cat { lives } ... on Dog { barks } } } }"
    private static let petsWithOneTypename =
        "{ viewer { pets { ... on Cat { __typename lives } ... on Dog { barks } } } }"
    private static let named = "{ node(id: 1) { __typename id ... on Episode { title season } } }"

    @Test(arguments: [
        (#"{"data": {"viewer": {"id": "1", "name": "A", "email": 7}}}"#, viewer),
        (#"{"data": {"viewer": null}}"#, viewer), (#"{"data": null, "errors": [{"message": "no"}]}"#, viewer),
        (
            #"{"errors": [{"message": "no", "locations": [{"line": 1, "column": 2}], "path": ["viewer", 0], "extensions": {}, "type": "X"}]}"#,
            viewer
        ),
        (#"{"data": {"viewer": null}, "errors": null, "extensions": {"cost": 1}}"#, viewer),
        (#"{"data": {"viewer": {"pets": [{"lives": 9}, null, {"barks": null}]}}}"#, pets),
        (#"{"data": {"viewer": {"pets": [{"__typename": "Cat", "lives": 9}]}}}"#, pets),
        (#"{"data": {"node": {"__typename": "Episode", "id": "1", "title": null, "season": 1.0}}}"#, named),
        (#"{"data": {"node": {"__typename": "User", "id": "1"}}}"#, named), (#"{"data": {"count": 1e2}}"#, "{ count }"),
        (#"{"data": {"search": []}}"#, #"{ search(text: "a") { ... on User { id } } }"#),
        (#"{"data": {"search": [{}]}}"#, #"{ search(text: "a") { ... on User { id } } }"#),
    ]) func answersOfTheSchemaAreValid(_ json: String, _ query: String) throws {
        #expect(try Self.violations(json, query) == [])
    }

    @Test(arguments: [
        (
            #"{"data": {"viewer": {"id": "1", "email": "a"}}}"#, viewer,
            "data.viewer.name: missing, but selected and not null (User.name, line 16; selected at 1:15 of the document)"
        ),
        (
            #"{"data": {"viewer": {"id": "1", "name": "A"}}}"#, viewer,
            "data.viewer.email: missing, but selected (User.email, line 16; selected at 1:20 of the document)"
        ),
        (
            #"{"data": {"viewer": {"id": "1", "name": null, "email": 1}}}"#, viewer,
            "data.viewer.name: null, but String! is never null (User.name, line 16; selected at 1:15 of the document)"
        ),
        (
            #"{"data": {"viewer": {"id": 1, "name": "A", "email": 1}}}"#, viewer,
            "data.viewer.id: an integer, but an ID is a string (User.id, line 16; selected at 1:12 of the document)"
        ),
        (
            #"{"data": {"viewer": {"id": true, "name": "A", "email": 1}}}"#, viewer,
            "data.viewer.id: expected ID, got boolean true (User.id, line 16; selected at 1:12 of the document)"
        ),
        (
            #"{"data": {"viewer": {"id": "1", "nam": "A", "email": 1, "name": "A"}}}"#, viewer,
            "data.viewer.nam: not selected (Query.viewer, line 4; selected at 1:3 of the document)"
        ),
        (
            #"{"data": {"viewer": []}}"#, viewer,
            #"data.viewer: expected an object, User, got array [] (Query.viewer, line 4; selected at 1:3 of the document)"#
        ),
        (
            #"{"data": {"count": 2147483648}}"#, "{ count }",
            "data.count: expected an Int of 32 bits, got integer 2147483648 (Query.count, line 10; selected at 1:3 of the document)"
        ),
        (
            #"{"data": {"count": 1.5}}"#, "{ count }",
            "data.count: expected Int, got number 1.5 (Query.count, line 10; selected at 1:3 of the document)"
        ),
        (
            #"{"data": {"node": {"__typename": "Episode", "id": "1", "season": 1}}}"#, named,
            "data.node.title: missing, but selected (Episode.title, line 25; selected at 1:48 of the document)"
        ),
        (
            #"{"data": {"node": {"__typename": "User", "id": "1", "season": 1}}}"#, named,
            "data.node.season: not selected (Query.node, line 5; selected at 1:3 of the document)"
        ),
        (
            #"{"data": {"node": {"__typename": "Cat", "id": "1"}}}"#, named,
            #"data.node.__typename: expected User or Character, got string "Cat" (User.__typename, line 16; selected at 1:17 of the document)"#
        ),
        (
            #"{"data": {"viewer": {"pets": [{"__typename": "Bogus", "barks": true}]}}}"#, petsWithOneTypename,
            #"data.viewer.pets[0].__typename: expected Cat or Dog, got string "Bogus" (User.pets, line 16; selected at 1:12 of the document)"#
        ),
        (
            #"{"data": {"viewer": {"pets": [{"__typename": 7, "barks": true}]}}}"#, petsWithOneTypename,
            "data.viewer.pets[0].__typename: expected Cat or Dog, got integer 7 (User.pets, line 16; selected at 1:12 of the document)"
        ),
        (
            #"{"data": {"viewer": {"pets": [{"Kind": "Dog", "__typename": "Cat", "barks": true}]}}}"#,
            "{ viewer { pets { Kind: __typename ... on Dog { barks } } } }",
            #"data.viewer.pets[0].__typename: expected Dog, got string "Cat" (User.pets, line 16; selected at 1:12 of the document)"#
        ),
        (
            #"{"data": {"viewer": {"pets": {"lives": 1}}}}"#, pets,
            #"data.viewer.pets: expected a list, [Pet], got object {"lives":1} (User.pets, line 16; selected at 1:12 of the document)"#
        ),
        (
            #"{"data": {"viewer": {"pets": [{"lives": "9"}]}}}"#, pets,
            #"data.viewer.pets[0].lives: expected Int, got string "9" (Cat.lives, line 29; selected at 1:32 of the document)"#
        ),
        (
            #"{"data": {"character": {"status": "ALIV"}}}"#, #"{ character(id: 1) { status } }"#,
            #"data.character.status: expected ALIVE, DEAD or UNKNOWN, got string "ALIV"; did you mean "ALIVE"? (Character.status, line 20; selected at 1:22 of the document)"#
        ),
        (#"{"data": {"viewer": null}, "erors": []}"#, viewer, #"erors: not allowed; did you mean "errors"?"#),
        (#"{"data": null}"#, viewer, "data: null, but without errors, which tell the reason"),
        (#"{}"#, viewer, "it has neither data nor errors"),
        (#"{"errors": []}"#, viewer, "errors: a list of errors is never empty"),
        (#"{"errors": [{"mesage": "a"}]}"#, viewer, "errors[0].message: missing, but required"),
        (
            #"{"errors": [{"message": "a", "path": [-1]}]}"#, viewer,
            "errors[0].path: expected a list of names and indices, got array [-1]"
        ),
        (
            #"{"errors": [{"message": "a", "locations": [{"line": 0, "column": 1}]}]}"#, viewer,
            #"errors[0].locations: expected a list of line and column, from 1, got array [{"column":1,"line":0}]"#
        ),
        (#"[]"#, viewer, "expected an object with data or errors, got array []"), (#"{"#, viewer, "not JSON"),
    ]) func otherAnswersAreViolations(_ json: String, _ query: String, _ expected: String) throws {
        let found = try Self.violations(json, query)
        #expect(found.first?.hasPrefix(expected) == true, "\(found)")
    }

    @Test func theTypeWithTheFewestFailuresIsReported() throws {
        let contract = try GraphQLContract(
            Data(
                """
                type Query { pet: Pet }
                union Pet = A | B
                type A { s: Int t: Int w: Int }
                type B { s: Int u: Int v: Int }
                """.utf8))
        let found = contract.violations(
            of: Data(#"{"data": {"pet": {"s": 1, "t": "x", "w": "y", "u": 1}}}"#.utf8),
            to: "{ pet { ... on A { s t w } ... on B { s u v } } }")
        #expect(
            found.map { "\($0.isUndocumented) \($0.description)" } == [
                "false data.pet.v: missing, but selected (B.v, line 4; selected at 1:43 of the document)",
                "true data.pet.t: not selected (Query.pet, line 1; selected at 1:3 of the document)",
                "true data.pet.w: not selected (Query.pet, line 1; selected at 1:3 of the document)",
            ])
    }

    @Test func variablesDecideWhatIsSkipped() throws {
        let query = "query ($b: Boolean!) { viewer { id @skip(if: $b) name @include(if: $b) } }"
        #expect(try Self.violations(#"{"data": {"viewer": {"name": "A"}}}"#, query, #"{"b": true}"#) == [])
        #expect(try Self.violations(#"{"data": {"viewer": {"id": "1"}}}"#, query, #"{"b": false}"#) == [])
        #expect(try Self.violations(#"{"data": {"viewer": {"id": "1"}}}"#, query, #"{"b": true}"#).count == 2)
    }

    @Test func anInvalidOperationHasItsOwnViolationsOnly() throws {
        let contract = try #require(CatalogSchema.contract)
        let found = contract.violations(of: Data("{}".utf8), to: "{ vewer { id } }")
        #expect(found.map(\.keyword) == ["FieldsOnCorrectType"])
        #expect(found.first?.documentLine == 1)
        #expect(found.first?.documentColumn == 3)
        #expect(found.first?.schemaPointer == "Query")
        #expect(
            found.first?.description
                == #"Query has no field vewer; did you mean "viewer"? (FieldsOnCorrectType at 1:3 of the document; Query, line 3)"#
        )
    }

    @Test func aLongNameOfAnOperationIsCutOff() throws {
        let contract = try #require(CatalogSchema.contract)
        let name = String(repeating: "a", count: 250)
        let query = "query \(name) { count }"
        let checked = CheckedOperation(text: query, variables: .object([:]), name: nil, contract)
        let match = GraphQLMatch(path: "/graphql", method: "POST", nil, [checked])
        #expect(match.name(of: nil) == "POST /graphql query \(name.prefix(194))…")
        let cut = "\(name.prefix(200))…"
        #expect(
            contract.violations(ofOperation: query, operation: "\(name)b").map(\.message)
                == ["the document has no operation \(cut)"])
        #expect(
            contract.violations(ofOperation: "\(query) \(query)", operation: name).map(\.message)
                == ["the operation \(cut) is defined twice"])
    }

    @Test func aVariableThatIsNotDeclaredIsAmongTheViolationsOfAnAnswer() throws {
        let contract = try #require(CatalogSchema.contract)
        let found = contract.violations(
            of: Data(#"{"data": {"count": "1"}}"#.utf8), to: "{ count }", variables: ["first": 1])
        #expect(found.map(\.instancePointer) == ["/variables/first", "/data/count"])
        #expect(found.map(\.message) == ["not declared", #"expected Int, got string "1""#])
        #expect(found.map(\.isUndocumented) == [true, false])
    }

    @Test(arguments: [
        (#"{}"#, "variables.id: missing, but ID!"), (#"{"id": null}"#, "variables.id: null, but ID!"),
        (#"{"id": true}"#, "variables.id: expected ID, got boolean true"),
        (
            #"{"id": 1, "filter": {"status": "DED"}}"#,
            #"variables.filter.status: expected a value of Status, got string "DED"; did you mean "DEAD"?"#
        ),
        (#"{"id": 1, "filter": {"names": [null]}}"#, "variables.filter.names[0]: null, but String!"),
        (
            #"{"id": 1, "filter": {"nams": []}}"#,
            #"variables.filter.nams: CharacterFilter has no such field; did you mean "names"?"#
        ),
        (#"{"id": 1, "filter": {"created": {}}}"#, "variables.filter.created.from: missing, but DateTime!"),
        (
            #"{"id": 1, "by": {"id": "1", "name": "a"}}"#,
            "variables.by: FindBy is @oneOf: expected exactly one field, which is not null"
        ),
        (#"{"id": 1, "fliter": {}}"#, #"variables.fliter: not declared; did you mean "filter"?"#),
    ]) func variablesAreCoerced(_ variables: String, _ expected: String) throws {
        let query =
            "query ($id: ID!, $filter: CharacterFilter, $by: FindBy = {id: 1}) { character(id: $id) { id } characters(filter: $filter) { pageInfo { endCursor } } find(by: $by) { id } }"
        let contract = try #require(CatalogSchema.contract)
        let literal = try #require(JSONValue(Data(variables.utf8)))
        let checked = CheckedOperation(text: query, variables: literal, name: nil, contract)
        #expect(checked.issues.map { "\($0.path.text(after: "")): \($0.message)" } == [expected])
        #expect(contract.violations(ofOperation: query, variables: ["id": 1, "filter": ["names": "one"]]) == [])
        #expect(contract.violations(ofOperation: query, variables: Data(#"{"id": 1}"#.utf8)) == [])
    }

    @Test func answerHasAsManyValuesAsItsBudget() throws {
        let contract = try #require(CatalogSchema.contract)
        let checked = CheckedOperation(text: Self.viewer, variables: .object([:]), name: nil, contract)
        let operation = try #require(checked.operation)
        let shape = try #require(checked.document?.shape(of: operation, [:]))
        let url = try #require(URL(string: "https://example.com/graphql"))
        let request = MockRequest(URLRequest(url: url), url: url, body: Data())
        var maker = AnswerMaker(shape, ArgumentValues(operation, [:]), AnswerSettings(), contract.types, request)
        // The user and the three fields.
        maker.budget = 4
        let data = try maker.data()
        #expect(data["viewer"]?.members?.count == 3)
        maker.budget = 3
        #expect(throws: AnswerMaker.Failure.self) { try maker.data() }
    }

    @Test(arguments: [(4, []), (3, ["the check needs more than 1,000,000 steps, so the rest is not checked"])])
    func theRestOfALargeAnswerIsNamedAsUnchecked(budget: Int, expected: [String]) throws {
        let contract = try #require(CatalogSchema.contract)
        let checked = CheckedOperation(text: Self.viewer, variables: .object([:]), name: nil, contract)
        let shape = try #require(checked.answeredShape)
        // The user and the three fields.
        let data = try #require(JSONValue(Data(#"{"viewer": {"id": "1", "name": "A", "email": 1}}"#.utf8)))
        let issues = AnswerChecker.issues(
            of: data, shape, contract.types, at: [.member("data")], assertsScalars: false, budget: budget)
        #expect(issues.map(\.message) == expected)
    }

    @Test func anOperationThatIsTooLargeIsNamedAsUnchecked() throws {
        // 201 types in 100 levels.
        let types = (0...200).map { "type T\($0) implements I { f: T\($0) }" }.joined(separator: "\n")
        let contract = try GraphQLContract(Data("type Query { i: I }\ninterface I { f: I }\n\(types)".utf8))
        let (opening, closing) = (String(repeating: "{ f ", count: 100), String(repeating: " }", count: 100))
        let violations = contract.violations(
            of: Data(#"{"data": {"i": null}}"#.utf8), to: "{ i \(opening){ __typename }\(closing) }")
        #expect(
            violations.map(\.description) == [
                "data: the operation has 20,000 or more selections, so the data is not checked"
            ])
    }

    @Test(
        arguments: [
            ("scalar Key @specifiedBy(url: \"https://tools.ietf.org/html/rfc4122\")", "a UUID (Key)"),
            ("scalar Key @specifiedBy(url: \"https://www.rfc-editor.org/rfc/rfc3986.html#section-3\")", "a URL (Key)"),
            (
                "scalar Key @specifiedBy(url: \"https://scalars.graphql.org/andimarek/date-time.html\")",
                "a date and time (Key)"
            ),
            ("scalar Key @specifiedBy(url: \"https://scalars.graphql.org/chillicream/local-date\")", "a date (Key)"),
            ("scalar Key @specifiedBy(url: \"https://tools.ietf.org/html/rfc3339\")", nil),
            ("scalar Key @specifiedBy(url: \"https://example.com/date-time\")", nil),
        ] as [(String, String?)])
    func aKnownSpecificationOfAScalarCountsAsItsName(_ scalar: String, _ expected: String?) throws {
        let contract = try GraphQLContract(Data("type Query { k: Key } \(scalar)".utf8), scalars: .asNamed)
        let violations = contract.violations(of: Data(#"{"data": {"k": "no key"}}"#.utf8), to: "{ k }")
        #expect(violations.map(\.message) == (expected.map { [#"expected \#($0), got string "no key""#] } ?? []))
    }

    @Test func nameOfAScalarIsMoreThanItsSpecification() throws {
        let schema = "type Query { d: Date } scalar Date @specifiedBy(url: \"https://tools.ietf.org/html/rfc4122\")"
        let contract = try GraphQLContract(Data(schema.utf8), scalars: .asNamed)
        #expect(contract.violations(of: Data(#"{"data": {"d": "2026-01-31"}}"#.utf8), to: "{ d }") == [])
    }

    @Test func namesOfScalarsCountOnlyIfAsked() throws {
        let json = Data(#"{"data": {"character": {"created": "yesterday"}}}"#.utf8)
        let query = "{ character(id: 1) { created } }"
        let strict = try GraphQLContract(Data(CatalogSchema.text.utf8), scalars: .asNamed)
        #expect(try #require(CatalogSchema.contract).violations(of: json, to: query) == [])
        #expect(
            strict.violations(of: json, to: query).map(\.message) == [
                #"expected a date and time (DateTime), got string "yesterday""#
            ])
    }

    @Test(arguments: [("18446744073709551616", true), ("-1", true), ("1.5", false), ("-", false)])
    func integerOfAnySizeMayBeAText(text: String, isValid: Bool) throws {
        let contract = try GraphQLContract(Data("type Query { n: BigInt } scalar BigInt".utf8), scalars: .asNamed)
        let violations = contract.violations(of: Data(#"{"data": {"n": "\#(text)"}}"#.utf8), to: "{ n }")
        #expect(violations.isEmpty == isValid)
    }

    @Test(arguments: [
        ("1.5", true), ("-0.5e+10", true), ("7", true), ("", false), ("nan", false), ("inf", false), ("0x1p3", false),
        ("1.5 ", false),
    ])
    func decimalNumberMayBeAText(text: String, isValid: Bool) throws {
        let contract = try GraphQLContract(Data("type Query { n: Decimal } scalar Decimal".utf8), scalars: .asNamed)
        let violations = contract.violations(of: Data(#"{"data": {"n": "\#(text)"}}"#.utf8), to: "{ n }")
        #expect(violations.isEmpty == isValid)
    }

    @Test func deepAnswersAreChecked() throws {
        let contract = try GraphQLContract(Data("type Query { a: Query n: Int }".utf8))
        let (opening, closing) = (String(repeating: "{ a ", count: 400), String(repeating: " }", count: 400))
        let answer = String(repeating: #"{"a":"#, count: 400) + #"{"n": "1"}"# + String(repeating: "}", count: 400)
        let violations = contract.violations(
            of: Data(#"{"data": \#(answer)}"#.utf8), to: "\(opening){ n }\(closing)")
        #expect(violations.map(\.keyword) == ["type"])
    }
}
