import Foundation
import TestSupport
import Testing

@testable import HTTPMock
@testable import HTTPMockServer

/// Requests that wait cost no thread; in a process of its own, because other tests have threads too.
@Suite(.bounded, .enabled(if: SeparateProcess.program != nil, "needs a program with the tests in it"))
struct WaitingTests {
    @Test(arguments: ["delayed", "never", "held"])
    func aThousandWaitingRequestsAddNoThread(test: String) async throws {
        try await SeparateProcess.expectToPass("WaitingProcess/\(test)")
    }
}

/// A thousand requests that wait; ``WaitingTests`` runs each test in a process of its own.
@Suite(.bounded, .enabled(if: SeparateProcess.isCurrent, "run in a process of its own"))
struct WaitingProcess {
    private static let count = 1_000

    /// Sends the requests, and reads the number of threads while they wait and after their answers.
    private func expectNoMoreThreads(_ response: MockResponse, isAnswered: Bool = true) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/wait", responses: [response])
        mock.addResponses(forPath: "/", responses: [.empty(lifetime: .eternal)])
        let server = try await mock.serve()
        // The first requests start the threads that every server has.
        for _ in 0..<20 { #expect(try server.ask("/").status == 200) }
        guard let before = ProcessResources.threads else { return }
        let clients = try (0..<Self.count).map { _ in try RawClient(port: server.port) }
        for client in clients { try client.send(RawClient.get("/wait")) }
        // Not by `requests`, which makes a thousand values each time.
        #expect(await eventually { mock.engine.store.records(after: .max).count == Self.count + 20 })
        // A margin for the threads that Foundation starts by itself. An idle thread stays for seconds.
        let limit = before + 8
        #expect(try #require(ProcessResources.threads) <= limit)
        guard isAnswered else { return }
        for client in clients { #expect(try client.readResponse().status == 200) }
        #expect(try #require(ProcessResources.threads) <= limit)
    }

    /// All waits end at about the same time.
    @Test func delayed() async throws {
        try await expectNoMoreThreads(.empty(lifetime: .eternal, delivery: .delayed(.seconds(2))))
    }

    @Test func never() async throws {
        try await expectNoMoreThreads(.empty(lifetime: .eternal, delivery: .never), isAnswered: false)
    }

    @Test func held() async throws {
        let gate = ResponseGate()
        Task {
            await gate.reached()
            gate.open()
        }
        try await expectNoMoreThreads(.empty(lifetime: .eternal, delivery: .held(gate)))
    }
}
