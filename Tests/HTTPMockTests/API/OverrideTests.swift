import Foundation
import TestSupport
import Testing

@testable import HTTPMock

/// Priorities, removals and the depth of traits.
@Suite(.bounded) struct OverrideTests {
    private let mock = HTTPMock()
    // Kept from standard error, because the tests provoke them.
    private let reports = InterceptedReports(containing: "(OverrideTests.swift:")

    private func text(_ path: String) async throws -> String {
        let reply = try await mock.reply(path)
        return reply.status == 404 ? "unmocked" : reply.body
    }

    private func add(_ path: String, _ text: String, priority: Int = 0) {
        mock.addResponses(forPath: path, priority: priority, responses: [.plaintext(text, lifetime: .eternal)])
    }

    // MARK: Priority

    @Test func highestPriorityWinsBeforeSpecificity() async throws {
        add("/user", "exact")
        add("/*", "wildcard", priority: 1)
        add("/**", "all", priority: 2)
        add("/health", "low", priority: -1)
        #expect(try await text("/user") == "all")
        mock.removeResponses(forPath: "/**")
        #expect(try await text("/user") == "wildcard")
        #expect(try await text("/health") == "wildcard")
        mock.removeResponses(forPath: "/*")
        #expect(try await text("/user") == "exact")
        #expect(try await text("/health") == "low")
        #expect(mock.registrationProblems.isEmpty)
    }

    @Test func exactAddressWithTheHigherPriorityComesBeforePatterns() async throws {
        add("/**", "all", priority: 1)
        add("/user", "exact", priority: 2)
        add("/user/*", "wildcard", priority: 1)
        #expect(try await text("/user") == "exact")
        #expect(try await text("/user/7") == "wildcard")
    }

    @Test func prioritiesOfOneAddressAreSeparateRegistrations() async throws {
        add("/user", "base")
        add("/user", "override", priority: 1)
        #expect(try await text("/user") == "override")
        mock.replaceResponses(forPath: "/user", priority: 1, responses: [.plaintext("other", lifetime: .eternal)])
        #expect(try await text("/user") == "other")
        mock.removeResponses(forPath: "/user")
        #expect(try await text("/user") == "base")
        mock.removeResponses(forPath: "/user")
        #expect(try await text("/user") == "unmocked")
    }

    @Test func pathsAndURLsHavePriorities() async throws {
        add("/a", "exact")
        mock.registerResponses {
            Path("/*", priority: 1) { MockResponse.plaintext("path", lifetime: .eternal) }
            Path("/b", priority: 1, responses: [.plaintext("b", lifetime: .eternal)])
        }
        #expect(try await text("/a") == "path")
        mock.addResponses(forURL: "https://*.com/**", priority: 2, responses: [.plaintext("url", lifetime: .eternal)])
        #expect(try await text("/a") == "url")
        mock.removeResponses(forURL: "https://*.com/**")
        #expect(try await text("/b") == "b")
        #expect(mock.registrationProblems.isEmpty)
    }

    @Test func diagnosisNamesThePriority() async throws {
        add("/user", "exact")
        mock.addResponses(forPath: "/**", priority: 1, responses: [.empty()], line: 7)
        _ = try await text("/user")
        let diagnosis = try await mock.reply("/user").body
        #expect(
            diagnosis.contains(
                """
                  nearest: example.com/** [priority 1]  (OverrideTests.swift:7)
                    matches, but its only response was already used
                  then: example.com/user  (OverrideTests.swift:
                """))
        #expect(
            diagnosis.contains(
                "matches, but is not used, because the one above has a higher priority (no fall-through)"))
        #expect(
            diagnosis.contains(
                #"mock.addResponses(forPath: "/**", host: "example.com", priority: 1, responses: [.empty()])"#))
    }

    // MARK: Removal

    @Test func removedRegistrationMakesWayForTheNext() async throws {
        add("/**", "all")
        add("/user", "user")
        mock.addResponses(
            forPath: "/user", method: .get, query: ["a": "1"], matching: .contains, when: .header("Accept"),
            responses: [.plaintext("special", lifetime: .eternal)])
        let headers = ["Accept": "text/plain"]
        #expect(try await mock.reply("/user?a=1&b=2", headers: headers).body == "special")
        mock.removeResponses(
            forPath: "/user", method: .get, query: ["a": "1"], matching: .contains, when: .header("Accept"))
        #expect(try await mock.reply("/user?a=1&b=2", headers: headers).body == "user")
        mock.removeResponses(forURL: "https://example.com/user")
        #expect(try await text("/user") == "all")
        #expect(mock.registrationProblems.isEmpty)
    }

    @Test func replacingByNoResponsesRemovesTheRegistration() async throws {
        add("/*", "wildcard")
        add("/a", "a")
        add("/b", "b")
        mock.replaceResponses(forPath: "/a", responses: [])
        mock.replaceResponses(forURL: "https://example.com/b") {}
        #expect(try await text("/a") == "wildcard")
        #expect(try await text("/b") == "wildcard")
        mock.addResponses(forPath: "/a", responses: [.plaintext("again")])
        #expect(try await text("/a") == "again")
        #expect(mock.registrationProblems.isEmpty)
    }

    @Test func removedResponsesAreNotUnused() {
        mock.addResponses(forPath: "/a", responses: [.empty(), .empty()])
        #expect(mock.unusedResponses.count == 2)
        mock.removeResponses(forPath: "/a")
        #expect(mock.unusedResponses.isEmpty)
    }

    @Test func removingWhatIsNotRegisteredIsReported() {
        mock.addResponses(
            forPath: "/users/{id}", host: "api.example.com", method: .post, responses: [.empty()], line: 7)
        mock.removeResponses(forPath: "/users/{id}", host: "api.example.com")
        mock.removeResponses(forPath: "/users/{id}")
        mock.replaceResponses(forPath: "/other", method: .get, responses: [])
        mock.removeResponses(forURL: "https://api.example.com/users/{name}", method: .post)
        mock.removeResponses(forPath: "/a?b")
        let fix = "To fix this, write the host, path, method, query and conditions of"
        let known = "POST api.example.com/users/{id} at OverrideTests.swift:7."
        #expect(
            mock.registrationProblems.map(\.text) == [
                "there is no registration api.example.com/users/{id} to remove. \(fix) \(known)",
                "there is no registration example.com/users/{id} to remove. \(fix) \(known)",
                "there is no registration GET example.com/other to remove. To fix this, leave out this call, or write "
                    + "the host, path, method, query and conditions of a registration.",
                "there is no registration POST api.example.com/users/{name} to remove. \(fix) \(known)",
                "the path \"/a?b\" has a query. To fix this, write \"/a\" as the path and query: [\"b\": nil]; "
                    + "a literal ? is %3F.",
            ])
        #expect(mock.unusedResponses.count == 1)
    }

    @Test func diagnosisNamesARemovedRegistration() async throws {
        mock.addResponses(forPath: "/users/*", method: .get, responses: [.empty()], line: 7)
        mock.removeResponses(forPath: "/users/*", method: .get, line: 8)
        let expected =
            "\n  matched before: GET example.com/users/*  (OverrideTests.swift:7), removed at OverrideTests.swift:8\n"
        #expect(try await mock.reply("/users/1").body.contains(expected))
        #expect(try await !mock.reply("/users/1", method: "POST").body.contains(expected))
        #expect(try await !mock.reply("/other").body.contains(expected))
        mock.addResponses(forPath: "/users/*", method: .get, responses: [.empty()])
        _ = try await mock.reply("/users/1")
        #expect(try await !mock.reply("/users/1").body.contains(expected))
    }

    // MARK: Depth

    private let here = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)

    private func register(_ text: String, depth: Int?, priority: Int = 0) {
        let path = Path("/user", priority: priority) { MockResponse.plaintext(text, lifetime: .eternal) }
        mock.register([path], depth: depth, location: here)
    }

    @Test func innermostTraitWins() async throws {
        register("outer", depth: 0)
        register("inner", depth: 1)
        register("inner too", depth: 1)
        #expect(try await text("/user") == "inner")
        #expect(mock.unusedResponses.isEmpty)
        register("test", depth: nil)
        #expect(try await text("/user") == "test")
        mock.replaceResponses(forPath: "/user", responses: [.plaintext("body")])
        #expect(try await text("/user") == "body")
    }

    @Test func innerTraitReplacesOnlyItsOwnPriority() async throws {
        register("outer", depth: 0, priority: 1)
        register("test", depth: nil)
        #expect(try await text("/user") == "outer")
        register("test too", depth: nil, priority: 1)
        #expect(try await text("/user") == "test too")
    }

    @Test func responsesOfASuiteAreOptional() {
        register("outer", depth: 0)
        #expect(mock.unusedResponses.isEmpty)
        register("test", depth: nil)
        #expect(mock.unusedResponses.count == 1)
    }
}
