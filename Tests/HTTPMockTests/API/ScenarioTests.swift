import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Scenarios of users of a mock server: an outage, and the recovery.
@Suite(.bounded) struct ScenarioTests {
    private let mock = HTTPMock()

    @Test func targetedOverrideWinsOverTheCatchAll() async throws {
        mock.addResponses(
            forPath: "/**", host: "**", responses: [.status(.serviceUnavailable, lifetime: .eternal)])
        for path in ["/users/1", "/orders", "https://other.example/x"] {
            #expect(try await mock.reply(path).status == 503)
        }
        mock.addResponses(forPath: "/users/{id}", responses: [.plaintext("recovered", lifetime: .eternal)])
        #expect(try await mock.reply("/users/1").body == "recovered")
        #expect(try await mock.reply("/orders").status == 503)
    }

    @Test func newCatchAllReplacesTheOld() async throws {
        mock.addResponses(forPath: "/**", host: "**", responses: [.failure(.cannotConnectToHost, lifetime: .eternal)])
        #expect(await urlErrorCode { try await mock.reply("/a") } == .cannotConnectToHost)
        mock.replaceResponses(
            forPath: "/**", host: "**", responses: [.handler { .plaintext("\($0.host)\($0.path)") }])
        #expect(try await mock.reply("/a").body == "example.com/a")
        #expect(try await mock.reply("https://other.example/b").body == "other.example/b")
    }

    @Test func routesKnowTheRequestAndHowOftenTheyWereCalled() async throws {
        mock.registerResponses {
            Path("/flaky/{name}") {
                MockResponse.handler { request in
                    request.callCount <= 2
                        ? .status(.badGateway) : .plaintext("\(request.pathParameter("name") ?? "?") at last")
                }
            }
            Path("/echo", method: .post) {
                MockResponse.handler { request in .data(request.body, contentType: request.header("Content-Type") ?? "")
                }
            }
        }
        var statuses: [Int] = []
        for _ in 1...3 { statuses.append(try await mock.reply("/flaky/x").status) }
        #expect(statuses == [502, 502, 200])
        #expect(try await mock.reply("/flaky/y").body == "y at last")
        let echo = try await mock.reply("/echo", method: "POST", headers: ["Content-Type": "a/b"], body: "hello")
        #expect((echo.body, echo.headers["Content-Type"]) == ("hello", "a/b"))
    }

    @Test func unexpectedRequestsReachAHook() async throws {
        let unexpected = Observed<[String]>([])
        mock.unmockedPolicy = .mock(
            .handler { request in
                unexpected.change { $0.append("\(request.method) \(request.path)") }
                return .status(.notImplemented)
            })
        mock.addResponses(forPath: "/known", responses: [.empty(lifetime: .eternal)])
        #expect(try await mock.reply("/known").status == 200)
        #expect(try await mock.reply("/unknown", method: "DELETE").status == 501)
        #expect(unexpected.value == ["DELETE /unknown"])
    }

    @Test func replacingDropsOnlyTheResponsesOfTheRegistration() async throws {
        mock.addResponses(forPath: "/x") {
            MockResponse.plaintext("old 1")
            MockResponse.plaintext("old 2")
        }
        mock.addResponses(forPath: "/x", method: .get, responses: [.plaintext("get")])
        #expect(try await mock.reply("/x", method: "PUT").body == "old 1")
        mock.replaceResponses(forPath: "/x") { MockResponse.plaintext("new", lifetime: .multiple(2)) }
        #expect(try await mock.reply("/x").body == "get")
        #expect(try await mock.reply("/x", method: "PUT").body == "new")
        #expect(try await mock.reply("/x", method: "PUT").body == "new")
        #expect(try await mock.reply("/x", method: "PUT").status == 404)
    }

    @Test func requestInFlightKeepsItsResponse() async throws {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/x", responses: [.plaintext("old", lifetime: .eternal, delivery: .held(gate))])
        async let first = mock.reply("/x")
        await gate.reached()
        mock.replaceResponses(forPath: "/x", responses: [.plaintext("new")])
        #expect(try await mock.reply("/x").body == "new")
        gate.open()
        #expect(try await first.body == "old")
    }

    @Test func recoveryUnderLoadLosesNoRequest() async throws {
        mock.addResponses(forPath: "/x", responses: [.status(.serviceUnavailable, lifetime: .eternal)])
        let isDown = Observed(0)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...50 {
                group.addTask { [mock] in
                    while true {
                        let status = try await mock.reply("/x").status
                        if status != 503 { return status }
                        isDown.change { $0 += 1 }
                    }
                }
            }
            await isDown.wait { $0 >= 50 }
            mock.replaceResponses(forPath: "/x", responses: [.empty(lifetime: .eternal)])
            for try await status in group { #expect(status == 200) }
        }
    }
}
