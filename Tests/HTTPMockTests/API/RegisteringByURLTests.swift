import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RegisteringByURLTests {
    private let mock = HTTPMock()
    // Kept from standard error, because the tests provoke them.
    private let reports = InterceptedReports(containing: "(RegisteringByURLTests.swift:")

    private func isMocked(_ url: String, method: String = "GET") async throws -> Bool {
        try await HTTPReply.get(url, from: mock.urlSession, method: method).status == 200
    }

    @Test(arguments: [
        ("https://api.example.com/users/7", "https://api.example.com/users/7", true),
        ("http://api.example.com/users/7", "https://API.example.com/users/7", true),
        ("https://api.example.com", "https://api.example.com/", true),
        ("https://api.example.com:8080/a", "https://api.example.com:8080/a", true),
        ("https://api.example.com:8080/a", "https://api.example.com/a", false),
        ("https://[::1]:8080/a", "https://[::1]:8080/a", true),
        ("https://a.com/s?q=swift&page=2", "https://a.com/s?page=2&q=swift", true),
        ("https://a.com/s?q=swift", "https://a.com/s?q=swift&page=2", false),
        ("https://a.com/s?q=a%20b&flag&empty=", "https://a.com/s?q=a%20b&flag&empty=", true),
        ("https://a.com/s?", "https://a.com/s?q=1", false),
        ("https://a.com/s?", "https://a.com/s", true),
        ("https://a.com/s", "https://a.com/s?anything", true),
        ("https://a.com/caf%C3%A9/a%2Fb", "https://a.com/caf%C3%A9/a%2Fb", true),
        ("https://a.com/proxy/http://b.com/x", "https://a.com/proxy/http://b.com/x", true),
    ])
    func urlStandsForHostPathAndQuery(url: String, request: String, isMatch: Bool) async throws {
        mock.addResponses(forURL: url, responses: [.empty()])
        #expect(try await isMocked(request) == isMatch)
        mock.clearQueues()
        mock.addResponses(forURL: try #require(URL(string: url))) { MockResponse.empty() }
        #expect(try await isMocked(request) == isMatch)
        #expect(mock.registrationProblems.isEmpty)
    }

    @Test(arguments: [
        ("https://*.example.com/users/{id}", "https://api.example.com/users/7", true),
        ("https://**/files/**", "https://a.b.com/files/x/y", true),
        ("https://a.com/s?q=*", "https://a.com/s?q=anything", true),
        ("https://a.com/s?q=%2A", "https://a.com/s?q=anything", false),
    ])
    func stringMayHavePatterns(url: String, request: String, isMatch: Bool) async throws {
        mock.addResponses(forURL: url, method: .get, responses: [.empty()])
        #expect(try await isMocked(request) == isMatch)
    }

    @Test func urlIsTakenLiterally() async throws {
        mock.addResponses(forURL: try #require(URL(string: "https://a.com/a*b?q=*")), responses: [.empty()])
        #expect(try await !isMocked("https://a.com/axb?q=*"))
        #expect(try await !isMocked("https://a.com/a*b?q=x"))
        #expect(try await isMocked("https://a.com/a*b?q=*"))
    }

    @Test func replacingByURLDropsWhatTheRegistrationHolds() async throws {
        mock.addResponses(forPath: "/a", host: "a.com", method: .get, responses: [.empty(lifetime: .eternal)])
        mock.replaceResponses(forURL: "https://a.com/a", method: .get, responses: [.status(.notFound)])
        #expect(try await !isMocked("https://a.com/a"))
        mock.replaceResponses(forURL: try #require(URL(string: "https://a.com/a")), method: .get) {
            MockResponse.empty()
        }
        #expect(try await isMocked("https://a.com/a"))
        #expect(mock.unusedResponses.isEmpty)
    }

    @Test(arguments: [
        (
            "api.example.com/a",
            #""api.example.com/a" is no absolute URL. To fix this, write a scheme and a host, as in "https://api.example.com/user"."#
        ),
        (
            "u:s3cret@api.example.com/a",
            #""REDACTED@api.example.com/a" is no absolute URL. To fix this, write a scheme and a host, as in "https://api.example.com/user"."#
        ),
        (
            "/a",
            #""/a" is no absolute URL. To fix this, write a scheme and a host, as in "https://api.example.com/user"."#
        ),
        (
            "https:///a",
            #""https:///a" is no absolute URL. To fix this, write a scheme and a host, as in "https://api.example.com/user"."#
        ),
        (
            "https://u:s3cret@a.com/a",
            """
            the URL of the host "a.com" has a user. To fix this, leave out the user, and write \
            .basicAuth(user:password:) as a condition.
            """
        ),
        (
            "https://a.com/a#part",
            #"the URL "https://a.com/a" has a fragment, which no request sends. To fix this, leave out the fragment."#
        ),
    ])
    func urlThatCannotMatchIsReportedWithItsSourceLocation(url: String, problem: String) throws {
        mock.addResponses(forURL: url, responses: [.empty()], line: 7)
        mock.replaceResponses(forURL: try #require(URL(string: url)), responses: [.empty()], line: 8)
        #expect(mock.registrationProblems.map(\.text) == [problem, problem])
        #expect(mock.registrationProblems.map(\.location.line) == [7, 8])
    }
}
