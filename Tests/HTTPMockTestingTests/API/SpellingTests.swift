import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A whole strict test in one argument, and the other short spellings.
@Suite(
    .bounded,
    .httpMock(
        forURL: "https://api.example.com/health", method: .get, responses: [.plaintext("up", lifetime: .eternal)]))
struct SpellingTests {
    @Test(.httpMock(forURL: "https://api.example.com/users/7", responses: [.json(#"{"id":7}"#)]))
    func oneURLIsAWholeTest() async throws {
        #expect(try await send("https://api.example.com/users/7") == #"{"id":7}"#)
        #expect(try await send("https://api.example.com/health") == "up")
    }

    @Test(
        .httpMock(
            forURL: URL(string: "https://api.example.com/search?q=swift")!, method: .post, priority: 1,
            when: .json(["deep": true]), .header("Accept"), responses: [.plaintext("found")], clock: .manual,
            allowsUnused: true, unmocked: .notFound))
    func oneURLHasAllArguments() async throws {
        _ = HTTPMock.current.manualClock
        let address = "https://api.example.com/search?q=swift"
        let text = try await send(address, method: "POST", headers: ["Accept": "*/*"], body: #"{"deep":true}"#)
        #expect(text == "found")
    }

    @Test(.httpMock(host: "**") { Path("/users/7") { MockResponse.plaintext("any host", lifetime: .eternal) } })
    func hostOfATraitMayBeAPattern() async throws {
        #expect(try await send("https://one.example.com/users/7") == "any host")
        HTTPMock.current.addResponses(forPath: "/users/8", responses: [.plaintext("8")])
        #expect(try await send("https://two.example.org/users/8") == "8")
    }

    @Test func defaultDomainMayBeAPattern() async throws {
        HTTPMock.current.defaultDomain = "*.example.org"
        HTTPMock.current.addResponses(forPath: "/flags", query: ["recursive": true], responses: [.plaintext("yes")])
        #expect(try await send("https://two.example.org/flags?recursive=true") == "yes")
    }

    @Test(arguments: [
        ("POST", "https://b.com/graphql"),
        ("GET", "https://b.com/graphql?operationName=Cart&variables=%7B%22id%22%3A7%2C%22note%22%3A%22A1%22%7D"),
    ])
    func variablesOfGraphQLAreOneCondition(method: String, address: String) async throws {
        HTTPMock.current.addResponses(
            forPath: "/graphql", host: "b.com",
            when: .graphQL(operation: "Cart", variables: ["id": .any, "note": .matching("A*")]),
            responses: [.plaintext("cart")])
        let body = #"{"operationName":"Cart","query":"query Cart { a }","variables":{"id":7,"note":"A1"}}"#
        #expect(try await send(address, method: method, body: method == "POST" ? body : nil) == "cart")
    }

    @Test func errorIsReadBackFromTheLoadingSystem() {
        let error = HTTPMockError(NSError(domain: "HTTPMockError", code: 1, userInfo: nil))
        #expect(error?.cause == .testEnded)
        #expect(HTTPMockError(URLError(.badURL)) == nil)
    }
}

/// The traits and `makeHTTPMock` for one URL, where they fail.
@Suite(.bounded) struct SpellingMistakeTests {
    @Test func malformedURLOfATraitIsReported() async {
        let trait = HTTPMockTrait.httpMock(forURL: "api.example.com/users/7", responses: [.empty()])
        let issues = await CollectedIssues.of(trait) {}
        let problem = #"HTTPMock: "api.example.com/users/7" is no absolute URL"#
        #expect(issues.text.hasPrefix(problem), "\(issues.text)")
        #expect(issues.entries.count == 1)
    }

    @Test func unusedResponseOfAURLFailsTheTest() async {
        let trait = HTTPMockTrait.httpMock(forURL: "https://b.com/1", responses: [.empty(), .empty()])
        let issues = await CollectedIssues.of(trait) { await get("https://b.com/1") }
        #expect(issues.entries.count == 1)
        #expect(issues.text.hasPrefix("HTTPMock: a response was never used\n  b.com/1: 200"))
    }
}

final class SpellingXCTests: XCTestCase {
    func testOneURLIsAWholeTest() async throws {
        let mock = makeHTTPMock(forURL: "https://api.example.com/users/7?full=1", responses: [.json(#"{"id":7}"#)])
        let request = URLRequest(url: try XCTUnwrap(URL(string: "https://api.example.com/users/7?full=1")))
        let data = try await mock.data(for: request).0
        XCTAssertEqual(String(decoding: data, as: UTF8.self), #"{"id":7}"#)
    }
}
