import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct InstanceTests {
    @Test func currentInstanceOutsideATestIsTheSharedOne() {
        let reports = InterceptedReports(containing: "currentInstanceOutsideATestIsTheSharedOne()")
        defer { withExtendedLifetime(reports) {} }
        #expect(HTTPMock.current === HTTPMock.shared)
        let mock = HTTPMock()
        HTTPMock.$scoped.withValue(mock) { #expect(HTTPMock.current === mock) }
    }

    @Test func sessionIsMadeOnce() {
        let mock = HTTPMock()
        #expect(mock.urlSession === mock.urlSession)
        #expect(mock.passthroughSession === mock.passthroughSession)
        let given = URLSession(configuration: .ephemeral)
        #expect(HTTPMock(passthroughSession: given).passthroughSession === given)
    }

    @Test func sessionKeepsWorkingWithoutItsMock() async throws {
        var mock: HTTPMock? = HTTPMock()
        mock?.addResponses(forPath: "/a", host: "h", responses: [.plaintext("kept", lifetime: .eternal)])
        let session = try #require(mock?.urlSession)
        mock = nil
        #expect(try await HTTPReply.get("https://h/a", from: session).text == "kept")
    }

    @Test func sessionOfTheUserIsAnsweredWhileItsMockLives() async throws {
        for isInstalled in [true, false] {
            var mock: HTTPMock? = HTTPMock()
            mock?.addResponses(forPath: "/a", host: "h", responses: [.plaintext("own", lifetime: .eternal)])
            let configuration = URLSessionConfiguration.ephemeral
            if isInstalled {
                mock?.install(in: configuration)
            } else {
                configuration.protocolClasses = try [#require(mock).protocolClass]
            }
            let session = URLSession(configuration: configuration)
            #expect(try await HTTPReply.get("https://h/a", from: session).text == "own")
            weak var engine: MockEngine?
            engine = mock?.engine
            mock = nil
            // The work queue may still have the protocol of the request that has ended.
            #expect(await eventually { engine == nil })
            let error = await #expect(throws: HTTPMockError.self) {
                try await HTTPReply.get("https://h/a", from: session)
            }
            #expect(
                error?.message.contains("has been released, so the request can't be answered, and nothing was sent")
                    == true)
            #expect(error?.cause == .instanceReleased)
        }
    }

    @Test func installingPutsItsClassFirstAndReplacesAnotherMocks() {
        final class Other: URLProtocol {}
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Other.self]
        let (first, second) = (HTTPMock(), HTTPMock())
        first.install(in: configuration)
        second.install(in: configuration)
        let classes = configuration.protocolClasses ?? []
        #expect(classes.count == 2 && classes[0] == second.protocolClass && classes[1] == Other.self)
        #expect(configuration.urlCache == nil)
    }

    @Test func protocolClassIsNeverReused() {
        var given: [ObjectIdentifier] = []
        for _ in 0..<300 {
            let mock = HTTPMock()
            _ = mock.urlSession
            #expect(!given.contains(ObjectIdentifier(mock.frontEnd.protocolClass)))
            given.append(ObjectIdentifier(mock.protocolClass))
        }
    }

    @Test func classOfADerivedSessionIsNeverAnotherInstances() async throws {
        var mock: HTTPMock? = HTTPMock()
        mock?.addResponses(forPath: "/a", host: "h", responses: [.plaintext("derived")])
        let session = URLSession(configuration: try #require(mock?.urlSession.configuration))
        #expect(try await HTTPReply.get("https://h/a", from: session).text == "derived")
        mock = nil
        var later: [HTTPMock] = []
        for _ in 0..<300 {
            let other = HTTPMock()
            other.unmockedPolicy = .mock(.plaintext("another's"))
            _ = other.urlSession
            later.append(other)
            // Every second instance is released at once, so that a reused class would be noticed.
            if later.count.isMultiple(of: 2) { later.removeLast() }
        }
        await #expect(throws: HTTPMockError.self) { try await HTTPReply.get("https://h/a", from: session) }
    }

    @Test func releasedInstanceReleasesItsSessionAndResponses() async throws {
        weak var engine: MockEngine?
        weak var session: URLSession?
        do {
            let mock = HTTPMock()
            mock.addResponses(
                forPath: "/a", host: "h",
                responses: [
                    .plaintext("x"), .redirect(to: "/a"), .handler(lifetime: .single) { _ in .plaintext("h") },
                    .plaintext("later", delivery: .delayed(0.001)), .stream([Data("s".utf8)]),
                ])
            engine = mock.engine
            session = mock.urlSession
            for _ in 0..<4 { _ = try await HTTPReply.get("https://h/a", from: mock.urlSession) }
            // A request that is cancelled while it waits.
            mock.addResponses(forPath: "/never", host: "h", responses: [.plaintext("x", delivery: .never)])
            let task = mock.urlSession.dataTask(with: try #require(URL(string: "https://h/never")))
            task.resume()
            try await mock.waitForRequest(path: "/never", timeout: .seconds(600))
            task.cancel()
        }
        #expect(await eventually { engine == nil && session == nil })
    }

    @Test func thousandInstancesLeaveNoResources() async throws {
        // Each session uses two file descriptors until it is released.
        struct Weak {
            weak var engine: MockEngine?
            weak var session: URLSession?
        }
        var made: [Weak] = []
        for number in 0..<1_000 {
            let mock = HTTPMock()
            mock.addResponses(forPath: "/n", host: "h", responses: [.plaintext("\(number)")])
            #expect(try await HTTPReply.get("https://h/n", from: mock.urlSession).text == "\(number)")
            made.append(Weak(engine: mock.engine, session: mock.urlSession))
        }
        #expect(await eventually { made.allSatisfy { $0.engine == nil && $0.session == nil } })
    }
}

/// An instance's data reaches neither another instance nor the disk.
@Suite(.bounded) struct IsolationTests {
    @Test func cookiesOfAnInstalledConfigurationStayPrivate() async throws {
        let name = "sid-\(UUID().uuidString)"
        let field = "\(name)=abc; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT"
        let (first, second) = (HTTPMock(), HTTPMock())
        for mock in [first, second] {
            mock.addResponses(forPath: "/a", responses: [.empty(lifetime: .eternal, headers: ["Set-Cookie": field])])
        }
        func session(_ mock: HTTPMock) -> URLSession {
            let configuration = URLSessionConfiguration.default
            mock.install(in: configuration)
            return URLSession(configuration: configuration)
        }
        let (one, other) = (session(first), session(second))
        for _ in 0..<2 { _ = try await one.data(for: .example("/a")) }
        _ = try await other.data(for: .example("/a"))
        #expect(first.requests.map { $0.request.cookies[name] } == [nil, "abc"])
        #expect(second.requests.map { $0.request.cookies[name] } == [nil])
        #expect(HTTPCookieStorage.shared.cookies?.contains { $0.name == name } != true)
    }

    @Test func storageThatTheUserSetIsKept() throws {
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let configuration = URLSessionConfiguration.default
        configuration.httpCookieStorage = storage
        HTTPMock().install(in: configuration)
        #expect(configuration.httpCookieStorage === storage)
    }

    @Test func invalidatedSessionKeepsWorking() async throws {
        // Nobody advances the clock, so that no request times out on a loaded machine.
        let mock = HTTPMock(clock: ManualClock())
        mock.addResponses(forPath: "/a", responses: [.plaintext("answer", lifetime: .eternal)])
        mock.addResponses(forPath: "/never", responses: [.plaintext("", delivery: .never)])
        let session = mock.urlSession
        session.finishTasksAndInvalidate()
        #expect(try await mock.reply("/a").body == "answer")
        let task = session.dataTask(with: .example("/never"))
        task.resume()
        try await mock.waitForRequest(path: "/never", timeout: .seconds(600))
        session.invalidateAndCancel()
        #expect(await eventually { task.state == .completed })
        #expect((task.error as? URLError)?.code == .cancelled)
        #expect(try await session.data(for: .example("/a")).0 == Data("answer".utf8))
    }

    #if canImport(FoundationNetworking)
        @Test func invalidatingInALoopQueuesOnePass() async throws {
            let mock = HTTPMock.answering("answer")
            let session = mock.urlSession
            session.delegateQueue.isSuspended = true
            for _ in 0..<1_000 { session.invalidateAndCancel() }
            // Foundation creates a task on the session's work queue, after everything that was added before.
            _ = session.dataTask(with: .example("/a"))
            #expect(session.delegateQueue.operationCount == 1)
            session.delegateQueue.isSuspended = false
            // The calls after the first one may need a second pass, which ends before this one.
            await withCheckedContinuation { done in session.getAllTasks { _ in done.resume() } }
            #expect(try await session.data(for: .example("/a")).0 == Data("answer".utf8))
        }
    #endif

    @Test func noInstanceAnswersAnothersSession() async throws {
        var mock: HTTPMock? = HTTPMock()
        let configuration = try #require(mock?.urlSession.configuration)
        mock = nil
        let session = URLSession(configuration: configuration)
        let others = (0..<200).map { _ in HTTPMock.answering("a stranger") }
        for other in others { _ = other.urlSession }
        let error = await #expect(throws: HTTPMockError.self) { try await session.data(for: .example("/a")) }
        #expect(error?.message.contains("has been released") == true)
        #expect(others.allSatisfy { $0.requests.isEmpty })
    }
}

/// Requests in flight whose instance is released.
@Suite(.bounded) struct InstanceLifetimeTests {
    enum Kind: CaseIterable {
        case handler, stream, sequence, delay, gate, never, condition
    }

    /// Controls a waiting response of each kind.
    private struct Control {
        let clock = ManualClock()
        let gate = ResponseGate()
        let isReached = Observed(false)
        let mayGoOn = Observed(false)
        let asked = Observed(0)

        func response(_ kind: Kind) -> MockResponse {
            switch kind {
            case .handler:
                .handler { [isReached, mayGoOn] _ in
                    isReached.change { $0 = true }
                    await mayGoOn.wait { $0 }
                    return .plaintext("done")
                }
            case .sequence:
                .stream(
                    AsyncStream { [isReached, mayGoOn, asked] in
                        guard
                            asked.change({
                                $0 += 1
                                return $0
                            }) == 1
                        else { return nil }
                        isReached.change { $0 = true }
                        return await mayGoOn.wait { $0 } ? Data("done".utf8) : nil
                    })
            case .stream: .stream([Data("do".utf8), Data("ne".utf8)], every: .seconds(60))
            case .delay, .condition: .plaintext("done", delivery: .delayed(.seconds(60)))
            case .gate: .plaintext("done", delivery: .held(gate))
            case .never: .plaintext("done", delivery: .never)
            }
        }

        func waitUntilReached(_ kind: Kind) async {
            switch kind {
            case .handler, .sequence: await isReached.wait { $0 }
            case .gate: await gate.reached()
            case .stream, .delay, .never, .condition: await clock.waitForPendingResponses(1)
            }
        }

        func goOn() {
            mayGoOn.change { $0 = true }
            gate.open()
            clock.advance(by: .seconds(60))
        }
    }

    /// Creates an instance with one response, starts a request, and keeps only the task.
    private func begin(
        _ kind: Kind, _ control: Control, done: @escaping @Sendable (String, URLError.Code?) -> Void
    ) throws -> (task: URLSessionTask?, engine: WeakReference) {
        let mock = HTTPMock(clock: control.clock)
        mock.addResponses(
            forPath: "/x", when: kind == .condition ? .where("always") { _ in true } : .not(.header("X-No")),
            responses: [control.response(kind)])
        let task = mock.urlSession.dataTask(with: .example("/x", timeout: 120)) { data, _, error in
            done(String(decoding: data ?? Data(), as: UTF8.self), (error as? URLError)?.code)
        }
        task.resume()
        return (task, WeakReference(mock.engine))
    }

    private final class WeakReference: @unchecked Sendable {
        // Sendable, because a weak reference is read and cleared atomically.
        private weak var object: AnyObject?
        init(_ object: AnyObject) { self.object = object }
        var isReleased: Bool { object == nil }
    }

    @Test(arguments: Kind.allCases)
    func requestStillEnds(kind: Kind) async throws {
        let control = Control()
        let ends = Observed<[String]>([])
        let engine = try begin(kind, control) { text, code in
            ends.change { $0.append(code.map { "\($0.rawValue)" } ?? text) }
        }.engine
        await control.waitUntilReached(kind)
        control.goOn()
        if kind == .never { control.clock.advance(by: .seconds(60)) }
        await ends.wait { !$0.isEmpty }
        #expect(ends.value == [kind == .never ? "-1001" : "done"])
        #expect(await eventually { engine.isReleased })
    }

    @Test(arguments: Kind.allCases)
    func cancelledRequestReleasesEverything(kind: Kind) async throws {
        let control = Control()
        let ends = Observed<[URLError.Code?]>([])
        var (task, engine): (URLSessionTask?, WeakReference) = try begin(kind, control) { _, code in
            ends.change { $0.append(code) }
        }
        await control.waitUntilReached(kind)
        task?.cancel()
        // A task retains its session, and the session retains the instance's engine.
        task = nil
        await ends.wait { !$0.isEmpty }
        #expect(ends.value == [.cancelled])
        if kind != .handler, kind != .sequence { #expect(await eventually { engine.isReleased }) }
        #expect(control.clock.sleeperCount == 0)
        control.goOn()
        #expect(await eventually { engine.isReleased })
        #expect(ends.value.count == 1)
    }

    @Test func creatingAndReleasingInstancesNeverHangs() async throws {
        let ends = Observed(0)
        var started = 0
        for round in 1...20 {
            for kind in Kind.allCases {
                let control = Control()
                let task = try begin(kind, control) { _, _ in ends.change { $0 += 1 } }.task
                started += 1
                await control.waitUntilReached(kind)
                Task.detached { if round.isMultiple(of: 2) { task?.cancel() } else { control.goOn() } }
                if kind == .never { Task.detached { task?.cancel() } }
            }
        }
        await ends.wait { [started] in $0 == started }
        #expect(ends.value == started)
    }
}
