import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RequestLogRaceTests {
    private let mock = HTTPMock()
    // Kept from standard error, because a test registers responses after an eternal one.
    private let reports = InterceptedReports(containing: "(RequestLogRaceTests.swift:")

    @Test(arguments: [ClientStyle.asyncData, .handlerData, .delegateData, .asyncUpload, .delegateDownload])
    func recordIsCompleteBeforeTheClientSeesTheEnd(style: ClientStyle) async throws {
        mock.addResponses(forPath: "/{n}", host: "h", responses: [.plaintext("body", lifetime: .eternal)])
        let driver = ClientDriver(session: mock.urlSession)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { [mock] in
                    for number in 0..<40 {
                        var request = URLRequest(url: URL(string: "http://h/\(task)-\(number)")!)
                        request.httpMethod = "POST"
                        let outcome = await driver.run(request, as: style)
                        #expect(outcome.status == 200)
                        let record = mock.requests(path: "/\(task)-\(number)").first
                        #expect(record?.status == 200)
                        #expect(record?.responseBody == Data("body".utf8))
                        #expect(record?.duration != nil)
                        guard case .mocked = record?.outcome else {
                            Issue.record("the outcome is missing")
                            return
                        }
                    }
                }
            }
        }
        #expect(mock.requests.count == 320)
        #expect(mock.requests.map(\.start) == mock.requests.map(\.start).sorted())
    }

    @Test func logMayBeReadWhileRequestsArriveAndEnd() async {
        mock.addResponses(forPath: "/**", host: "h", responses: [.plaintext("x", lifetime: .eternal)])
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask { [mock] in
                    for number in 0..<100 {
                        _ = try? await mock.data(for: URLRequest(url: URL(string: "http://h/\(task)/\(number)")!))
                    }
                }
                group.addTask { [mock] in
                    for _ in 0..<20 {
                        _ = mock.networkLogHAR()
                        _ = mock.requestSummary
                        _ = mock.unusedResponses
                        mock.logBodyLimit = 10 + task
                        if task == 3 { mock.reset() }
                        mock.addResponses(
                            forPath: "/**", host: "h", responses: [.plaintext("x", lifetime: .eternal).optional()])
                        await Task.yield()
                    }
                }
            }
        }
    }

    @Test func concurrentWaitsFindTheirOwnRequests() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { [mock] in
                    let record = try await mock.waitForRequest(path: "/\(number)", timeout: .seconds(600))
                    #expect(record.request.path == "/\(number)")
                }
            }
            for number in 0..<100 {
                group.addTask { [mock] in
                    _ = try await mock.data(for: URLRequest(url: URL(string: "http://h/\(number)")!))
                }
            }
            try await group.waitForAll()
        }
        #expect(mock.engine.store.watcherCount == 0)
    }

    @Test func cancelledWaitsLeaveNoWatchers() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                let task = Task { [mock] in
                    _ = await #expect(throws: CancellationError.self) {
                        try await mock.waitForRequest(path: "/never", timeout: .seconds(600))
                    }
                }
                group.addTask { task.cancel() }
                group.addTask { await task.value }
            }
        }
        #expect(mock.engine.store.watcherCount == 0)
    }

    @Test func everyRequestOfAnEndedInstanceEnds() async {
        // A request may begin to wait at the moment of the end; none may wait forever.
        for _ in 0..<50 {
            let mock = HTTPMock()
            mock.addResponses(forPath: "/", host: "h", responses: [.empty(lifetime: .eternal, delivery: .never)])
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        await #expect(throws: (any Error).self) {
                            try await mock.data(for: URLRequest(url: URL(string: "http://h/")!))
                        }
                    }
                }
                group.addTask { mock.end(because: "over") }
            }
        }
    }
}
