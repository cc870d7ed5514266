import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct PendingExchangesTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test func savingWaitsForAnExchangeThatIsBeingRecorded() async throws {
        let cassette = try Cassette.open(folder.file(), .all)
        let asked = try request("https://a.com/x")
        let mark = Locked<PendingExchanges.Token?>(cassette.mark(of: asked))
        async let saved: Void = save(cassette)
        // The exchange ends while save() waits, as it does after the last byte that the client of a server sees.
        #expect(await eventually { cassette.pending.isWaited })
        cassette.record(.of(asked, "late"))
        mark.withLock { $0 = nil }
        try await saved
        #expect(!cassette.pending.isWaited)
        #expect(try Cassette.open(folder.file()).played(asked) == "late")
    }

    @Test func savingWaitsForTheLastRedirect() async throws {
        let service = RecordedService(into: folder.file()) { request in
            request.path == "/a" ? .redirect(to: "/b") : .text("there")
        }
        let cassette = try Cassette.open(folder.file(), .all)
        let mock = HTTPMock()
        mock.insert(cassette)
        let (data, _) = try await mock.data(for: URLRequest(url: service.url("/a")))
        #expect(data == Data("there".utf8))
        try await save(cassette)
        #expect(try Cassette.open(folder.file()).entries.map(\.status) == [302, 200])
    }

    @Test func exchangeThatDoesNotEndIsNamedAndNothingIsWritten() async throws {
        let server = LoopbackServer { request in
            request.path == "/open" ? LoopbackResponse.text("").ending(.hangAtOnce) : .text("x")
        }
        let cassette = try Cassette.open(folder.file(), .all)
        let mock = HTTPMock()
        mock.insert(cassette)
        let open = Task { try await mock.data(for: URLRequest(url: server.url("/open?token=abcdefgh"))) }
        _ = try await mock.data(for: URLRequest(url: server.url("/other")))
        try await mock.waitForRequest(path: "/open", timeout: .seconds(600))
        #expect(await eventually { cassette.pending.pendingRequests.count == 1 })
        let text = message { try cassette.save(waitingAtMost: .milliseconds(50)) }
        #expect(
            text == """
                GET \(server.url("/open"))?token=REDACTED still had no complete answer after save() had waited 0.05 \
                seconds, so shop.har was not written. To fix this, wait for the answer before save().
                """)
        #expect(try folder.names.isEmpty)
        open.cancel()
        _ = try? await open.value
        await cassette.waitForPendingExchanges(atMost: .seconds(60))
        #expect(cassette.pending.pendingRequests.isEmpty)
        #expect(
            message { try cassette.save() } == """
                GET \(server.url("/open"))?token=REDACTED was cancelled before its end, so shop.har was not written. To \
                fix this, wait for the answer, or record failures as well: recordsFailures: true.
                """)
    }

    @Test func errorOfWritingAnotherFileNamesItsFunction() throws {
        let cassette = try Cassette.open(folder.file(), .all)
        let mark = cassette.mark(of: try request("https://a.com/x"))
        let text = message {
            try cassette.write(to: folder.file("copy.har"), format: .har, waitingAtMost: .milliseconds(10))
        }
        #expect(
            text == """
                GET https://a.com/x still had no complete answer after write(to:format:) had waited 0.01 seconds, so \
                copy.har was not written. To fix this, wait for the answer before write(to:format:).
                """)
        #expect(try folder.names.isEmpty)
        withExtendedLifetime(mark) {}
    }

    /// As many tasks as Swift's pool has threads wait, and another task still runs to end the exchange.
    @Test func waitingTasksBlockNoThread() async throws {
        let cassette = try Cassette.open(folder.file(), .all)
        let mark = Locked<PendingExchanges.Token?>(cassette.mark(of: try request("https://a.com/x")))
        await withTaskGroup { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask {
                    await cassette.waitForPendingExchanges(atMost: .seconds(60))
                    #expect(cassette.pending.pendingRequests.isEmpty)
                }
            }
            #expect(await eventually { cassette.pending.isWaited })
            group.addTask { mark.withLock { $0 = nil } }
        }
        #expect(!cassette.pending.isWaited)
    }

    @Test func waitEndsAtItsLimit() async throws {
        let cassette = try Cassette.open(folder.file(), .all)
        let mark = cassette.mark(of: try request("https://a.com/x"))
        await cassette.waitForPendingExchanges(atMost: .milliseconds(10))
        #expect(cassette.pending.pendingRequests == ["GET https://a.com/x"])
        #expect(!cassette.pending.isWaited)
        withExtendedLifetime(mark) {}
    }

    /// Saves on a thread of its own, because a thread of Swift's pool may be needed to end the exchange.
    private func save(_ cassette: Cassette) async throws {
        try await withCheckedThrowingContinuation { continuation in
            BackgroundThread.run {
                continuation.resume(with: Result { try cassette.save(waitingAtMost: .seconds(60)) })
            }
        }
    }
}
