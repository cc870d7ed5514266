import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests, responses and errors as a client of the simulated loading system sees them.
@Suite(.bounded) struct SimulatedBehaviourTests {
    private let mock = HTTPMock()
    @TaskLocal private static var caller = "nobody"

    @Test(arguments: Uncertainty.positions)
    func resumeReturnsBeforeAnyProtocolRuns(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("a")])
        let system = SimulatedLoadingSystem(uncertain)
        let release = DispatchSemaphore(value: 0)
        system.perform { release.wait() }
        // The thread that is blocked serves all tasks.
        let tasks = (0..<2).map { _ in SimulatedTask(mock, in: system) }
        for task in tasks { task.resume(.example("/a")) }
        // Until both protocols have been created.
        await withCheckedContinuation { created in system.onSessionQueue { created.resume() } }
        #expect(mock.requests.isEmpty)
        release.signal()
        for task in tasks { await task.end() }
        #expect(mock.requests.count == 2)
    }

    private static let ownMode = RunLoop.Mode("a synchronous load")

    /// Waits until a task has ended, or work waits for another mode.
    private static func endOrKeptWork(of task: SimulatedTask) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await task.end() }
            group.addTask { await task.system.thread.keptCount.wait { $0 > 0 } }
            await group.next()
            group.cancelAll()
        }
    }

    /// A synchronous load runs the run loop in a mode of its own.
    @Test(arguments: Uncertainty.positions, [ownMode, .default])
    func protocolIsServedInTheModeOfItsStartAndInTheDefaultMode(
        uncertain: Set<Uncertainty>, later: RunLoop.Mode
    ) async {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("a", delivery: .held(gate))])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        task.system.enter(Self.ownMode)
        await task.run(.example("/a"))
        task.system.enter(later)
        gate.open()
        await Self.endOrKeptWork(of: task)
        #expect(task.seen == ["response 200", "data a", "finish"])
    }

    /// Without these mistakes, no other test would show that the transport makes none.
    @Test func callOnAnotherThreadOrOutOfOrderIsAMistake() {
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem())
        let hop = SimulatedProtocol(task, mock.frontEnd, mock.frontEnd.protocolClass, .example("/a"), nil)
        let mistakes = Observed<[String]>([])
        withKnownIssue {
            hop.deliverEnd()
        } matching: { issue in
            mistakes.change { $0.append("\(issue)") }
            return true
        }
        #expect(mistakes.value.count == 2)
        for text in ["called on the loading thread", "a call out of order"] {
            #expect(mistakes.value.contains { $0.contains(text) }, "\(mistakes.value)")
        }
    }

    @Test(arguments: Uncertainty.positions)
    func clientIsNotCalledInAnotherMode(uncertain: Set<Uncertainty>) async {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("a", delivery: .held(gate))])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        await task.run(.example("/a"))
        task.system.enter(Self.ownMode)
        gate.open()
        await Self.endOrKeptWork(of: task)
        #expect(task.events.isEmpty)
        task.system.enter(.default)
        await task.end()
    }

    @Test(arguments: Uncertainty.positions)
    func valuesOfTheCallersTaskAreHidden(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/a", responses: [.handler { _ in .plaintext(Self.caller) }])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        await Self.$caller.withValue("the test") { await task.run(.example("/a")) }
        await task.end()
        #expect(task.seen == ["response 200", "data nobody", "finish"])
    }

    @Test(arguments: Uncertainty.positions)
    func bodyIsAStreamWhoseLengthIsNoField(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("a")])
        let configuration = URLSessionConfiguration.uncached
        configuration.httpAdditionalHeaders = ["X-Session": "1", "X-Own": "session"]
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain), configuration: configuration)
        await task.run(.example("/a", method: "POST", headers: ["X-Own": "request"], body: "body"))
        await task.end()
        let request = mock.requests.first?.request
        #expect(request?.body == Data("body".utf8))
        // As on Linux, where Foundation does not add the length.
        #expect(request?.headers["Content-Length"] == nil)
        #expect(request?.headers["X-Session"] == "1")
        #expect(request?.headers["X-Own"] == "request")
        #expect(request?.headers["Cookie"] == nil)
    }

    @Test(arguments: [false, true], ["text/event-stream", "application/json"])
    func textIsHeldUntilTheEnd(sendsTextAtOnce: Bool, type: String) async {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(
            forPath: "/a",
            responses: [.stream([Data("one ".utf8), Data("two".utf8)], every: .seconds(1), contentType: type)])
        let uncertain: Set<Uncertainty> = sendsTextAtOnce ? [.sendsTextAtOnce, .joinsData] : [.joinsData]
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        await task.run(.example("/a"))
        await clock.waitForSleepers(1)
        await task.system.settle()
        let isHeld = type.hasPrefix("text/") && !sendsTextAtOnce
        #expect(task.seen == (isHeld ? [] : ["response 200", "data one "]))
        clock.advance(by: .seconds(1))
        await task.end()
        #expect(task.seen == ["response 200", "data one two", "finish"])
    }

    @Test func textOf512BytesIsReportedAtOnce() async {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        let chunks = [511, 1, 1].map { Data(repeating: 97, count: $0) }
        mock.addResponses(
            forPath: "/a", responses: [.stream(chunks, every: .seconds(1), contentType: "text/plain")])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem())
        await task.run(.example("/a"))
        var counts: [Int] = []
        for _ in 0..<2 {
            await clock.waitForSleepers(1)
            await task.system.settle()
            counts.append(task.events.count)
            clock.advance(by: .seconds(1))
        }
        await task.end()
        #expect(counts == [0, 2])
    }

    private struct OwnError: Error {}

    @Test(arguments: Uncertainty.positions)
    func swiftErrorLosesItsType(uncertain: Set<Uncertainty>) async throws {
        mock.addResponses(
            forPath: "/a", responses: [.failure(OwnError()), .failure(.notConnectedToInternet)])
        var errors: [NSError] = []
        for _ in 0..<2 {
            let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
            await task.run(.example("/a"))
            await task.end()
            if case .failure(let error)? = task.events.last { errors.append(error) }
        }
        try #require(errors.count == 2)
        #expect(errors[0] as any Error as? OwnError == nil)
        #expect(errors[0].domain == (OwnError() as NSError).domain)
        #expect(errors[1].domain == NSURLErrorDomain)
        #expect(errors[1].code == NSURLErrorNotConnectedToInternet)
        #expect(errors[1].userInfo[NSURLErrorFailingURLErrorKey] as? URL == URL(string: "https://example.com/a"))
    }

    @Test(arguments: Uncertainty.positions)
    func mocksErrorIsFoundInTheNSError(uncertain: Set<Uncertainty>) async throws {
        mock.end(because: "its test has ended")
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        await task.run(.example("/a"))
        await task.end()
        guard case .failure(let error)? = task.events.last else {
            Issue.record("no error")
            return
        }
        let found = try #require(HTTPMockError(error))
        #expect(found.message == "its test has ended")
        #expect(found.cause == .testEnded)
    }

    @Test(arguments: Uncertainty.positions)
    func challengesAndCodingsAreLeftToTheClient(uncertain: Set<Uncertainty>) async {
        mock.addResponses(
            forPath: "/a",
            responses: [
                .plaintext("who?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""]),
                .plaintext("not gzip", headers: ["Content-Encoding": "gzip"]),
            ])
        for expected in [["response 401", "data who?", "finish"], ["response 200", "data not gzip", "finish"]] {
            let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
            await task.run(.example("/a"))
            #expect(task.seen == expected)
        }
    }

    @Test func requestWithoutAHostIsLeftToTheSystem() {
        let known = mock.protocolClass
        #expect(known.canInit(with: .example("https://example.com/a")))
        #expect(!known.canInit(with: .example("data:text/plain,a")))
    }

    /// A registered class answers `Data(contentsOf:)` too, unlike one in the session's configuration.
    @Test(arguments: ["http://a/b", "HTTPS://a/b", "file:///a", "ftp://a/b"], [false, true])
    func registeredClassAnswersOnlyHTTP(url: String, isRegistered: Bool) {
        let request = URLRequest.example(url)
        let isExpected = !isRegistered || url.lowercased().hasPrefix("http")
        #expect(SharedSession.mayAnswer(request, isRegistered: isRegistered) == isExpected)
    }

    /// The instance hands out its session until the system calls the delegate.
    @Test(arguments: Uncertainty.positions)
    func invalidatedSessionRefusesTasksUntilItsDelegateIsCalled(uncertain: Set<Uncertainty>) async throws {
        mock.addResponses(forPath: "/a", responses: [.plaintext("a")])
        let first = mock.urlSession
        let system = SimulatedLoadingSystem(uncertain)
        let session = SimulatedSession(
            in: system, makeTask: { [mock] in SimulatedTask(mock, in: system) },
            didBecomeInvalid: { [mock] in mock.replace(first) })
        let task = try session.makeTask()
        session.invalidate()
        #expect(throws: SimulatedSession.Exception.self) { try session.makeTask() }
        // A task from before the invalidation goes on.
        await task.run(.example("/a"))
        await task.end()
        #expect(task.seen == ["response 200", "data a", "finish"])
        #expect(mock.urlSession !== first)
    }

    /// The requests do not show their tests, as on Apple's systems.
    @Test func interceptingTestsRunOneAtATime() async {
        let runs = Observed<[String]>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    await SharedSession.intercept(with: HTTPMock(), knowsCaller: false) {
                        runs.change { $0.append("begin \(number)") }
                        // An inner trait has the turn of the outer one.
                        await SharedSession.intercept(with: HTTPMock(), knowsCaller: false) { await Task.yield() }
                        runs.change { $0.append("end \(number)") }
                    }
                }
            }
        }
        let ends = runs.value.filter { $0.hasPrefix("end") }
        #expect(Set(ends).count == 8)
        #expect(runs.value == ends.flatMap { [$0.replacingOccurrences(of: "end", with: "begin"), $0] })
    }
}

/// Run by `EndToEndTests` in a process of its own, in which no other test intercepts the shared session.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["HTTPMOCK_FIXTURES"] != nil, "run in a process of its own"),
    .serialized)
struct QueueFixture {
    /// Apple's loading system creates each protocol on a queue, so nothing shows that the test is another one.
    @Test(arguments: [false, true])
    func requestOnAQueueBelongsToTheInterceptingTest(knowsCaller: Bool) async {
        let mock = HTTPMock()
        mock.begin(in: RequestingTest(name: "a test", id: "a test", isCertain: true))
        await SharedSession.intercept(with: HTTPMock(), knowsCaller: false) {}
        await SharedSession.intercept(with: mock, knowsCaller: false) {
            let isServed = await withCheckedContinuation { served in
                DispatchQueue.global().async {
                    let owner = SharedSession.findOwner(of: .example("/a"), knowsCaller: knowsCaller)
                    let isOwn = if case .instance(let known) = owner { known === mock.frontEnd } else { false }
                    served.resume(returning: isOwn && mock.engine.foreignError() == nil)
                }
            }
            #expect(isServed)
        }
        // A request that may be another test's is listed only where a late one shows that.
        let unattributed = SharedSession.takeUnattributedRequests(of: mock)
        #expect(unattributed == (knowsCaller ? ["GET https://example.com/a"] : []))
    }
}
