import Foundation
import TestSupport
import Testing

@testable import HTTPMock
@testable import HTTPMockServer

/// Requests that wait cost no thread, and large bodies no memory.
///
/// In a process of its own, because other tests have threads too.
@Suite(.bounded, .enabled(if: SeparateProcess.program != nil, "needs a program with the tests in it"))
struct WaitingTests {
    /// A sanitizer keeps a shadow of all memory, or what was freed, so that sizes mean nothing next to it.
    private static let isSanitized = ["TSAN_OPTIONS", "ASAN_OPTIONS"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }

    @Test(
        arguments: ["delayed", "never", "held", "awaitingHandlers", "slowReaders", "noFolder"]
            + (isSanitized ? [] : ["largeBody", "passedOn"]))
    func waitingCostsNothing(test: String) async throws {
        try await SeparateProcess.expectToPass("WaitingProcess/\(test)")
    }
}

/// A thousand requests that wait; ``WaitingTests`` runs each test in a process of its own.
@Suite(.bounded, .enabled(if: SeparateProcess.isCurrent, "run in a process of its own"))
struct WaitingProcess {
    private static let count = 1_000
    /// The threads that all requests together may add while a user's code answers or a file is read.
    ///
    /// On a busy machine, the pools of Dispatch start up to 64 threads each, though none of them is blocked.
    private static let threadMargin = 200

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
        #expect(await eventually { mock.log.count == Self.count + 20 })
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

    /// Handlers that wait without blocking are not called blocked.
    @Test func awaitingHandlers() async throws {
        let reports = InterceptedReports(containing: "block a thread each")
        let mock = HTTPMock()
        let arrived = Observed(0)
        let gate = ResponseGate()
        mock.addResponses(
            forPath: "/wait",
            responses: [
                .handler { _ in
                    arrived.change { $0 += 1 }
                    await gate.reached()
                    return .empty()
                }
            ])
        mock.addResponses(forPath: "/held", responses: [.empty(delivery: .held(gate))])
        let server = try await mock.serve()
        let before = try #require(ProcessResources.threads)
        let most = Locked(0)
        let clients = try (0..<Self.count).map { _ in try RawClient(port: server.port) }
        for (index, client) in clients.enumerated() {
            try client.send(RawClient.get("/wait"))
            if index % 20 == 0 { most.withLock { $0 = max($0, ProcessResources.threads ?? 0) } }
        }
        let haveArrived = await eventually {
            most.withLock { $0 = max($0, ProcessResources.threads ?? 0) }
            return arrived.value == Self.count
        }
        #expect(haveArrived)
        let held = try RawClient(port: server.port)
        try held.send(RawClient.get("/held"))
        for client in clients { #expect(try client.readResponse().status == 200) }
        most.withLock { $0 = max($0, ProcessResources.threads ?? 0) }
        #expect(most.withLock { $0 } <= before + Self.threadMargin)
        gate.open()
        #expect(try held.readResponse().status == 200)
        #expect(reports.texts.isEmpty)
    }

    /// Slow readers of a file cost no thread.
    @Test func slowReaders() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("HTTPMock-\(UUID())")
        try Data(count: 8 << 20).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let mock = HTTPMock()
        mock.addResponses(forPath: "/file", responses: [.file(url: file, lifetime: .eternal)])
        mock.addResponses(forPath: "/", responses: [.empty(lifetime: .eternal)])
        let server = try await mock.serve(limits: .patient)
        for _ in 0..<20 { #expect(try server.ask("/").status == 200) }
        let before = try #require(ProcessResources.threads)
        let clients = try (0..<300).map { _ in try RawClient(port: server.port, receiveBuffer: 4096) }
        for client in clients { try client.send(RawClient.get("/file")) }
        var most = 0
        for _ in 0..<20 {
            for client in clients {
                _ = try client.read(count: 16 << 10)
            }
            most = max(most, try #require(ProcessResources.threads))
        }
        #expect(most <= before + Self.threadMargin)
    }

    /// A body of half a GB, which the handler does not read, and which is read in part.
    @Test func largeBody() async throws {
        let size = 512 << 20
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/upload",
            responses: [
                .handler { request in
                    .plaintext("\(request.body.count) \(request.body[size - 1]) \(Self.memory() ?? 0)")
                }
            ])
        let server = try await mock.serve(limits: HTTPMock.Server.Limits(body: size))
        let chunk = [UInt8](repeating: 7, count: 1 << 20)
        let before = try #require(Self.memory())
        let client = try RawClient(port: server.port)
        try client.send("POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: \(size)\r\n\r\n")
        for _ in 0..<(size / chunk.count) { try client.send(chunk) }
        let parts = try client.readResponse().text.split(separator: " ").compactMap { Int($0) }
        #expect(parts.prefix(2) == [size, 7])
        #expect(try #require(parts.last) - before < 24 << 20)
        #expect(try #require(Self.memory()) - before < 24 << 20)
    }

    /// A large body that is passed on to another server, which keeps it in a file as well.
    @Test func passedOn() async throws {
        let size = 256 << 20
        let host = try AnsweringServer(limits: .init(body: size)) { request, writer in
            writer.answer("\(request.body.count) \(request.body[size - 1])")
            return nil
        }
        let mock = HTTPMock()
        mock.unmockedPolicy = .passthrough
        let server = try await mock.serve(
            as: "http://127.0.0.1:\(host.port)", limits: HTTPMock.Server.Limits(body: size))
        let chunk = [UInt8](repeating: 7, count: 1 << 20)
        let before = try #require(Self.memory())
        var most = 0
        let client = try RawClient(port: server.port)
        try client.send("POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: \(size)\r\n\r\n")
        for _ in 0..<(size / chunk.count) {
            try client.send(chunk)
            most = max(most, try #require(Self.memory()))
        }
        #expect(try client.readResponse().text == "\(size) 7")
        most = max(most, try #require(Self.memory()))
        #expect(most - before < 24 << 20)
    }

    /// The anonymous and the shared memory of the process, in bytes.
    private static func memory() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let sizes = status.split(separator: "\n").filter { $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:") }
            .compactMap { line in line.split { !$0.isNumber }.first.flatMap { Int($0) } }
        return sizes.reduce(0, +) << 10
    }

    /// A folder that can't be written to is named by the answer.
    @Test func noFolder() async throws {
        setenv("TMPDIR", "/no/such/folder", 1)
        let reports = InterceptedReports(containing: "can't be kept in the folder /no/such/folder")
        let mock = HTTPMock()
        mock.addResponses(forPath: "/upload", responses: [.empty(lifetime: .eternal)])
        let server = try await mock.serve()
        for (size, status) in [(1 << 20, 200), (1 << 20 + 1, 507)] {
            let client = try RawClient(port: server.port)
            try client.send(
                "POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: \(size)\r\n\r\n\(String(repeating: "x", count: size))"
            )
            let response = try client.readResponse()
            #expect(response.status == status)
            #expect(response.text.contains("TMPDIR") == (status == 507))
        }
        #expect(reports.texts.count == 1)
    }
}
