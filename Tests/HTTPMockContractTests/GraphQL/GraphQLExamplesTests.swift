import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract
@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The answers that are generated from a schema.
@Suite(.bounded)
struct GraphQLExamplesTests {
    private let mock = HTTPMock()
    private let contract: GraphQLContract

    init() throws {
        contract = try GraphQLContract(Data(CatalogSchema.text.utf8))
        mock.hasSummary = true
        mock.defaultDomain = "api.example.com"
    }

    private var problems: [String] {
        ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems.map(\.text)
    }

    private func post(_ query: String, variables: String = "{}") async throws -> (text: String, status: Int) {
        try await send(#"{"query": \#(JSONValue.string(query).text), "variables": \#(variables)}"#)
    }

    private func send(
        _ body: String, _ type: String = "application/json", method: String = "POST", url: String = "/graphql"
    ) async throws -> (text: String, status: Int) {
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(url)")))
        request.httpMethod = method
        if method == "POST" { request.httpBody = Data(body.utf8) }
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        let (data, response) = try await mock.data(for: request)
        return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode ?? 0)
    }

    @Test(arguments: [
        ("{ viewer { id name email } }", #"{"viewer":{"email":"someone@example.com","id":"User-1","name":"name"}}"#),
        ("{ a: count b: count __typename }", #"{"__typename":"Query","a":1,"b":1}"#),
        (
            "{ characters { nodes { id status created extra } edges { node { id } } pageInfo { hasNextPage } } }",
            #"{"characters":{"edges":[{"node":{"id":"Character-2"}}],"nodes":[{"created":"2026-01-31T12:00:00Z","extra":{},"id":"Character-1","status":"ALIVE"}],"pageInfo":{"hasNextPage":false}}}"#
        ),
        ("{ characters(first: 0) { nodes { id } } }", #"{"characters":{"nodes":[]}}"#),
        (#"{ character(id: "7") { id episodes(first: 0) { id } } }"#, #"{"character":{"episodes":[],"id":"7"}}"#),
        (#"{ node(id: "Episode-3") { __typename id } }"#, #"{"node":{"__typename":"Episode","id":"Episode-3"}}"#),
        (#"{ node(id: 9) { ... on Episode { rating } } }"#, #"{"node":{"rating":1.5}}"#),
        (
            #"{ search(text: "a") { __typename ... on Episode { id } } }"#,
            #"{"search":[{"__typename":"Episode","id":"Episode-1"}]}"#
        ),
        ("mutation { rate rename(id: 3, name: \"x\") { id } }", #"{"rate":1,"rename":{"id":"3"}}"#),
        ("query A($no: Boolean = false) { count @include(if: $no) viewer { id } }", #"{"viewer":{"id":"User-1"}}"#),
    ])
    func anAnswerHasTheFieldsThatAreSelected(_ query: String, _ expected: String) async throws {
        mock.registerExamples(from: contract)
        mock.check(against: contract, undocumentedProperties: .fail)
        let answer = try await post(query)
        #expect(answer.text == #"{"data":\#(expected)}"#)
        #expect(answer.status == 200)
        #expect(problems == [])
    }

    @Test(arguments: ["/graphql/", "https://api.example.com/graphql/?a=1"])
    func slashAtTheEndOfTheURLIsRegistered(_ url: String) async throws {
        mock.registerExamples(from: contract, at: url)
        #expect(try await send(#"{"query": "{ count }"}"#, url: "/graphql/").text == #"{"data":{"count":1}}"#)
        #expect(problems == [])
    }

    @Test func listsHaveAsManyElementsAsTheTestAndTheArgumentsAllow() async throws {
        mock.registerExamples(from: contract, elements: 3)
        let all = try await post("{ characters { nodes { id } } }")
        #expect(
            all.text
                == #"{"data":{"characters":{"nodes":[{"id":"Character-1"},{"id":"Character-2"},{"id":"Character-3"}]}}}"#
        )
        let two = try await post("query A($n: Int) { characters(first: $n) { nodes { id } } }", variables: #"{"n": 2}"#)
        #expect(two.text == #"{"data":{"characters":{"nodes":[{"id":"Character-1"},{"id":"Character-2"}]}}}"#)
    }

    @Test func theMoreSpecialValueWins() async throws {
        mock.registerExamples(
            from: contract,
            values: [
                "String": "text", "Named.name": "any", "Character": ["name": "Rick", "status": "DEAD"],
                "Query.viewer": ["email": nil], "Character.status": "UNKNOWN", "DateTime": .made { _ in "2000-01-01" },
                "Episode.title": .made { field in
                    let number = field.arguments["first"].map { "\($0)" } ?? "none"
                    return "\(field.objectType) \(field.path) \(number) \(field.request.method)"
                },
            ])
        let answer = try await post(
            "{ viewer { name email } character(id: 1) { name status created episodes { title } } }")
        let character =
            #"{"created":"2000-01-01","episodes":[{"title":"Episode character.episodes[0].title none POST"}],"name":"Rick","status":"UNKNOWN"}"#
        #expect(answer.text == #"{"data":{"character":\#(character),"viewer":{"email":null,"name":"any"}}}"#)
        #expect(problems == [])
    }

    @Test func aListCanBeGivenAsAWhole() async throws {
        mock.registerExamples(
            from: contract, values: ["CharacterConnection.nodes": [["id": 5], nil, ["name": "B"]]])
        let answer = try await post("{ characters(first: 1) { nodes { id name } } }")
        #expect(
            answer.text
                == #"{"data":{"characters":{"nodes":[{"id":"5","name":"name"},null,{"id":"Character-1","name":"B"}]}}}"#
        )
    }

    @Test(arguments: [
        ("Charcter.name", "the schema has no type Charcter; did you mean Character?"),
        ("Character.nme", "Character has no field nme; did you mean name?"),
        ("CharacterFilter", "CharacterFilter is an input type, so it has no value."),
        ("String.", #""String." has an empty name. To fix this, write Type.field"#),
        (".name", #"".name" has an empty name. To fix this, write Type.field"#),
    ])
    func anUnknownNameIsAProblem(_ name: String, _ expected: String) {
        mock.registerExamples(from: contract, values: [name: "x"])
        #expect(problems.count == 1)
        #expect(problems.first?.contains(expected) == true)
    }

    @Test func anUnknownMemberOfAValueIsAProblem() {
        mock.registerExamples(from: contract, values: ["Query.viewer": ["pets": [["nme": "A"]]]])
        #expect(problems.first?.contains("Pet has no field nme; did you mean name?") == true)
    }

    @Test func valueOfAnInterfaceWithoutTypesHasTheFieldsOfTheInterface() throws {
        let schema = "type Query { node: Node }\ninterface Node { name: String }"
        let contract = try GraphQLContract(Data(schema.utf8))
        mock.registerExamples(from: contract, values: ["Query.node": ["name": "A"]])
        #expect(problems == [])
        mock.registerExamples(from: contract, at: "/other", values: ["Query.node": ["nme": "A"]])
        #expect(problems.count == 1)
        #expect(problems.first?.contains("Node has no field nme; did you mean name?") == true)
    }

    /// The fields without values have the ID of their object.
    @Test(
        arguments: [
            (["Pet.id": .made { _ in "9" }, "Pet": ["id": "7"]], #"{"id":"9","key":"Pet-1"}"#),
            (["Pet.id": "9", "Pet": ["id": "7"]], #"{"id":"9","key":"9"}"#),
            (["Pet.key": "5", "Pet": ["key": "7"]], #"{"id":"5","key":"5"}"#),
            (["Query.pet": ["key": "3"], "Pet.key": "5"], #"{"id":"3","key":"3"}"#),
        ] as [([String: GraphQLValue], String)])
    func objectHasTheIDOfItsAnswer(_ values: [String: GraphQLValue], _ expected: String) async throws {
        let contract = try GraphQLContract(Data("type Query { pet: Pet }\ntype Pet { id: ID! key: ID! }".utf8))
        mock.registerExamples(from: contract, values: values)
        #expect(try await post("{ pet { id key } }").text == #"{"data":{"pet":\#(expected)}}"#)
    }

    @Test(
        arguments: [
            (["Query.character": ["status": "NOPE"], "Character": ["name": "x"]], "Query.character"),
            (["Query.character": ["name": "x"], "Character": ["status": "NOPE"]], "Character"),
        ] as [([String: GraphQLValue], String)])
    func theValueThatBreaksTheSchemaIsNamed(_ values: [String: GraphQLValue], _ expected: String) async throws {
        mock.registerExamples(from: contract, values: values)
        let error = await #expect(throws: (any Error).self) {
            try await post("{ character(id: 1) { name status } }")
        }
        let message = "\(error.map { HTTPMockError($0)?.message ?? "\($0)" } ?? "")"
        #expect(message.contains("To fix this, correct \(expected.quoted) of values:"))
    }

    @Test func aValueThatBreaksTheSchemaFailsItsRequest() async throws {
        mock.registerExamples(from: contract, values: ["Character.name": nil])
        let error = await #expect(throws: (any Error).self) { try await post("{ character(id: 1) { name } }") }
        let message = "\(error.map { HTTPMockError($0)?.message ?? "\($0)" } ?? "")"
        #expect(message.contains("data.character.name: null, but String! is never null"))
        #expect(message.contains(#"To fix this, correct "Character.name" of values:"#))
    }

    @Test func anInvalidOperationIsRefused() async throws {
        mock.registerExamples(from: contract)
        #expect(try await post("{ vewer { id } }").status == 422)
        #expect(try await post("{ viewer { id }").status == 400)
        #expect(try await send("{}", "text/plain").status == 415)
        #expect(try await send("", method: "GET", url: "/graphql?query=mutation%7Brate%7D").status == 405)
        #expect(try await send("", method: "GET", url: "/graphql?query=%7Bcount%7D").text == #"{"data":{"count":1}}"#)
        #expect(try await send("", method: "GET").status == 404)
    }

    @Test func aBatchGetsAListOfAnswers() async throws {
        mock.registerExamples(from: contract)
        let answer = try await send(#"[{"query": "{ count }"}, {"query": "{ n: count }"}]"#)
        #expect(answer.text == #"[{"data":{"count":1}},{"data":{"n":1}}]"#)
    }

    @Test func aRegisteredOperationWins() async throws {
        mock.registerExamples(from: contract)
        mock.addResponses(
            forPath: "/graphql", when: .graphQL(operation: "A"), responses: [.json(#"{"data": {"count": 7}}"#)])
        #expect(try await post("query A { count }").text == #"{"data": {"count": 7}}"#)
        #expect(try await post("query B { count }").text == #"{"data":{"count":1}}"#)
    }

    @Test func randomAnswersAreValidAndTheSameForOneSeed() async throws {
        let query = """
            { viewer { id name email pets { ... on Cat { lives } ... on Dog { barks } } }
              characters { nodes { id name status episodes { id season rating } } } }
            """
        let other = HTTPMock()
        other.defaultDomain = "api.example.com"
        for seed in 0..<100 as Range<UInt64> {
            let examples = GraphQLExamples(
                contract, at: GraphQLEndpoint("/graphql"), AnswerSettings(seed: seed))
            #expect(throws: Never.self) { try examples.response(to: request(query)) }
        }
        mock.registerExamples(from: contract, generating: .random(seed: 7))
        let first = try await post(query).text
        #expect(try await post(query).text == first)
    }

    @Test(
        arguments: [
            ["Item.id": "7"], ["Node.id": "7"], ["Item": ["id": "7"]], ["Item.id": "7", "Query.a": ["owner": "1"]],
        ] as [[String: GraphQLValue]])
    func randomObjectsOfOneIDHaveEqualScalars(_ values: [String: GraphQLValue]) async throws {
        let contract = try GraphQLContract(
            Data(
                """
                type Query { a: Item! b: Item! }
                interface Node { id: ID! }
                type Item implements Node { id: ID! name: String! owner: ID! }
                """.utf8))
        for seed in 0..<10 as Range<UInt64> {
            let data = try await data(of: "{ a { id name } b { id name } }", contract, values, seed)
            #expect(data["a"]?["id"] == .string("7"))
            #expect(data["a"] == data["b"])
        }
    }

    @Test func randomElementsAreNullOneByOne() async throws {
        let contract = try GraphQLContract(Data("type Query { tags: [Int]! }".utf8))
        var lists: [[JSONValue]] = []
        for seed in 0..<50 as Range<UInt64> {
            lists.append(try await data(of: "{ tags }", contract, [:], seed)["tags"]?.elements ?? [])
        }
        #expect(lists.contains { list in list.contains(.null) && list.contains { $0 != .null } })
    }

    /// Returns the data of a random answer.
    private func data(
        of query: String, _ contract: GraphQLContract, _ values: [String: GraphQLValue], _ seed: UInt64
    ) async throws -> JSONValue {
        let path = "/graphql-\(seed)"
        mock.registerExamples(
            from: contract, at: path, values: values, elements: 3, generating: .random(seed: seed))
        let answer = try await send(#"{"query": \#(JSONValue.string(query).text)}"#, url: path)
        return try #require(JSONValue(Data(answer.text.utf8))?["data"])
    }

    private func request(_ query: String) throws -> MockRequest {
        let url = try #require(URL(string: "https://api.example.com/graphql"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return MockRequest(request, url: url, body: Data(#"{"query": \#(JSONValue.string(query).text)}"#.utf8))
    }

    /// Returns a schema again, as the answer to an introspection query tells it.
    @Test func introspectionIsAnsweredFromTheSchema() async throws {
        mock.registerExamples(from: contract)
        let answer = try await post(Self.introspection)
        let again = try GraphQLContract(Data(answer.text.utf8))
        #expect(again.defects.isEmpty)
        for type in contract.types.types {
            let told = try #require(again.types.type(type.name))
            #expect(told.kind == type.kind)
            #expect(
                told.fields.map { "\($0.name): \(again.types.text(of: $0.type))" }
                    == type.fields.map { "\($0.name): \(contract.types.text(of: $0.type))" })
            #expect(
                told.possibleTypes.map { again.types.types[$0].name }
                    == type.possibleTypes.map { contract.types.types[$0].name })
            #expect(told.values.map(\.name) == type.values.map(\.name))
            #expect(told.isOneOf == type.isOneOf)
        }
        let type = try await post(
            #"{ __type(name: "Stars") { kind enumValues { name } } other: __type(name: "X") { name } }"#)
        #expect(
            type.text
                == #"{"data":{"__type":{"enumValues":[{"name":"ONE"},{"name":"TWO"},{"name":"THREE"}],"kind":"ENUM"},"other":null}}"#
        )
    }

    private static let introspection = """
        query IntrospectionQuery {
          __schema {
            description queryType { name } mutationType { name } subscriptionType { name }
            types { ...FullType }
            directives { name isRepeatable locations args(includeDeprecated: true) { ...Input } }
          }
        }
        fragment FullType on __Type {
          kind name isOneOf specifiedByURL
          fields(includeDeprecated: true) {
            name args(includeDeprecated: true) { ...Input } type { ...Reference } isDeprecated deprecationReason
          }
          inputFields(includeDeprecated: true) { ...Input }
          interfaces { ...Reference }
          enumValues(includeDeprecated: true) { name isDeprecated deprecationReason }
          possibleTypes { ...Reference }
        }
        fragment Input on __InputValue { name type { ...Reference } defaultValue isDeprecated deprecationReason }
        fragment Reference on __Type {
          kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
        }
        """
}
