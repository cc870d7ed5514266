import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct InstanceTests {
    @Test func instancesShareNothing() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { try await Self.useOneInstance(number) }
            }
            try await group.waitForAll()
        }
    }

    private static func useOneInstance(_ number: Int) async throws {
        let mock = HTTPMock()
        let cookie = ["Set-Cookie": "n=\(number); Path=/"]
        mock.addResponses(forPath: "/n", host: "h.example", responses: [.plaintext("\(number)", headers: cookie)])
        mock.unmockedPolicy = .mock(.plaintext("none of \(number)"))
        for text in ["\(number)", "none of \(number)"] {
            #expect(try await HTTPReply.get("https://h.example/n", from: mock.urlSession).text == text)
        }
        #expect(mock.requests.map { $0.request.cookies } == [[:], ["n": "\(number)"]])
    }

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
            try await mock.waitForRequest(path: "/never")
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
