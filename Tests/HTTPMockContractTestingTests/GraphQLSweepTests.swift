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

@Suite(.bounded) struct GraphQLSweepTests {
    private static let schema = """
        type Query { viewer: User node(id: ID!): Node count: Int! }
        interface Node { id: ID! }
        type User implements Node { id: ID! name: String! mail: String kind: Kind! pets: [Pet!]! score: Float flag: Boolean! }
        type Pet implements Node { id: ID! lives: Int! }
        type Stone implements Node { id: ID! }
        enum Kind { ADMIN GUEST }
        """

    private static func contract() throws -> GraphQLContract { try GraphQLContract(Data(schema.utf8)) }

    private static func data(
        of query: String, _ mock: HTTPMock, at url: String = "https://api.example.com/graphql"
    ) async throws -> Data {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["query": query])
        return try await mock.data(for: request).0
    }

    private struct Answer: Decodable {
        struct Data: Decodable {
            let viewer: Viewer?
        }

        struct Viewer: Decodable {
            let name: String
            let mail: String?
        }

        struct Failure: Decodable, Error {
            let message: String
        }

        let data: Data?
        let errors: [Failure]?
    }

    @Test func everyAllowedChangeOfEachOperationIsServedOnce() async throws {
        let query = "query Viewer { viewer { id name mail kind pets { id lives } score flag } }"
        let sweep = try await sweepResponses(of: Self.contract(), timeLimit: .seconds(120)) { mock in
            _ = try await Self.data(of: query, mock)
            _ = try await Self.data(of: "{ n: count }", mock)
        }
        #expect(sweep.failures.isEmpty)
        #expect(sweep.requests == ["POST /graphql query Viewer", "POST /graphql query"])
        let viewer = sweep.runs.filter { $0.request == "POST /graphql query Viewer" }.map(\.variant)
        #expect(
            viewer == [
                "200 data null with an error", "200 errors without data", "200 data.viewer null",
                "200 data.viewer null with an error", "200 data.viewer.name \"\"",
                "200 data.viewer.name \"é 日本 👩‍👩‍👧\"", "200 data.viewer.name 1,000 characters",
                "200 data.viewer.mail null", "200 data.viewer.mail null with an error", "200 data.viewer.mail \"\"",
                "200 data.viewer.mail \"é 日本 👩‍👩‍👧\"", "200 data.viewer.mail 1,000 characters",
                "200 data.viewer.kind \"GUEST\"", "200 data.viewer.pets []", "200 data.viewer.pets three elements",
                "200 data.viewer.score null", "200 data.viewer.score null with an error", "200 data.viewer.score 0.25",
                "200 data.viewer.score -1", "200 data.viewer.flag true", "200 data.viewer.pets[0].lives 2147483647",
                "200 data.viewer.pets[0].lives -2147483648",
            ])
    }

    @Test func eachTypeThatFragmentsDistinguishIsServed() async throws {
        let query = #"{ node(id: "7") { __typename id ... on User { name } ... on Pet { lives } } }"#
        let bodies = Locked<Set<String>>([])
        let sweep = try await sweepResponses(of: Self.contract(), timeLimit: .seconds(120)) { mock in
            let body = String(decoding: try await Self.data(of: query, mock), as: UTF8.self)
            bodies.withLock { _ = $0.insert(body) }
        }
        #expect(sweep.failures.isEmpty)
        let types = sweep.runs.map(\.variant).filter { $0.contains("__typename") }
        #expect(types == ["200 data.node __typename \"Pet\"", "200 data.node __typename \"Stone\""])
        let expected = [
            #"{"data":{"node":{"__typename":"User","id":"7","name":"name"}}}"#,
            #"{"data":{"node":{"__typename":"Pet","id":"7","lives":1}}}"#,
            #"{"data":{"node":{"__typename":"Stone","id":"7"}}}"#,
        ]
        for body in expected { #expect(bodies.withLock { $0.contains(body) }) }
    }

    @Test func aClientThatNeedsANullableFieldIsFound() async throws {
        let issues = await CollectedIssues.of {
            try await sweepResponses(of: Self.contract(), timeLimit: .seconds(120)) { mock in
                let body = try await Self.data(of: "query Viewer { viewer { name mail } }", mock)
                let answer = try JSONDecoder().decode(Answer.self, from: body)
                if let error = answer.errors?.first { throw error }
                #expect(answer.data?.viewer?.mail != nil || answer.data?.viewer == nil)
            }
        }
        #expect(issues.texts.count == 1)
        let text = try #require(issues.texts.first)
        #expect(
            text.hasPrefix("HTTPMock: POST /graphql query Viewer answered as the contract allows, and a check failed"))
        #expect(text.contains("the variant: data.viewer.mail is null"))
        #expect(text.contains("(nullable: User.mail, line 3; selected at 1:30 of the document)"))
        #expect(text.contains(#"sweepResponses(of: contract, only: "200 data.viewer.mail null")"#))
    }

    @Test func registrationsAnswerFirstAndTheURLIsAnybodys() async throws {
        let url = "https://shop.example/api/query"
        let sweep = try await sweepResponses(of: Self.contract(), at: url, timeLimit: .seconds(120)) {
            Host("shop.example") {
                Path("/api/query") {
                    MockResponse.json(#"{"data": {"viewer": {"mail": "a@b.c"}}}"#, lifetime: .eternal)
                }
            }
        } of: { mock in
            _ = try await Self.data(of: "{ viewer { mail } }", mock, at: url)
        }
        #expect(sweep.failures.isEmpty)
        #expect(sweep.runs.map(\.variant).contains("200 data.viewer.mail null"))
    }

    @Test func whatIsNotVariedHasAReason() async throws {
        let sweep = try await sweepResponses(of: Self.contract(), timeLimit: .seconds(120)) { mock in
            var request = URLRequest(url: try #require(URL(string: "https://api.example.com/graphql")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(#"[{"query": "{ count }"}]"#.utf8)
            _ = try await mock.data(for: request)
        }
        #expect(sweep.runs.isEmpty)
        #expect(sweep.skipped == ["POST /graphql query: 200: a batch is not varied"])
    }
}
