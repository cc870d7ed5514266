import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Repeats thousands of times what crashes or deadlocks a careless URLProtocol (FoundationOnLinux.md).
@Suite(.bounded) struct FoundationCrashTests {
    private let mock = HTTPMock()

    /// Deliveries that end near a cancellation: at once, by a timer or by the test.
    enum Pace: CaseIterable, Sendable {
        case instant
        case delayed
        case chunks
        case held

        func delivery(_ gate: ResponseGate) -> MockResponse.Delivery {
            switch self {
            case .instant: .instant
            case .delayed: .delayed(0.000_2)
            case .chunks: .chunked(size: 2, every: .microseconds(50))
            case .held: .held(gate)
            }
        }
    }

    @Test(arguments: [Pace.instant, .delayed, .chunks])
    func oneFailureCancelsTheOthersOfAGroup(pace: Pace) async {
        mock.addResponses(
            forPath: "/ok", responses: [.plaintext("ok", lifetime: .eternal, delivery: pace.delivery(ResponseGate()))])
        mock.addResponses(forPath: "/never", responses: [.plaintext("", lifetime: .eternal, delivery: .never)])
        mock.addResponses(
            forPath: "/fail",
            responses: [.failure(.notConnectedToInternet, lifetime: .eternal, delivery: pace.delivery(ResponseGate()))])
        let session = mock.urlSession
        await endingOnDeadlock {
            for round in 1...240 {
                do {
                    try await withThrowingTaskGroup { group in
                        for number in 0..<8 {
                            let path = number == round % 8 ? "/fail" : number.isMultiple(of: 2) ? "/ok" : "/never"
                            group.addTask { _ = try await session.data(for: .example(path)) }
                        }
                        for try await _ in group {}
                    }
                    Issue.record("nothing failed")
                } catch {
                    #expect((error as? URLError)?.code == .notConnectedToInternet)
                }
            }
        }
    }

    /// Returns a request that ends by its cancellation only, because one busy processor may need its default timeout.
    private static func request(_ method: String) -> URLRequest {
        var request = URLRequest.example("/a", method: method)
        request.timeoutInterval = 600
        return request
    }

    @Test(arguments: Pace.allCases, [ClientStyle.asyncData, .asyncUpload, .asyncDownload])
    func cancellationNearTheResponseEndsEachCallOnce(pace: Pace, style: ClientStyle) async {
        let session = mock.urlSession
        let (get, post) = (Self.request("GET"), Self.request("POST"))
        await endingOnDeadlock {
            for round in 1...300 {
                let gate = ResponseGate()
                mock.replaceResponses(forPath: "/a", responses: [.plaintext("abcdef", delivery: pace.delivery(gate))])
                let task = Task {
                    switch style {
                    case .asyncUpload: _ = try await session.upload(for: post, from: Data("body".utf8))
                    case .asyncDownload:
                        let (file, _) = try await session.download(for: get)
                        try? FileManager.default.removeItem(at: file)
                    default: _ = try await session.data(for: get)
                    }
                }
                if pace == .held { await gate.reached() }
                await jitter(round % 16)
                async let opening: Void = gate.open()
                task.cancel()
                await opening
                if case .failure(let error) = await task.result {
                    #expect((error as? URLError)?.code == .cancelled)
                }
            }
        }
    }

    @Test(arguments: TaskProbe.styles)
    func concurrentlySuspendedResumedAndCancelledTasksEndOnce(style: ClientStyle) async {
        mock.addResponses(
            forPath: "/a",
            responses: [.plaintext("abcdef", lifetime: .eternal, delivery: .chunked(size: 2, every: .microseconds(50)))]
        )
        let configuration = mock.urlSession.configuration
        await endingOnDeadlock {
            for round in 1...100 {
                let probe = TaskProbe(.example("/a"), as: style, configuration: configuration)
                probe.task.resume()
                await withTaskGroup { group in
                    for _ in 1...2 {
                        group.addTask {
                            for _ in 1...5 {
                                probe.task.suspend()
                                await Task.yield()
                                probe.task.resume()
                            }
                        }
                    }
                    if round.isMultiple(of: 2) { group.addTask { probe.task.cancel() } }
                    group.addTask { probe.task.resume() }
                }
                probe.task.resume()
                let outcome = await probe.outcome()
                #expect(outcome.error == nil || outcome.isCancelled, "\(outcome)")
                await probe.settle()
                #expect(probe.endCount == 1)
            }
        }
    }

    @Test func resumingWhileATaskEndsDoesNothing() async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("ok", lifetime: .eternal)])
        let session = mock.urlSession
        await endingOnDeadlock {
            for _ in 1...1_000 {
                let ends = Observed<[String?]>([])
                let task = session.dataTask(with: .example("/a")) { data, _, error in
                    ends.change { $0.append(error == nil ? data.map { String(decoding: $0, as: UTF8.self) } : nil) }
                }
                async let others: Void = Self.resume(task, times: 30)
                Self.resume(task, times: 30)
                await others
                await ends.wait { !$0.isEmpty }
                #expect(ends.value == ["ok"])
            }
        }
    }

    private static func resume(_ task: URLSessionTask, times: Int) {
        for _ in 1...times { task.resume() }
    }

    @Test func thousandsOfConcurrentRequestsUseEachResponseOnce() async {
        let count = 2_000
        mock.addResponses(
            forPath: "/a", responses: (1...count / 2).map { .plaintext("\($0)", delivery: .delayed(0.001)) })
        let session = mock.urlSession
        await endingOnDeadlock {
            let texts = await withTaskGroup { group in
                for _ in 1...count {
                    group.addTask { () -> String? in
                        let answer = try? await session.data(for: .example("/a"))
                        guard (answer?.1 as? HTTPURLResponse)?.statusCode == 200 else { return nil }
                        return answer.map { String(decoding: $0.0, as: UTF8.self) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let served = texts.compactMap { $0 }
            #expect(texts.count == count)
            #expect(served.count == count / 2)
            #expect(Set(served).count == count / 2)
        }
    }

    @Test func concurrentSessionsGetTheirOwnResponses() async {
        await endingOnDeadlock {
            await withTaskGroup { group in
                for number in 1...8 {
                    group.addTask {
                        for round in 1...40 {
                            let mock = HTTPMock()
                            mock.addResponses(
                                forPath: "/a", responses: [.plaintext("\(number) \(round)", lifetime: .multiple(5))])
                            let session = mock.urlSession
                            await withTaskGroup { group in
                                for _ in 1...5 {
                                    group.addTask {
                                        let answer = try? await session.data(for: .example("/a"))
                                        #expect(answer?.0 == Data("\(number) \(round)".utf8))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func responsesThatRaceWithAReleasedSessionArrive() async {
        let ends = Observed(0)
        let count = 1_000
        await endingOnDeadlock {
            for round in 1...count {
                let mock = HTTPMock()
                let pace: Pace = round.isMultiple(of: 2) ? .instant : .delayed
                mock.addResponses(
                    forPath: "/a", responses: [.plaintext("answer", delivery: pace.delivery(ResponseGate()))])
                mock.urlSession.dataTask(with: .example("/a")) { data, _, error in
                    #expect(data == Data("answer".utf8) && error == nil)
                    ends.change { $0 += 1 }
                }.resume()
            }
            await ends.wait { $0 == count }
        }
    }

    @Test func invalidatedSessionCancelsPendingTasks() async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("", lifetime: .eternal, delivery: .never)])
        await endingOnDeadlock {
            for _ in 1...100 {
                let probes = TaskProbe.styles.map {
                    TaskProbe(.example("/a"), as: $0, configuration: mock.urlSession.configuration)
                }
                for probe in probes {
                    probe.task.resume()
                    // Foundation reads its table of tasks without a lock then.
                    _ = probe.task.priority
                    probe.session.invalidateAndCancel()
                }
                for probe in probes {
                    #expect(await probe.outcome().isCancelled)
                    #expect(probe.endCount == 1)
                }
            }
        }
    }

    @Test func conditionsOffTheWorkQueueFollowTheSameRules() async {
        let condition = RequestCondition.where("any") { _ in true }
        mock.addResponses(forPath: "/a", when: condition, responses: [.plaintext("ok", lifetime: .eternal)])
        let session = mock.urlSession
        await endingOnDeadlock {
            for round in 1...1_000 {
                let task = Task { try await session.data(for: .example("/a")) }
                await jitter(round % 16)
                task.cancel()
                if case .failure(let error) = await task.result {
                    #expect((error as? URLError)?.code == .cancelled)
                }
            }
        }
    }

    @Test func releasedMockAnswersOrFailsWithAnExplanation() async {
        await endingOnDeadlock {
            for round in 1...500 {
                var mock: HTTPMock? = HTTPMock()
                let configuration = URLSessionConfiguration.uncached
                mock?.install(in: configuration)
                mock?.addResponses(forPath: "/a", responses: [.plaintext("ok")])
                let session = URLSession(configuration: configuration)
                let task = Task { try await session.data(for: .example("/a")) }
                await jitter(round % 8)
                mock = nil
                if round.isMultiple(of: 3) { task.cancel() }
                if case .failure(let error) = await task.result {
                    #expect(error is HTTPMockError || (error as? URLError)?.code == .cancelled)
                }
            }
        }
    }

    @Test func cancelledTaskOfAReleasedMockEndsOnceInASessionWithACache() async {
        let ends = Observed(0)
        let count = 200
        await endingOnDeadlock {
            for _ in 1...count {
                let configuration = URLSessionConfiguration.ephemeral
                HTTPMock().install(in: configuration)
                configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
                let task = URLSession(configuration: configuration).dataTask(with: .example("/a")) { _, _, error in
                    #expect(error is HTTPMockError || (error as? URLError)?.code == .cancelled)
                    ends.change { $0 += 1 }
                }
                task.resume()
                task.cancel()
            }
            await ends.wait { $0 == count }
        }
    }

    /// Runs a body that may deadlock, and returns without its end if the test's time limit cancels the test.
    private func endingOnDeadlock(_ body: @escaping @Sendable () async -> Void) async {
        let isOver = Observed(false)
        // Not a child of the test's task, which would wait for a child that nothing can end.
        Task {
            await body()
            isOver.change { $0 = true }
        }
        await isOver.wait { $0 }
    }
}
