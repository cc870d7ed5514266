import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport of Apple's systems in each position of the uncertain behaviours.
@Suite(.bounded) struct AppleLoadTransportTests {
    private let mock = HTTPMock()
    private static let moved = ["redirect 302", "response 302", "data moved", "finish"]
    private static let followed = ["redirect 302", "response 200", "data here", "finish"]

    // MARK: Redirects

    @Test(arguments: Uncertainty.positions, ["/new", "/old"])
    func refusedRedirectDeliversItsOwnResponse(uncertain: Set<Uncertainty>, target: String) async {
        let task = redirectingTask(uncertain, to: target) { _, answer in answer(nil) }
        await task.run(.example("/old"))
        #expect(task.seen == ["redirect 302"])
        await task.system.passTime()
        #expect(task.seen == Self.moved)
        #expect(mock.requests.map(\.request.path) == ["/old"])
    }

    /// The protocol is silent until it is stopped, because its response could become the answer.
    ///
    /// A protocol that is stopped late sees the next request at its task, also one to the same URL.
    @Test(arguments: Uncertainty.positions, [(false, "/new"), (true, "/new"), (true, "/old")])
    func followedRedirectSendsNothingMore(uncertain: Set<Uncertainty>, late: (stops: Bool, target: String)) async {
        // Without a task, only the stop shows that the redirect is followed.
        guard !(late.stops && uncertain.contains(.hidesTask)) else { return }
        let gate = ResponseGate()
        let task = redirectingTask(uncertain, to: late.target, then: gate)
        task.stopsLate = late.stops
        await task.run(.example("/old"))
        await task.system.passTime()
        gate.open()
        await task.end()
        #expect(task.seen == Self.followed)
        #expect(mock.requests.map(\.request.path) == ["/old", late.target])
    }

    @Test(arguments: Uncertainty.positions, [false, true])
    func lateDecisionIsMet(uncertain: Set<Uncertainty>, follows: Bool) async {
        let decisions = Observed<[@Sendable (URLRequest?) -> Void]>([])
        let offered = Observed<URLRequest?>(nil)
        let task = redirectingTask(uncertain) { next, answer in
            offered.change { $0 = next }
            decisions.change { $0.append(answer) }
        }
        await task.run(.example("/old"))
        await task.system.passTime()
        #expect(task.seen == ["redirect 302"])
        // The second answer counts for nothing.
        for _ in 0..<2 { decisions.value.first?(follows ? offered.value : nil) }
        await task.system.settle()
        await task.system.passTime()
        #expect(task.seen == (follows ? Self.followed : Self.moved))
    }

    @Test(arguments: Uncertainty.positions, [false, true])
    func asyncDelegateDecides(uncertain: Set<Uncertainty>, follows: Bool) async {
        let hasDecided = Observed(false)
        let task = redirectingTask(uncertain) { next, answer in
            Task {
                answer(await Task { follows ? next : nil }.value)
                hasDecided.change { $0 = true }
            }
        }
        await task.run(.example("/old"))
        await hasDecided.wait { $0 }
        await task.system.passTime()
        #expect(task.seen == (follows ? Self.followed : Self.moved))
    }

    @Test(arguments: Uncertainty.positions)
    func undecidedRedirectEndsByTheSessionsLongestDuration(uncertain: Set<Uncertainty>) async {
        let task = redirectingTask(uncertain) { _, _ in }
        await task.run(.example("/old"))
        await task.system.passTime()
        task.passResourceTime()
        await task.end()
        #expect(task.seen == ["redirect 302", "failure -1001"])
    }

    @Test(arguments: Uncertainty.positions)
    func ownSessionWithoutADelegateIsNeverSentTheRedirectsResponse(uncertain: Set<Uncertainty>) async {
        guard !uncertain.contains(.hidesTask) else { return }
        let task = redirectingTask(uncertain)
        task.isOwnSession = true
        task.stopsLate = true
        await task.run(.example("/old"))
        await task.system.passTime()
        #expect(task.seen == Self.followed)
    }

    /// A delegate's own request has lost the property that counts, so that the task has the count.
    @Test(arguments: Uncertainty.positions, [false, true])
    func redirectsAreCountedOverHops(uncertain: Set<Uncertainty>, losesProperties: Bool) async {
        guard !(losesProperties && uncertain.contains(.hidesTask)) else { return }
        mock.addResponses(forPath: "/loop", responses: (0..<30).map { _ in .redirect(to: "/loop") })
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain)) { next, answer in
            answer(losesProperties ? URLRequest.example("/loop") : next)
        }
        await task.run(.example("/loop"))
        await task.end()
        #expect(task.seen == Array(repeating: "redirect 302", count: 20) + ["failure -1007"])
    }

    @Test(arguments: Uncertainty.positions)
    func changedRequestOfTheDelegateIsUsed(uncertain: Set<Uncertainty>) async {
        let task = redirectingTask(uncertain) { _, answer in answer(.example("/new", method: "PUT", body: "changed")) }
        await task.run(.example("/old"))
        await task.end()
        #expect(task.seen == Self.followed)
        #expect(mock.requests.last?.request.method == .put)
        #expect(mock.requests.last?.request.body == Data("changed".utf8))
    }

    @Test(arguments: Uncertainty.positions)
    func redirectLosesItsCredentialsAtTheSameOriginToo(uncertain: Set<Uncertainty>) async {
        let task = redirectingTask(uncertain)
        await task.run(.example("/old", headers: ["Authorization": "Bearer a", "X-Kept": "b"]))
        await task.end()
        #expect(mock.requests.map { $0.request.headers["Authorization"] } == ["Bearer a", nil])
        #expect(mock.requests.map { $0.request.headers["X-Kept"] } == ["b", "b"])
    }

    /// On Apple's systems an initializer returns the response object, or nil.
    @Test(arguments: Uncertainty.positions, [200, 302])
    func headThatTheSystemRejectsFailsTheRequest(uncertain: Set<Uncertainty>, status: Int) async {
        mock.addResponses(forPath: "/old", responses: [.plaintext("", status: status, headers: ["Location": "/new"])])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        task.lacksResponses = true
        await task.run(.example("/old"))
        #expect(task.seen == ["failure -1011"])
    }

    @Test(arguments: Uncertainty.positions)
    func mediaTypeThatTheLoaderAddsIsNotOfferedToADelegate(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/old", responses: [.redirect(to: "/new", status: 307)])
        mock.addResponses(forPath: "/new", responses: [.plaintext("here")])
        let offered = Observed<[String?]>([])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain)) { next, answer in
            offered.change { $0.append(next.value(forHTTPHeaderField: "Content-Type")) }
            answer(next)
        }
        await task.run(.example("/old", method: "POST", body: "a=1"))
        await task.end()
        #expect(offered.value == [nil])
        #expect(
            mock.requests.map { $0.request.headers["Content-Type"] } == [
                "application/x-www-form-urlencoded", "application/x-www-form-urlencoded",
            ])
    }

    @Test(arguments: Uncertainty.positions)
    func redirectToAnotherSchemeFails(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/old", responses: [.redirect(to: "ftp://example.com/a")])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        await task.run(.example("/old"))
        #expect(task.seen == ["failure -1002"])
    }

    // MARK: Cookies

    @Test(arguments: Uncertainty.positions)
    func cookiesAreStoredAndSentOverHops(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/old", responses: [.redirect(to: "/new", headers: ["Set-Cookie": "a=1; Path=/"])])
        mock.addResponses(forPath: "/new", responses: [.plaintext("", headers: ["Set-Cookie": "a=2; Path=/"])])
        mock.addResponses(
            forPath: "/last",
            responses: [
                .redirect(to: "/other", headers: ["Set-Cookie": "a=0; Path=/; Expires=Wed, 09 Jun 1999 10:18:14 GMT"])
            ])
        mock.addResponses(forPath: "/other", responses: [.plaintext("")])
        let configuration = URLSessionConfiguration.uncached
        for path in ["/old", "/last"] {
            await run(.example(path), with: configuration, uncertain)
        }
        #expect(mock.requests.map { $0.request.headers["Cookie"] } == [nil, "a=1", "a=2", nil])
    }

    /// The documents are those of a browser; www.example.com has the domain of the responses, too.
    @Test(
        arguments: ["https://other.com/", "https://another-example.com/", "https://WWW.Example.com/", nil],
        [false, true])
    func requestDecidesAboutItsCookies(document: String?, handles: Bool) async {
        mock.addResponses(
            forPath: "/old", responses: [.redirect(to: "/new", headers: ["Set-Cookie": "a=1; Path=/"])])
        mock.addResponses(forPath: "/new", responses: [.plaintext("", headers: ["Set-Cookie": "b=1; Path=/"])])
        let configuration = URLSessionConfiguration.uncached
        configuration.httpCookieAcceptPolicy = .onlyFromMainDocumentDomain
        configuration.httpCookieStorage?.cookieAcceptPolicy = .always
        var request = URLRequest.example("/old")
        request.mainDocumentURL = document.flatMap { URL(string: $0) }
        request.httpShouldHandleCookies = handles
        await run(request, with: configuration)
        let areStored = handles && ["https://WWW.Example.com/", nil].contains(document)
        #expect(configuration.httpCookieStorage?.cookies?.count == (areStored ? 2 : 0))
        #expect(mock.requests.map { $0.request.headers["Cookie"] } == [nil, areStored ? "a=1" : nil])
    }

    @Test(arguments: Uncertainty.positions)
    func configurationDecidesAboutCookies(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/a", responses: (0..<6).map { _ in .plaintext("", headers: ["Set-Cookie": "a=1"]) })
        let silent = URLSessionConfiguration.uncached
        silent.httpShouldSetCookies = false
        let deaf = URLSessionConfiguration.uncached
        deaf.httpCookieAcceptPolicy = .never
        for configuration in [silent, deaf] {
            for _ in 0..<2 { await run(.example("/a"), with: configuration, uncertain) }
        }
        #expect(mock.requests.allSatisfy { $0.request.headers["Cookie"] == nil })
        #expect(silent.httpCookieStorage?.cookies?.count == 1)
        #expect(deaf.httpCookieStorage?.cookies?.isEmpty != false)
    }

    @Test(arguments: Uncertainty.positions)
    func requestWithoutConfigurationUsesTheInstancesStorage(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("", headers: ["Set-Cookie": "a=1"]), .plaintext("")])
        for _ in 0..<2 { await run(.example("/a"), with: nil, uncertain) }
        #expect(mock.requests.map { $0.request.headers["Cookie"] } == [nil, "a=1"])
    }

    @Test func eachInstallationHasAClassThatKnowsItsConfiguration() {
        let configurations = [URLSessionConfiguration.uncached, .uncached]
        let classes = configurations.map { mock.frontEnd.protocolClass(for: $0) }
        #expect(classes[0] != classes[1])
        for (configuration, known) in zip(configurations, classes) {
            #expect(mock.frontEnd.configuration(of: known) === configuration)
            #expect(known.owner === mock.frontEnd)
        }
        #expect(mock.frontEnd.configuration(of: mock.frontEnd.protocolClass) == nil)
    }

    // MARK: Timeouts

    /// The system does not end an idle task, or does so in real time only, later than the mock's clock.
    @Test(arguments: Uncertainty.positions)
    func sessionsTimeoutIsOnTheMocksClock(uncertain: Set<Uncertainty>) async {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/a", responses: [.plaintext("", delivery: .never)])
        let configuration = URLSessionConfiguration.uncached
        configuration.timeoutIntervalForRequest = 7
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain), configuration: configuration)
        await task.run(.example("/a"))
        clock.advance(by: .seconds(6))
        await task.system.settle()
        #expect(task.events.isEmpty)
        clock.advance(by: .seconds(1))
        await task.end()
        #expect(task.seen == ["failure -1001"])
        task.passIdleTime()
        await task.system.settle()
        #expect(task.events.count == 1)
    }

    @Test(arguments: Uncertainty.positions)
    func longestDurationGoesOnOverHops(uncertain: Set<Uncertainty>) async {
        // Without a task, each hop begins a duration of its own.
        guard !uncertain.contains(.hidesTask) else { return }
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/old", responses: [.redirect(to: "/new", delivery: .delayed(.seconds(6)))])
        mock.addResponses(forPath: "/new", responses: [.plaintext("", delivery: .never)])
        let configuration = URLSessionConfiguration.uncached
        configuration.timeoutIntervalForResource = 9
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain), configuration: configuration)
        await task.run(.example("/old"))
        clock.advance(by: .seconds(6))
        await task.system.settle()
        clock.advance(by: .seconds(2))
        await task.system.settle()
        #expect(task.seen == ["redirect 302"])
        clock.advance(by: .seconds(1))
        await task.system.settle()
        #expect(task.seen == ["redirect 302", "failure -1001"])
    }

    @Test func stricterIdleTimeoutCounts() {
        let configuration = URLSessionConfiguration.uncached
        configuration.timeoutIntervalForRequest = 7
        configuration.timeoutIntervalForResource = 9
        func timeouts(_ seconds: TimeInterval) -> Timeouts {
            Timeouts(request: .example("/a", timeout: seconds), stricterOf: configuration)
        }
        #expect(timeouts(5).idle == .seconds(5))
        #expect(timeouts(60).idle == .seconds(7))
        #expect(timeouts(0).idle == .seconds(7))
        #expect(timeouts(60).total == .seconds(9))
        #expect(Timeouts(request: .example("/a", timeout: 5), stricterOf: nil).idle == .seconds(5))
    }

    // MARK: Starting and stopping

    @Test func stoppedLoadIsDeliveredWholeAtItsSecondStart() async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("first"), .plaintext("second")])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem([.startsAgain]))
        await task.run(.example("/a"))
        #expect(task.seen == ["response 200", "data first", "finish"])
        #expect(mock.requests.count == 1)
    }

    @Test(arguments: Uncertainty.positions)
    func secondStartContinuesAWait(uncertain: Set<Uncertainty>) async {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("late", delivery: .held(gate))])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        await task.run(.example("/a"))
        await task.stop()
        gate.open()
        await task.system.settle()
        #expect(task.events.isEmpty)
        await task.start()
        await task.end()
        #expect(task.seen == ["response 200", "data late", "finish"])
    }

    @Test func secondStartAfterALongBodyFails() async {
        let body = String(repeating: "a", count: AppleLoadTransport.journalLimit + 1)
        mock.addResponses(forPath: "/a", responses: [.plaintext(body)])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem([.startsAgain]))
        await task.run(.example("/a"))
        #expect(task.seen == ["failure -1005"])
    }

    @Test(arguments: Uncertainty.positions)
    func cancelledTaskReceivesNothing(uncertain: Set<Uncertainty>) async {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("late", delivery: .held(gate))])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        await task.run(.example("/a"))
        task.cancel()
        await task.system.settle()
        gate.open()
        await task.system.settle()
        #expect(task.seen == ["failure -999"])
        // Without its task, a cancellation looks like a suspension.
        guard !uncertain.contains(.hidesTask) else { return }
        #expect((mock.requests.first?.error as? URLError)?.code == .cancelled)
    }

    @Test(arguments: [[], [.startsCancelledTasks]] as [Set<Uncertainty>])
    func taskThatIsCancelledBeforeItsStartUsesNoResponse(uncertain: Set<Uncertainty>) async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("unused")])
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain))
        task.cancel()
        await task.system.settle()
        await task.run(.example("/a"))
        #expect(task.seen == ["failure -999"])
        #expect(mock.requests.isEmpty)
    }

    // MARK: The instance

    @Test func invalidatedOwnSessionIsReplaced() async throws {
        mock.addResponses(forPath: "/a", responses: [.plaintext("a")])
        let first = mock.urlSession
        mock.replace(URLSession(configuration: .uncached))
        #expect(mock.urlSession === first)
        mock.replace(first)
        #expect(mock.urlSession !== first)
        #expect(try await mock.data(for: .example("/a")).0 == Data("a".utf8))
    }

    private enum OwnError: Error, Equatable {
        case first(Int)
        case second
    }

    @Test(arguments: Uncertainty.positions)
    func originalErrorIsFoundByItsURLDomainAndCode(uncertain: Set<Uncertainty>) async throws {
        let errors: [String: OwnError] = ["/1": .first(1), "/2": .first(2), "/3": .second]
        for (path, error) in errors { mock.addResponses(forPath: path, responses: [.failure(error)]) }
        let tasks = errors.mapValues { _ in SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain)) }
        for (path, task) in tasks {
            await task.run(.example(path))
            await task.end()
        }
        for (path, task) in tasks {
            guard case .failure(let seen)? = task.events.last else { throw OwnError.second }
            #expect(seen as any Error as? OwnError == nil)
            #expect(mock.original(of: seen) as? OwnError == errors[path])
        }
        #expect(mock.original(of: URLError(.timedOut)) is URLError)
    }

    private func redirectingTask(
        _ uncertain: Set<Uncertainty> = [], to target: String = "/new", then gate: ResponseGate? = nil,
        delegate: SimulatedTask.RedirectDelegate? = nil
    ) -> SimulatedTask {
        mock.addResponses(
            forPath: "/old", responses: [.plaintext("moved", status: 302, headers: ["Location": target])])
        mock.addResponses(
            forPath: target,
            responses: [gate.map { .plaintext("here", delivery: .held($0)) } ?? .plaintext("here")])
        return SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain), delegate: delegate)
    }

    private func run(
        _ request: URLRequest, with configuration: URLSessionConfiguration?, _ uncertain: Set<Uncertainty> = []
    ) async {
        let task = SimulatedTask(mock, in: SimulatedLoadingSystem(uncertain), configuration: configuration)
        await task.run(request)
        await task.end()
    }
}
