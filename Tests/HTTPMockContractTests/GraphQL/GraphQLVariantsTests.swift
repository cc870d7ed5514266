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
    @Test func changesOfAWideAnswerAreCountedBeyondTheLimit() throws {
        let count = 5_000
        let contract = try GraphQLContract(Data("type Query { count: Int! }".utf8))
        let names = (0..<count).map { "n\($0)" }
        let query = "{ \(names.map { "\($0): count" }.joined(separator: " ")) }"
        let data = names.map { "\"\($0)\": 1" }.joined(separator: ", ")
        let url = try #require(URL(string: "https://api.example.com/graphql"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let body = Data(#"{"query": "\#(query)"}"#.utf8)
        let answer = AnsweredResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Data(#"{"data": {\#(data)}}"#.utf8))
        let made = contract.variants(
            of: MockRequest(request, url: url, body: body), server: nil, answer: answer, limit: 10)
        #expect(made.skipped == [])
        #expect(made.variants.count == 10)
        #expect(made.variants.last?.name == "200 data.n3 -2147483648")
        // Two answers without data, and two numbers for each field.
        #expect(made.omittedCount == 2 + 2 * count - 10)
        #expect(made.isOmittedCountExact)
    }
}
