import Foundation
import HTTPMock
import TestSupport
import Testing

/// The snippets of the articles that the README lacks.
@Suite(.bounded) struct ArticleTests {
    let mock = HTTPMock()

    @Test func theFilesThatTheArchitectureNamesExist() throws {
        let names = try Documents.page("Architecture").matches(of: /`([\w\/+.]+\.swift)`/).map { String($0.1) }
        #expect(names.count > 5)
        #expect(names.filter { !Documents.hasSource($0) } == [])
    }

    @Test func anEnumIsAQueryValue() async throws {
        enum Sort: String, HTTPMock.QueryValue {
            case newest, oldest
        }
        mock.addResponses(forPath: "/posts", query: ["sort": Sort.newest], responses: [.json("[]")])

        #expect(try await mock.urlSession.answer("https://example.com/posts?sort=newest") == "200 []")
        #expect(try await mock.urlSession.answer("https://example.com/posts?sort=oldest").hasPrefix("404"))
    }

    @Test func aRedirectLeadsToAnotherMock() async throws {
        mock.addResponses(forPath: "/old", responses: [.redirect(to: "/new")])
        mock.addResponses(forPath: "/new", responses: [.plaintext("here")])

        #expect(try await mock.urlSession.answer("https://example.com/old") == "200 here")
    }
}
