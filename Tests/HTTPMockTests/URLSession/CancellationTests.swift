import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Cancels tasks natively and mocked; the client sees the same, at once, and nothing after.
@Suite(.bounded) struct CancellationTests {
    enum Moment: String, CaseIterable, Sendable {
        case beforeResume
        case atOnce
        case waiting
        case twice
        case byProgress
        case suspended
        case inTheBody
    }

    @Test(arguments: Moment.allCases, TaskProbe.styles)
    func cancelledTaskReportsItsCancellationAndNothingElse(moment: Moment, style: ClientStyle) async {
        // Other styles report no first chunk.
        guard moment != .inTheBody || style == .delegateData || style == .delegateUpload else { return }
        let isInBody = moment == .inTheBody

        let server = LoopbackServer { _ in isInBody ? .text("0123").ending(.hang(afterBytes: 2)) : .hanging }
        // Longer than a loaded machine needs, because the native timeout uses real time.
        let request = URLRequest(url: server.url("/x?y"), timeoutInterval: 600)
        let native = TaskProbe(request, as: style, configuration: .uncached)
        await cancel(native, at: moment) { await server.waitForRequests() }
        let expected = await native.outcome()

        let mock = HTTPMock()
        let gate = ResponseGate()
        let delivery: MockResponse.Delivery = isInBody ? .chunked(size: 2, every: .seconds(3_600)) : .held(gate)
        // Like the server's response, which has no media type.
        let response = MockResponse(content: .body(.data(Data("0123".utf8))), 200, .eternal, delivery)
        mock.addResponses(forPath: "/x", host: "127.0.0.1", responses: [response])
        let configuration = URLSessionConfiguration.uncached
        mock.install(in: configuration)
        let mocked = TaskProbe(request, as: style, configuration: configuration)
        await cancel(mocked, at: moment) { if !isInBody { await gate.reached() } }
        let outcome = await mocked.outcome()

        // The number of sent bytes before the end depends on timing.
        #expect(
            moment == .atOnce ? outcome.withoutSentBody == expected.withoutSentBody : outcome == expected,
            "\(outcome) is not \(expected)")
        #expect(outcome.isCancelled)
        #expect(outcome.error?.failingTarget == "/x?y")
        await mocked.settle()
        #expect(mocked.task.state == .completed)
        #expect((mocked.task.error as? URLError)?.code == .cancelled)
        let events = mocked.delegate?.events
        gate.open()
        mocked.task.resume()
        mocked.task.cancel()
        await mocked.settle()
        #expect(mocked.delegate?.events == events)
        #expect(mocked.endCount == 1)
    }

    private func cancel(_ probe: TaskProbe, at moment: Moment, arrived: () async -> Void) async {
        if moment == .beforeResume {
            probe.task.cancel()
            return probe.task.resume()
        }
        probe.task.resume()
        if moment == .atOnce { return probe.task.cancel() }
        await arrived()
        switch moment {
        case .suspended:
            probe.task.suspend()
            // Natively a task that stops before it has been suspended crashes.
            await probe.settle()
        case .inTheBody:
            await probe.delegate?.waitForEvents { $0.contains { if case .data = $0 { true } else { false } } }
        case .twice:
            probe.task.cancel()
        case .byProgress:
            return probe.task.progress.cancel()
        default: break
        }
        probe.task.cancel()
    }

    @Test func cancelledRequestKeepsItsResponse() async {
        let mock = HTTPMock()
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("first", delivery: .held(gate)), .plaintext("second")])
        let request = URLRequest.example("/a")
        let probe = TaskProbe(request, as: .handlerData, configuration: mock.urlSession.configuration)
        probe.task.resume()
        await gate.reached()
        probe.task.cancel()
        #expect(await probe.outcome().isCancelled)
        let outcome = await ClientDriver(session: mock.urlSession).run(request, as: .asyncData)
        #expect(outcome.text == "second")
    }

    @Test func taskCancelledBeforeItsStartUsesNoResponse() async {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.plaintext("first")])
        let request = URLRequest.example("/a")
        for style in TaskProbe.styles {
            let probe = TaskProbe(request, as: style, configuration: mock.urlSession.configuration)
            probe.task.cancel()
            probe.task.resume()
            #expect(await probe.outcome().isCancelled)
        }
        let outcome = await ClientDriver(session: mock.urlSession).run(request, as: .asyncData)
        #expect(outcome.text == "first")
    }

    @Test func asyncMethodOfACancelledSwiftTaskUsesNoResponse() async {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.plaintext("first")])
        let request = URLRequest.example("/a")
        let session = mock.urlSession
        for _ in 1...200 {
            let results = await cancelledTask {
                async let data = Result.of { _ = try await session.data(for: request) }
                async let upload = Result.of { _ = try await session.upload(for: request, from: Data("x".utf8)) }
                async let download = Result.of { _ = try await session.download(for: request) }
                return await [data, upload, download]
            }
            for result in results {
                #expect(throws: URLError.self) { try result.get() }
            }
        }
        let outcome = await ClientDriver(session: session).run(request, as: .asyncData)
        #expect(outcome.text == "first")
    }

    @Test func handlerTaskOfACancelledSwiftTaskIsAnswered() async {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.plaintext("answer", lifetime: .eternal)])
        let request = URLRequest.example("/a")
        let configuration = mock.urlSession.configuration
        for style in TaskProbe.styles {
            let probe = await cancelledTask {
                let probe = TaskProbe(request, as: style, configuration: configuration)
                probe.task.resume()
                return probe
            }
            #expect(await probe.outcome().error == nil)
        }
    }

    @Test func cancelledDownloadLeavesNoFile() async {
        let mock = HTTPMock()
        let text = "file \(UUID())"
        let folder = FileManager.default.temporaryDirectory
        func downloads() -> Set<String> {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return Set(names.filter { $0.hasPrefix("HTTPMockDownload_") })
        }
        let earlier = downloads()
        mock.addResponses(forPath: "/a", responses: [.plaintext(text, lifetime: .eternal)])
        let request = URLRequest.example("/a")
        let configuration = mock.urlSession.configuration
        for _ in 1...100 {
            let probe = TaskProbe(request, as: .handlerDownload, configuration: configuration)
            probe.task.resume()
            probe.task.cancel()
            let outcome = await probe.outcome()
            #expect(outcome.isCancelled || outcome.text == text)
        }
        let isRemoved = await eventually {
            // Other tests download files at the same time.
            downloads().subtracting(earlier).allSatisfy { name in
                (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) != text
            }
        }
        #expect(isRemoved)
    }

    private func cancelledTask<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await body()
        }.value
    }
}

extension ClientOutcome {
    fileprivate var withoutSentBody: ClientOutcome {
        var outcome = self
        outcome.events.removeAll { if case .sentBody = $0 { true } else { false } }
        return outcome
    }
}

extension Result where Success == Void, Failure == any Error {
    /// Returns the result of an async call.
    fileprivate static func of(_ body: () async throws -> Void) async -> Result {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
