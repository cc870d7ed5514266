import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Responses that an async method gets inside `resume()`, before it suspends.
@Suite(.bounded) struct InsideResumeTests {
    /// The way in which a loop makes its requests.
    enum Loop: CaseIterable {
        case oneSession
        case sessionEach
        case sessionForEachRequest
        case withOtherTasksBetween
    }

    @Test(arguments: Loop.allCases)
    func requestsWithoutAPauseLetOtherTasksRun(loop: Loop) async throws {
        let isDone = Observed(false)
        let common = Self.answering()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // One more than the cooperative pool has threads; each more costs all other tests a turn of the pool.
            for _ in 0...ProcessInfo.processInfo.activeProcessorCount {
                let own = loop == .oneSession ? common : Self.answering()
                group.addTask {
                    while !isDone.value {
                        let mock = loop == .sessionForEachRequest ? Self.answering() : own
                        _ = try await mock.data(for: .example("/a"))
                        if loop == .withOtherTasksBetween {
                            mock.urlSession.dataTask(with: .example("/a")) { _, _, _ in }.resume()
                        }
                    }
                }
            }
            group.addTask {
                await Task.yield()
                isDone.change { $0 = true }
            }
            try await group.waitForAll()
        }
    }

    #if canImport(FoundationNetworking)
        @Test func immediateResponseArrivesBeforeTheCallSuspends() async throws {
            let executor = CountingExecutor()
            let mock = Self.answering()
            let requests = Task(executorPreference: executor) {
                for _ in 0..<200 { _ = try await mock.data(for: .example("/a")) }
            }
            try await requests.value
            // A task that suspends needs one more job. Every 64th request of the process suspends.
            #expect(executor.jobCount.value < 100)
        }
    #endif

    @Test func protocolCreatedByAnotherProtocolWaitsForItsStart() async throws {
        let mock = Self.answering()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        WrappingURLProtocol.inner.change { $0 = mock }
        defer { WrappingURLProtocol.inner.change { $0 = nil } }
        configuration.protocolClasses = [WrappingURLProtocol.self]
        let session = URLSession(configuration: configuration)
        for _ in 0..<5 { #expect(try await session.data(for: .example("/a")).0 == Data("a".utf8)) }
        #expect(WrappingURLProtocol.early.value == 0)
        #expect(mock.requests.count == 5)
    }

    @Test func sessionIsReleasedAfterManyResponses() async throws {
        weak var session: URLSession?
        do {
            let mock = Self.answering()
            session = mock.urlSession
            for _ in 0..<200 { #expect(try await mock.data(for: .example("/a")).0 == Data("a".utf8)) }
        }
        #expect(await eventually { session == nil })
    }

    @Test func sessionOfTheUserIsAnsweredAlike() async throws {
        let mock = Self.answering()
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration)
        for _ in 0..<200 { #expect(try await session.data(for: .example("/a")).0 == Data("a".utf8)) }
        #expect(mock.requests.count == 200)
        #expect(mock.requests.allSatisfy { $0.status == 200 && $0.duration != nil })
    }

    @Test func everyCallUsesOneResponse() async throws {
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

/// A protocol that creates another protocol in its initializer, and forwards its events.
private final class WrappingURLProtocol: URLProtocol {
    /// The mock whose protocol is created.
    static let inner = Observed<HTTPMock?>(nil)
    /// The number of events before the inner protocol was started.
    static let early = Observed(0)

    private var wrapped: URLProtocol?
    fileprivate var isStarted = false

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    #if canImport(FoundationNetworking)
        override var task: URLSessionTask? {
            didSet {
                guard let task, oldValue == nil else { return }
                let client = ForwardingClient(self)
                wrapped = Self.inner.value?.protocolClass.init(task: task, cachedResponse: nil, client: client)
            }
        }
    #endif

    override func startLoading() {
        isStarted = true
        wrapped?.startLoading()
    }

    override func stopLoading() {
        wrapped?.stopLoading()
    }
}

private final class ForwardingClient: NSObject, URLProtocolClient, @unchecked Sendable {
    // Sendable, because it is used only on the task's work queue, like its protocol.
    private unowned let outer: WrappingURLProtocol

    init(_ outer: WrappingURLProtocol) {
        self.outer = outer
    }

    private var client: (any URLProtocolClient)? {
        if !outer.isStarted { WrappingURLProtocol.early.change { $0 += 1 } }
        return outer.client
    }

    func urlProtocol(_: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy: URLCache.StoragePolicy) {
        client?.urlProtocol(outer, didReceive: response, cacheStoragePolicy: cacheStoragePolicy)
    }

    func urlProtocol(_: URLProtocol, didLoad data: Data) {
        client?.urlProtocol(outer, didLoad: data)
    }

    func urlProtocolDidFinishLoading(_: URLProtocol) {
        client?.urlProtocolDidFinishLoading(outer)
    }

    func urlProtocol(_: URLProtocol, didFailWithError error: any Error) {
        client?.urlProtocol(outer, didFailWithError: error)
    }

    func urlProtocol(_: URLProtocol, wasRedirectedTo _: URLRequest, redirectResponse _: URLResponse) {}
    func urlProtocol(_: URLProtocol, cachedResponseIsValid _: CachedURLResponse) {}
    func urlProtocol(_: URLProtocol, didReceive _: URLAuthenticationChallenge) {}
    func urlProtocol(_: URLProtocol, didCancel _: URLAuthenticationChallenge) {}
}

#if canImport(FoundationNetworking)
    /// An executor that counts the jobs of a task: one, and one more after each suspension.
    private final class CountingExecutor: TaskExecutor {
        let jobCount = Observed(0)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobCount.change { $0 += 1 }
            DispatchQueue(label: "CountingExecutor").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
