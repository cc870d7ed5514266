import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct PendingExchangesTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test func savingWaitsForAnExchangeThatIsBeingRecorded() async throws {
        let cassette = try Cassette.open(folder.file(), .all)
        let asked = try request("https://a.com/x")
        let recorder = Locked<PassedExchange.Recorder?>(cassette.recorder(of: asked))
        // The exchange ends while save() waits, as it does after the last byte that the client of a server sees.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.05)
            recorder.withLock { recorder in
                recorder?(.of(asked, "late"))
                recorder = nil
            }
        }
        try cassette.save()
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
        #expect(cassette.pending.wait(atMost: .seconds(60)).isEmpty)
        try cassette.save()
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
        try await mock.waitForRequest(path: "/open")
        #expect(await eventually { !cassette.pending.wait(atMost: .zero).isEmpty })
        let text = message { try cassette.save() }
        #expect(
            text == """
                GET \(server.url("/open"))?token=REDACTED had no complete answer 5 seconds after the recording was to be saved, \
                so shop.har was not written. To fix this, wait for the answer before save(), or cancel the request.
                """)
        #expect(try folder.names.isEmpty)
        open.cancel()
        _ = try? await open.value
        #expect(cassette.pending.wait(atMost: .seconds(60)).isEmpty)
    }
}
