import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded)
struct GraphQLVariantsTests {
    private func variants(
        _ contract: GraphQLContract, _ query: String, data: String, limit: Int
    ) throws -> ResponseVariants {
        let url = try #require(URL(string: "https://api.example.com/graphql"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let body = Data(#"{"query": "\#(query)"}"#.utf8)
        let answer = AnsweredResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Data(#"{"data": {\#(data)}}"#.utf8))
        return contract.variants(
            of: MockRequest(request, url: url, body: body), server: nil, answer: answer, limit: limit)
    }

    @Test func changesOfAWideAnswerAreCountedBeyondTheLimit() throws {
        let count = 5_000
        let contract = try GraphQLContract(Data("type Query { count: Int! }".utf8))
        let names = (0..<count).map { "n\($0)" }
        let query = "{ \(names.map { "\($0): count" }.joined(separator: " ")) }"
        let data = names.map { "\"\($0)\": 1" }.joined(separator: ", ")
        let made = try variants(contract, query, data: data, limit: 10)
        #expect(made.skipped == [])
        #expect(made.variants.count == 10)
        #expect(made.variants.last?.name == "200 data.n3 -2147483648")
        // Two answers without data, and two numbers for each field.
        #expect(made.omittedCount == 2 + 2 * count - 10)
        #expect(made.isOmittedCountExact)
    }

    @Test func changesBeyondEachLimitAreThoseThatALargerLimitMakes() throws {
        let contract = try GraphQLContract(
            Data(
                """
                type Query { nodes: [Node], kind: Kind!, ratio: Float }
                union Node = Song | Book
                type Song { id: ID!, title: String, isNew: Boolean! }
                type Book { id: ID!, pages: Int! }
                enum Kind { OLD NEW }
                """.utf8))
        let query = "{ kind ratio nodes { __typename ... on Song { id title isNew } ... on Book { id pages } } }"
        let data = #""kind": "OLD", "ratio": 1, "nodes": [{"__typename": "Book", "id": "1", "pages": 7}]"#
        let all = try variants(contract, query, data: data, limit: 1_000)
        #expect(all.omittedCount == 0 && all.variants.count > 10)
        for limit in 0...all.variants.count {
            let made = try variants(contract, query, data: data, limit: limit)
            #expect(made.variants.map(\.name) == all.variants.prefix(limit).map(\.name))
            #expect(made.omittedCount == all.variants.count - limit)
            #expect(made.isOmittedCountExact)
        }
    }
}
