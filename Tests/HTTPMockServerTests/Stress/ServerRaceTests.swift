import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// Servers, clients, registrations and stops on many threads at once.
///
/// The thread sanitizer runs this suite as well.
@Suite(.bounded) struct ServerRaceTests {
    private static let rounds = 40 * LoadSize.factor

    @Test func clientsAskWhileScenariosChangeAndTheServerStops() async throws {
        // Changes of the scenario may follow an eternal response, which is reported.
        let reports = InterceptedReports(containing: "ServerRaceTests.swift")
        defer { withExtendedLifetime(reports) {} }
        let mock = HTTPMock()
        let server = try await mock.serve()
        let strange = Locked<[String]>([])
        let progress = Observed(0)
        let isOver = Locked(false)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    await onThread {
                        while !isOver.withLock({ $0 }) {
                            if let text = Self.ask(server.port, number) { strange.withLock { $0.append(text) } }
                            progress.change { $0 += 1 }
                        }
                    }
                }
            }
            for number in 0..<2 {
                group.addTask {
                    await onThread { while !isOver.withLock({ $0 }) { Self.change(mock, server, number) } }
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    await progress.wait { $0 >= Self.rounds * 10 }
                    await onThread { server.stop() }
                    // Clients and registrations go on for a while after the stop.
                    await progress.wait { $0 >= Self.rounds * 11 }
                    isOver.withLock { $0 = true }
                }
            }
        }
        #expect(strange.withLock { $0 }.isEmpty)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
        #expect(throws: HTTPMockError.self) { try server.baseURL(forHost: "new.example.com") }
    }

    @Test func serversStartAndStopAtOnce() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    for _ in 0..<Self.rounds { await Self.serveOnce() }
                }
            }
        }
    }

    @Test func mocksAreReleasedWhileClientsAsk() async throws {
        for round in 0..<Self.rounds {
            var mock: HTTPMock? = HTTPMock()
            mock?.addResponses(forPath: "/**", responses: [.plaintext("ok", lifetime: .eternal)])
            let server = try #require(try await mock?.serve())
            let progress = Observed(0)
            async let clients: Void = withTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        await onThread {
                            for _ in 0..<5 {
                                _ = Self.ask(server.port, number)
                                progress.change { $0 += 1 }
                            }
                        }
                    }
                }
            }
            await progress.wait { $0 >= round % 20 }
            mock = nil
            await clients
            #expect(server.core.isStopped)
        }
    }

    // MARK: The threads

    private static let paths = ["/eternal", "/queue", "/handler", "/reset", "/stream", "/never", "/other?x"]

    /// Makes some requests on one connection.
    ///
    /// - Returns: A text about an answer that no registration gives; nil if there is none.
    private static func ask(_ port: Int, _ number: Int) -> String? {
        // The server may stop at any moment.
        guard let client = try? RawClient(port: port) else { return nil }
        for path in paths.shuffled().prefix(3) {
            guard (try? client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")) != nil else { return nil }
            if path == "/never", number.isMultiple(of: 2) {
                client.reset()
                return nil
            }
            if path == "/never" { return nil }
            guard let response = try? client.readResponse() else { return nil }
            if ![200, 404, 500].contains(response.status) { return response.head }
        }
        return nil
    }

    private static func change(_ mock: HTTPMock, _ server: HTTPMock.Server, _ number: Int) {
        mock.registerResponses { scenario }
        mock.replaceResponses(
            forPath: "/eternal", responses: [.status(number == 0 ? .ok : .internalServerError, lifetime: .eternal)])
        mock.unmockedPolicy = number == 0 ? .notFound : .mock(.plaintext("anything"))
        _ = try? server.baseURL(forHost: "host\(Int.random(in: 0..<4)).example.com")
        _ = mock.requests.count + mock.unusedResponses.count
        if Int.random(in: 0..<8) == 0 { _ = mock.networkLogHAR() }
        if Int.random(in: 0..<4) == 0 { mock.clearQueues() }
        if Int.random(in: 0..<16) == 0 { mock.reset() }
    }

    @MockBuilder private static var scenario: [MockElement] {
        Path("/queue") {
            MockResponse.plaintext("1")
            MockResponse.json("{}")
        }
        Path("/handler") { MockResponse.handler { .plaintext("\($0.callCount)") } }
        Path("/reset") { MockResponse.wire(Data("HTTP/1.1 200 OK\r\n".utf8), then: .reset) }
        Path("/stream") { MockResponse.stream([Data("a".utf8), Data("b".utf8)], every: .zero) }
        Path("/never") { MockResponse.empty(delivery: .never) }
    }

    /// Starts a server, asks it, and stops it in one of several ways.
    private static func serveOnce() async {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.plaintext("ok")])
        await #expect(throws: Never.self) {
            let server = try await mock.serve()
            let status = try await onThread {
                Result {
                    let client = try RawClient(port: server.port)
                    try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                    return try client.readResponse().status
                }
            }.get()
            #expect(status == 200)
            if Bool.random() { server.stop() }
        }
    }
}
