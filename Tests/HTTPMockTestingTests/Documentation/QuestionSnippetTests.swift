import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let user = User(id: 7, name: "Alice")

/// The answers of the guides to questions about sessions, challenges and responses, as they are written there.
@Suite(.bounded) struct QuestionSnippetTests {
    /// Sends a password to one host, and none to others.
    private final class PasswordDelegate: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping (
                    URLSession.AuthChallengeDisposition, URLCredential?
                ) -> Void
        ) {
            let isOurs = challenge.protectionSpace.host == "api.example.com"
            completionHandler(
                isOurs ? .useCredential : .cancelAuthenticationChallenge,
                isOurs ? Self.credential : nil)
        }

        static let credential = URLCredential(
            user: "alice", password: "p4ss", persistence: .forSession)
    }

    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(
            _ credential: URLCredential, for challenge: URLAuthenticationChallenge
        ) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(
            with challenge: URLAuthenticationChallenge
        ) {}
    }

    @Test(arguments: [("api.example.com", true), ("evil.example", false)])
    func answersTheChallengeOfOneHost(host: String, isTrusted: Bool) throws {
        let space = URLProtectionSpace(
            host: host, port: 443, protocol: "https", realm: "notes",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil,
            previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: Sender())
        let task = URLSession.shared.dataTask(
            with: try #require(URL(string: "https://\(host)/")))

        var answer: (URLSession.AuthChallengeDisposition, URLCredential?)?
        PasswordDelegate().urlSession(
            .shared, task: task, didReceive: challenge
        ) { answer = ($0, $1) }

        #expect((answer?.0 == .useCredential) == isTrusted)
        #expect((answer?.1?.user == "alice") == isTrusted)
    }

    /// No challenge reaches a delegate, and the 401 arrives as it is.
    @Test(
        .httpMock(host: "api.example.com") {
            Path("/me") {
                MockResponse.status(
                    .unauthorized,
                    headers: ["WWW-Authenticate": #"Basic realm="notes""#])
            }
        })
    func aRefusedPasswordArrivesAs401() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        HTTPMock.current.install(in: configuration)
        let session = URLSession(
            configuration: configuration, delegate: PasswordDelegate(),
            delegateQueue: nil)
        let url = try #require(URL(string: "https://api.example.com/me"))
        let (_, response) = try await session.data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 401)
        #expect(HTTPMock.current.requests.count == 1)
        #expect(HTTPMock.current.requests.first?.header("Authorization") == nil)
    }

    @Test(
        .httpMock(host: "api.example.com") {
            Path("/me") { MockResponse.failure(.serverCertificateUntrusted) }
        })
    func reportsARefusedCertificate() async throws {
        let url = try #require(URL(string: "https://api.example.com/me"))
        let error = await #expect(throws: URLError.self) {
            try await HTTPMock.current.urlSession.data(from: url)
        }
        #expect(error?.code == .serverCertificateUntrusted)
    }

    /// Makes a request, and throws unless the response is an HTTP response.
    private static func status(
        of url: URL, by session: URLSession
    ) async throws -> Int {
        let (_, response) = try await session.data(from: url)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        return response.statusCode
    }

    /// Reports the status of a response when its head arrives.
    private final class HeadDelegate: NSObject, URLSessionDataDelegate {
        let (statuses, report) = AsyncStream.makeStream(of: Int.self)

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            report.yield((response as? HTTPURLResponse)?.statusCode ?? 0)
            completionHandler(.allow)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            report.finish()
        }
    }

    @Test(.httpMock) func theHeadOfAStreamArrivesBeforeItsFirstChunk() async throws {
        let (chunks, feed) = AsyncStream.makeStream(of: Data.self)
        HTTPMock.current.addResponses(
            forURL: "https://api.example.com/feed",
            responses: [.stream(chunks, status: .accepted)])
        let configuration = URLSessionConfiguration.ephemeral
        HTTPMock.current.install(in: configuration)
        let delegate = HeadDelegate()
        let session = URLSession(
            configuration: configuration, delegate: delegate, delegateQueue: nil)

        session.dataTask(with: try #require(URL(string: "https://api.example.com/feed")))
            .resume()
        var statuses = delegate.statuses.makeAsyncIterator()
        #expect(await statuses.next() == 202)
        feed.yield(Data("body".utf8))
        feed.finish()
        #expect(await statuses.next() == nil)
    }

    @Test func refusesAResponseThatIsNotHTTP() async throws {
        let url = try #require(URL(string: "data:text/plain,hello"))
        let error = await #expect(throws: URLError.self) {
            try await Self.status(of: url, by: HTTPMock().urlSession)
        }
        #expect(error?.code == .badServerResponse)
    }
}

/// All tests of the target; each has a strict mock.
@Suite(.httpMock) enum AppTests {}

extension AppTests {
    @Suite struct UserTests {
        let mock = HTTPMock.current

        @Test func showsTheUser() async throws {
            mock.addResponses(
                forURL: "https://api.example.com/users/7",
                responses: [.encodable(user)])
            let client = UserClient(session: mock.urlSession)

            #expect(try await client.user(7).name == "Alice")
        }
    }
}

extension AppTests.UserTests {
    @Test func isStrict() async throws {
        let client = UserClient(session: mock.urlSession)
        await withKnownIssue { _ = try await client.user(8) }
    }
}

/// Code whose session is a static property.
private enum API {
    nonisolated(unsafe) static var session = URLSession.shared

    static func user(_ id: Int) async throws -> User {
        try await UserClient(session: session).user(id)
    }
}

final class APIXCTests: XCTestCase {
    private var mock = HTTPMock()

    override func setUp() {
        mock = makeHTTPMock()
        API.session = mock.urlSession
    }

    override func tearDown() {
        API.session = .shared
    }

    func testShowsTheUser() async throws {
        mock.addResponses(
            forURL: "https://api.example.com/users/7",
            responses: [.encodable(user)])

        let name = try await API.user(7).name
        XCTAssertEqual(name, "Alice")
    }
}
