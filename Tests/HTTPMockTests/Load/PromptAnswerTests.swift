import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers that an async method has before it begins to wait.
@Suite(.timeLimit(.minutes(2))) struct PromptAnswerTests {
    @Test(arguments: [true, false])
    func requestsWithoutAPauseLetOtherTasksRun(sharingOneSession: Bool) async throws {
        let isDone = Observed(false)
        let common = Self.answering()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // More than there are threads to run them.
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 3 {
                let mock = sharingOneSession ? common : Self.answering()
                group.addTask {
                    while !isDone.value { _ = try await mock.data(for: .example("/a")) }
                }
            }
            group.addTask {
                // Behind the others, several times over.
                for _ in 0..<5 { await Task.yield() }
                isDone.change { $0 = true }
            }
            try await group.waitForAll()
        }
    }

    @Test func sessionIsReleasedAfterManyAnswers() async throws {
        weak var session: URLSession?
        do {
            let mock = Self.answering()
            session = mock.urlSession
            for _ in 0..<200 { #expect(try await mock.data(for: .example("/a")).0 == Data("a".utf8)) }
        }
        for _ in 0..<1_000 where session != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(session == nil)
    }

    @Test func sessionOfOnesOwnIsAnsweredAlike() async throws {
        let mock = Self.answering()
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration)
        for _ in 0..<200 { #expect(try await session.data(for: .example("/a")).0 == Data("a".utf8)) }
        #expect(mock.requests.count == 200)
        #expect(mock.requests.allSatisfy { $0.status == 200 && $0.duration != nil })
    }

    @Test func everyCallTakesOneResponse() async throws {
        let mock = HTTPMock()
        let texts = (1...150).map { "\($0)" }
        mock.addResponses(forPath: "/a", responses: texts.map { .plaintext($0) })
        let request = URLRequest.example("/a", method: "POST")
        for (index, text) in texts.enumerated() {
            let data: Data
            switch index % 3 {
            case 0: data = try await mock.urlSession.data(for: request).0
            case 1: data = try await mock.urlSession.upload(for: request, from: Data("body".utf8)).0
            default:
                let (file, _) = try await mock.urlSession.download(for: request)
                data = try Data(contentsOf: file)
                try FileManager.default.removeItem(at: file)
            }
            #expect(data == Data(text.utf8))
        }
        #expect(mock.requests.count == texts.count)
        #expect(mock.unusedResponses.isEmpty)
    }

    private static func answering() -> HTTPMock {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.plaintext("a", lifetime: .eternal)])
        return mock
    }
}
