import Foundation
import HTTPMock
import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures the cost of GraphQL contracts, as processor time.
enum GraphQLBenchmark {
    private static let url = "https://api.example.com/graphql"

    static func run(_ options: Options) async throws -> [Section] {
        let rounds = options.count(11, quick: 3)
        let schema = GraphQLSample.schema
        var loading = [Section.Row("GraphQLContract", try milliseconds(ofLoading: schema, rounds), goal: 200)]
        if let file = options.schema {
            let given = try Data(contentsOf: file)
            let name = "\(file.lastPathComponent), \(given.count / 1_000) kB"
            loading.append(Section.Row(name, try milliseconds(ofLoading: given, rounds), goal: 200))
        }
        let contract = try GraphQLContract(schema)
        let (request, answer) = (try GraphQLSample.request(to: url), GraphQLSample.answer)
        var checking = Samples()
        var adding = Samples()
        for _ in 0..<rounds {
            checking.add(
                try ProcessorTime.microseconds(of: options.count(2_000, quick: 200)) {
                    let found = contract.violations(of: answer, to: GraphQLSample.query, variables: ["first": 3])
                    guard found.isEmpty else { throw Options.Failure(text: "the answer breaks the schema: \(found)") }
                })
            let count = options.count(500, quick: 50)
            let plain = try await microsecondsOfRequest(count, request, answer, nil)
            adding.add(try await microsecondsOfRequest(count, request, answer, contract) - plain)
        }
        let size = "\(request.httpBody?.count ?? 0) bytes and an answer of \(answer.count) bytes"
        return [
            Section(
                title: "loading a GraphQL schema of \(schema.count / 1_000) kB, ms of processor time", rows: loading),
            Section(
                title: "checking a request of \(size) whose operation is known, µs of processor time",
                rows: [
                    Section.Row("violations(of:to:variables:)", checking, goal: 60),
                    Section.Row("added to the request by a check", adding, goal: 60),
                ]),
        ]
    }

    private static func milliseconds(ofLoading schema: Data, _ rounds: Int) throws -> Samples {
        var samples = Samples()
        for _ in 0..<rounds {
            let start = clock()
            _ = try GraphQLContract(schema)
            samples.add(ProcessorTime.microseconds(since: start) / 1e3)
        }
        return samples
    }

    private static func microsecondsOfRequest(
        _ count: Int, _ request: URLRequest, _ answer: Data, _ contract: GraphQLContract?
    ) async throws -> Double {
        let mock = HTTPMock()
        if let contract { mock.check(against: contract, undocumentedProperties: .fail) }
        mock.addResponses(
            forPath: "/graphql", host: "api.example.com", method: .post,
            responses: [.data(answer, lifetime: .eternal, contentType: "application/json")])
        return try await ProcessorTime.microseconds(of: count, request, to: mock)
    }
}

/// A schema as large as that of a code host, with an operation and an answer to it.
private enum GraphQLSample {
    private static let typeCount = 1_150

    /// Almost 1 MB of SDL: types with descriptions that implement an interface, each with an enum and an input.
    static let schema: Data = {
        let roots = (0..<typeCount).map { "  thing\($0)(id: ID!): Thing\($0)" }.joined(separator: "\n")
        let types = (0..<typeCount).map(type).joined(separator: "\n")
        return Data(
            """
            type Query {
            \(roots)
            }
            "An object with an ID."
            interface Node { "The ID of the object." id: ID! }
            scalar DateTime
            scalar URI
            type PageInfo { endCursor: String hasNextPage: Boolean! }
            \(types)
            """.utf8)
    }()

    private static func type(_ number: Int) -> String {
        """
        \"\"\"
        A thing of kind \(number), which belongs to a person and to an organization.
        \"\"\"
        type Thing\(number) implements Node {
          \"\"\"
          The Node ID of the thing.
          \"\"\"
          id: ID!
          \"\"\"
          The name of the thing, as people read it.
          \"\"\"
          name: String!
          \"\"\"
          Identifies the date and time when the object was created.
          \"\"\"
          createdAt: DateTime!
          \"\"\"
          The HTTP URL for this thing.
          \"\"\"
          url: URI!
          \"\"\"
          The number of the thing.
          \"\"\"
          number: Int!
          state: State\(number)
          isLocked: Boolean!
          \"\"\"
          The things that belong to this one.
          \"\"\"
          things(after: String, before: String, first: Int, last: Int, orderBy: Order\(number)): [Thing\(number)!]!
        }
        enum State\(number) { "The thing is open." OPEN "The thing is closed." CLOSED }
        input Order\(number) { "The field by which things are ordered." field: String! isDescending: Boolean = false }
        """
    }

    static let query = """
        query Thing($first: Int = 3) {
          thing7(id: "7") {
            ...Parts
            isLocked
            things(first: $first, orderBy: { field: "name" }) {
              __typename
              ...Parts
            }
          }
        }

        fragment Parts on Thing7 {
          id
          name
          createdAt
          url
          number
          state
        }
        """

    static let answer: Data = {
        let things = (1...5).map { "{\"__typename\": \"Thing7\", \(members($0))}" }.joined(separator: ", ")
        let thing = "{\(members(7)), \"isLocked\": false, \"things\": [\(things)]}"
        return Data("{\"data\": {\"thing7\": \(thing)}}".utf8)
    }()

    private static func members(_ number: Int) -> String {
        """
        "id": "T_\(number)", "name": "Thing \(number)", "createdAt": "2026-01-31T12:00:00Z",
        "url": "https://example.com/things/\(number)", "number": \(number), "state": "OPEN"
        """
    }

    static func request(to text: String) throws -> URLRequest {
        guard let url = URL(string: text) else { throw Options.Failure(text: "\(text) is no URL") }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["query": query])
        return request
    }
}
