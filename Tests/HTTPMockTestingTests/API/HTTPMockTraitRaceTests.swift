import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// As many tests at once as there are arguments, each with an instance of its own.
@Suite struct HTTPMockTraitRaceTests {
    static let seen = Observed<Set<ObjectIdentifier>>([])
    static let kept = Observed<[HTTPMock]>([])

    @Test(
        .httpMock { Host("api.example.com") { Path("/each") { MockResponse.plaintext("each") } } }, arguments: 0..<200)
    func eachArgumentHasAnInstanceAndRegistrationsOfItsOwn(number: Int) async throws {
        let mock = HTTPMock.current
        // Kept, so that no two have one address.
        Self.kept.change { $0.append(mock) }
        #expect(Self.seen.change { $0.insert(ObjectIdentifier(mock)).inserted })
        mock.addResponses(forPath: "/own", host: "api.example.com", responses: [.plaintext("\(number)")])
        await Task.yield()
        for (path, text) in [("own", "\(number)"), ("each", "each")] {
            let url = try #require(URL(string: "https://api.example.com/\(path)"))
            let (data, _) = try await mock.urlSession.data(from: url)
            #expect(String(decoding: data, as: UTF8.self) == text)
        }
        #expect(mock.requestSummary == "GET /own\nGET /each")
    }

    @Test(
        .httpMock(interceptingSharedSession: true) {
            Host("shared.example.com") { Path("/n/{n}") { MockResponse.plaintext("x") } }
        }, arguments: 0..<100)
    func sharedSessionIsAnsweredByTheTestsOwnInstance(number: Int) async throws {
        HTTPMock.current.addResponses(forPath: "/own", host: "shared.example.com", responses: [.plaintext("\(number)")])
        let url = try #require(URL(string: "https://shared.example.com/own"))
        let own = try await URLSession.shared.data(from: url).0
        #expect(String(decoding: own, as: UTF8.self) == "\(number)")
        // In a task of the test's own, and with a handler.
        let other = try #require(URL(string: "https://shared.example.com/n/1"))
        let handled = Observed(false)
        Task { URLSession.shared.dataTask(with: other) { _, _, _ in handled.change { $0 = true } }.resume() }
        await handled.wait { $0 }
        #expect(HTTPMock.current.requestSummary == "GET /own\nGET /n/1")
    }

    @Test(.httpMock(unmocked: .notFound), arguments: 0..<20)
    func sharedSessionOfATestThatDoesNotInterceptIsUntouched(number: Int) async throws {
        let server = LoopbackServer { _ in .text("real \(number)") }
        let (data, _) = try await URLSession.shared.data(from: server.url())
        #expect(String(decoding: data, as: UTF8.self) == "real \(number)")
        #expect(HTTPMock.current.requests.isEmpty)
    }
}

/// Stored cookies of the shared session, which belong to no test.
@Suite(.bounded) struct SharedSessionCookieTests {
    @Test(
        .httpMock(interceptingSharedSession: true) {
            Host("*.cookies.example") { Path("/", responses: [.empty(), .empty()]) }
        })
    func requestHasNoStoredCookieWhetherOrNotItHandlesCookies() async throws {
        let storage = HTTPCookieStorage.shared
        let host = "\(UUID().uuidString.lowercased()).cookies.example"
        let properties: [HTTPCookiePropertyKey: Any] = [.name: "a", .value: "1", .domain: host, .path: "/"]
        let cookie = try #require(HTTPCookie(properties: properties))
        storage.setCookie(cookie)
        defer { storage.deleteCookie(cookie) }
        var request = URLRequest(url: try #require(URL(string: "https://\(host)/")))
        for handlesCookies in [true, false] {
            request.httpShouldHandleCookies = handlesCookies
            _ = try await URLSession.shared.data(for: request)
        }
        #expect(HTTPMock.current.requests.map { $0.request.cookies } == [[:], [:]])
    }
}

/// Tests without any trait, next to those that intercept.
@Suite(.bounded) struct PlainSharedSessionRaceTests {
    @Test(arguments: 0..<40)
    func sharedSessionIsUntouched(number: Int) async throws {
        let server = LoopbackServer { _ in .text("real \(number)") }
        let (data, _) = try await URLSession.shared.data(from: server.url())
        #expect(String(decoding: data, as: UTF8.self) == "real \(number)")
        let task = Task { try await URLSession.shared.data(from: server.url()).0 }
        #expect(String(decoding: try await task.value, as: UTF8.self) == "real \(number)")
    }

    @Test func taskThatOutlivesAnInterceptingTestIsRefused() async throws {
        let reports = InterceptedReports(containing: "taskThatOutlivesAnInterceptingTestIsRefused()")
        let gate = Observed(false)
        let task = Observed<Task<String, Never>?>(nil)
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(interceptingSharedSession: true)) {
            task.change {
                $0 = Task {
                    await gate.wait { $0 }
                    do {
                        _ = try await URLSession.shared.data(from: URL(string: "https://shared.example.com/late")!)
                        return "answered"
                    } catch {
                        return "\(error)"
                    }
                }
            }
        }
        gate.change { $0 = true }
        #expect(await task.value?.value.contains("has ended, so its requests are refused") == true)
        #expect(reports.texts.count == 1)
        #expect(issues.entries.isEmpty)
    }

    @Test func unmockedRequestThroughTheSharedSessionFailsTheTest() async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(interceptingSharedSession: true)) {
            _ = try? await URLSession.shared.data(from: URL(string: "https://shared.example.com/unmocked")!)
        }
        #expect(
            issues.texts.map { $0.prefix { $0 != "\n" } }
                == ["HTTPMock: no response for GET https://shared.example.com/unmocked"])
    }
}
