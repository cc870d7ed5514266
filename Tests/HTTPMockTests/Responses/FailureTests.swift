import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct FailureTests {
    private struct OwnError: Error, Equatable { var reason: String }
    private let mock = HTTPMock()

    @Test(arguments: [
        URLError.Code.notConnectedToInternet, .timedOut, .cannotFindHost, .secureConnectionFailed, .cancelled,
        .badServerResponse,
    ])
    func codeArrivesAsURLErrorWithTheFailingURL(code: URLError.Code) async throws {
        mock.addResponses(forPath: "/x", responses: [.failure(code)])
        let error = await #expect(throws: URLError.self) { try await mock.reply("/x?q=1") }
        #expect(error?.code == code)
        #expect(error?.failingURL?.absoluteString == "https://example.com/x?q=1")
        #expect(error?.userInfo["NSErrorFailingURLStringKey"] as? String == "https://example.com/x?q=1")
    }

    @Test(arguments: ClientStyle.allCases)
    func everyClientFails(style: ClientStyle) async throws {
        mock.addResponses(forPath: "/x", responses: [.failure(.cannotConnectToHost)])
        var request = URLRequest.example("/x")
        if ClientStyle.upload.contains(style) { request.httpMethod = "POST" }
        let outcome = await ClientDriver(session: mock.urlSession).run(request, as: style)
        #expect(outcome.error?.urlCode == .cannotConnectToHost)
        #expect(outcome.status == nil)
        #expect(outcome.error?.failingTarget == "/x")
    }

    @Test func urlErrorKeepsItsUserInfo() async throws {
        let url = try #require(URL(string: "https://elsewhere.example"))
        mock.addResponses(
            forPath: "/x",
            responses: [.failure(URLError(.badURL, userInfo: [NSURLErrorFailingURLErrorKey: url, "extra": "kept"]))])
        let error = await #expect(throws: URLError.self) { try await mock.reply("/x") }
        #expect(error?.failingURL == url)
        #expect(error?.userInfo["extra"] as? String == "kept")
    }

    @Test func foundationErrorOfTheLoadingSystemIsCaughtAsURLError() async throws {
        let error = NSError(
            domain: NSURLErrorDomain, code: URLError.Code.dnsLookupFailed.rawValue, userInfo: ["extra": "kept"])
        mock.addResponses(forPath: "/x", responses: [.failure(error)])
        let caught = await #expect(throws: URLError.self) { try await mock.reply("/x") }
        #expect(caught?.code == .dnsLookupFailed)
        #expect(caught?.userInfo["extra"] as? String == "kept")
        #expect(caught?.failingURL?.path == "/x")
    }

    @Test func anyOtherErrorArrivesUnchanged() async throws {
        mock.addResponses(
            forPath: "/x",
            responses: [
                .failure(OwnError(reason: "own")), .failure(NSError(domain: "D", code: 7)),
                .failure(CancellationError()),
            ])
        await #expect(throws: OwnError(reason: "own")) { try await mock.reply("/x") }
        let error = await #expect(throws: (any Error).self) { try await mock.reply("/x") } as NSError?
        #expect(error?.domain == "D")
        #expect(error?.code == 7)
        await #expect(throws: CancellationError.self) { try await mock.reply("/x") }
    }

    @Test func failuresFollowTheirLifetime() async throws {
        mock.addResponses(forPath: "/x", responses: [.failure(.timedOut, lifetime: .multiple(2)), .plaintext("up")])
        #expect(await urlErrorCode { try await mock.reply("/x") } == .timedOut)
        #expect(await urlErrorCode { try await mock.reply("/x") } == .timedOut)
        #expect(try await mock.reply("/x").body == "up")
    }

    @Test func failureFollowsItsDelivery() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/x", responses: [.failure(.cannotConnectToHost, delivery: .delayed(5))])
        let loading = Task { try await mock.reply("/x") }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await urlErrorCode { try await loading.value } == .cannotConnectToHost)
    }
}
