import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A suite's registrations and those of its tests for the same address.
@Suite(
    .httpMock(host: "a.com") {
        Path("/single") { MockResponse.plaintext("suite") }
        Path("/eternal") { MockResponse.plaintext("suite", lifetime: .eternal) }
    })
struct OverridingTests {
    private func texts(of path: String, count: Int) async throws -> [String] {
        var texts: [String] = []
        for _ in 0..<count {
            let request = URLRequest(url: try #require(URL(string: "https://a.com\(path)")))
            texts.append(String(decoding: try await HTTPMock.current.data(for: request).0, as: UTF8.self))
        }
        return texts
    }

    @Test(
        .httpMock(host: "a.com") {
            Path("/single") { MockResponse.plaintext("test", lifetime: .multiple(2)) }
            Path("/eternal") {
                MockResponse.plaintext("first")
                MockResponse.plaintext("second")
            }
        })
    func traitOfTheTestReplacesTheSuites() async throws {
        #expect(try await texts(of: "/single", count: 2) == ["test", "test"])
        #expect(try await texts(of: "/eternal", count: 2) == ["first", "second"])
    }

    @Test func bodyOfTheTestReplacesTheSuitesAndThenAppends() async throws {
        for path in ["/single", "/eternal"] {
            HTTPMock.current.addResponses(forPath: path, host: "a.com", responses: [.plaintext("first")])
            HTTPMock.current.addResponses(forPath: path, host: "a.com", responses: [.plaintext("second")])
            #expect(try await texts(of: path, count: 2) == ["first", "second"])
        }
    }

    @Test(arguments: ["/single", "/eternal"]) func suitesStayWhereTheTestRegistersNothing(path: String) async throws {
        #expect(try await texts(of: path, count: 1) == ["suite"])
    }

    @Test func innermostSuiteReplacesTheOuterOnes() async throws {
        func suite(_ text: String) -> HTTPMockTrait {
            .httpMock(host: "b.com") { Path("/x") { MockResponse.plaintext(text, lifetime: .eternal) } }.ofSuite
        }
        let texts = Locked<[String]>([])
        let answer: @Sendable () async throws -> Void = {
            let request = URLRequest(url: try #require(URL(string: "https://b.com/x")))
            let data = try await HTTPMock.current.data(for: request).0
            texts.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
        }
        let outer = suite("outer")
        let test = HTTPMockTrait.httpMock(host: "b.com") { Path("/x") { MockResponse.plaintext("test") } }
        var issues = await CollectedIssues.of(outer, suite("middle"), suite("inner"), performing: answer)
        #expect(issues.entries.isEmpty)
        issues = await CollectedIssues.of(outer, suite("inner"), test, performing: answer)
        #expect(issues.entries.isEmpty)
        #expect(texts.withLock { $0 } == ["inner", "test"])
    }

    @Test func replacedResponsesAreNotMissed() async throws {
        let suite = HTTPMockTrait.httpMock(host: "b.com") {
            Path("/x") { MockResponse.empty(lifetime: .eternal) }
        }.ofSuite
        let test = HTTPMockTrait.httpMock(host: "b.com") { Path("/x") { MockResponse.status(.notFound) } }
        let issues = await CollectedIssues.of(suite, test) { await get("https://b.com/x") }
        #expect(issues.entries.isEmpty)
    }

    @Test func overrideWithAPriorityLeavesTheSuites() async throws {
        let mock = HTTPMock.current
        mock.addResponses(
            forPath: "/eternal", host: "a.com", priority: 1, responses: [.plaintext("test", lifetime: .eternal)])
        #expect(try await texts(of: "/eternal", count: 1) == ["test"])
        mock.removeResponses(forPath: "/eternal", host: "a.com")
        #expect(try await texts(of: "/eternal", count: 1) == ["suite"])
    }
}
