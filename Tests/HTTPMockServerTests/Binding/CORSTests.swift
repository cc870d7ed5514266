import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// Requests of pages in a browser, and the preflights before them.
@Suite(.bounded) struct CORSTests {
    private static let preflight = "Origin: http://localhost:3000\r\nAccess-Control-Request-Method: PUT\r\n"

    @Test(arguments: [MockResponse.Lifetime.single, .eternal])
    func preflightUsesNothingUpWithoutCORS(lifetime: MockResponse.Lifetime) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/once", responses: [.plaintext("answer", lifetime: lifetime)])
        let server = try await mock.serve()
        let response = try server.ask("/once", Self.preflight, method: "OPTIONS")
        #expect(response.status == 404)
        #expect(response.text.contains("mock.serve(cors: .any)"))
        #expect(response.text.contains("method: .options"))
        #expect(response["Access-Control-Allow-Origin"] == nil)
        #expect(try server.ask("/once", method: "PUT").text == "answer")
        #expect(mock.requests.count == 2)
    }

    @Test func answersPreflightsByItself() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/once", responses: [.plaintext("answer")])
        let server = try await mock.serve(cors: .any)
        let response = try server.ask(
            "/once", Self.preflight + "Access-Control-Request-Headers: x-a, x-b\r\n", method: "OPTIONS")
        #expect(response.status == 204)
        #expect(response["Access-Control-Allow-Origin"] == "http://localhost:3000")
        #expect(response["Access-Control-Allow-Methods"] == "PUT")
        #expect(response["Access-Control-Allow-Headers"] == "x-a, x-b")
        #expect(response["Access-Control-Allow-Credentials"] == "true")
        #expect(mock.requests.isEmpty)
        let answer = try server.ask("/once", "Origin: http://localhost:3000\r\n", method: "PUT")
        #expect(answer.text == "answer")
        #expect(answer["Access-Control-Allow-Origin"] == "http://localhost:3000")
        #expect(answer["Access-Control-Expose-Headers"] == "Content-Type, Content-Length")
        #expect(answer["Vary"] == "Origin")
    }

    @Test func namesTheFieldsThatAPageMayReadWithCredentials() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/",
            responses: [
                .empty(headers: ["x-total": "1"]).addingHeader("Set-Cookie", "a=1").addingHeader("X-Total", "2")
            ])
        mock.addResponses(forPath: "/own", responses: [.empty(headers: ["Access-Control-Expose-Headers": "X-Own"])])
        let server = try await mock.serve(cors: .any)
        let names = try server.ask("/", "Origin: http://a\r\n")["Access-Control-Expose-Headers"] ?? ""
        #expect(names.split(separator: ", ").map { $0.lowercased() }.sorted() == ["content-length", "x-total"])
        #expect(try server.ask("/own", "Origin: http://a\r\n")["Access-Control-Expose-Headers"] == "X-Own")
    }

    @Test func unmockedAndFailedRequestsCanBeReadByThePage() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/file", responses: [.file(url: URL(fileURLWithPath: "/no/such/file"))])
        let server = try await mock.serve(cors: .any)
        for path in ["/file", "/nothing"] {
            let response = try server.ask(path, "Origin: http://a\r\n")
            #expect(response["Access-Control-Allow-Origin"] == "http://a")
        }
    }

    @Test func responseKeepsItsOwnFields() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/", responses: [.plaintext("", headers: ["access-control-allow-origin": "*", "Vary": "Accept"])])
        let server = try await mock.serve(cors: .any)
        let head = try server.ask("/", "Origin: http://a\r\n").head
        #expect(head.contains("\r\naccess-control-allow-origin: *\r\n"))
        #expect(!head.contains("http://a"))
        #expect(head.contains("\r\nVary: Accept\r\n") && head.contains("\r\nVary: Origin\r\n"))
    }

    @Test(arguments: [("http://localhost:3000", true), ("HTTP://LOCALHOST:3000", true), ("http://localhost", false)])
    func allowsOnlyTheOriginsThatAreGiven(origin: String, isAllowed: Bool) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.plaintext("", lifetime: .eternal)])
        let server = try await mock.serve(cors: .origins(["http://localhost:3000/"]))
        let fields = "Origin: \(origin)\r\n"
        let preflight = try server.ask(
            "/", fields + "Access-Control-Request-Method: GET\r\n", method: "OPTIONS")
        #expect(preflight.status == (isAllowed ? 204 : 403))
        #expect(try server.ask("/", fields)["Access-Control-Allow-Origin"] == (isAllowed ? origin : nil))
        for fields in [fields, ""] { #expect(try server.ask("/", fields)["Vary"] == "Origin") }
    }

    @Test func registeredOptionsWin() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/own", method: .options, responses: [.plaintext("own")])
        let server = try await mock.serve(cors: .any)
        #expect(try server.ask("/own", Self.preflight, method: "OPTIONS").text == "own")
        #expect(try server.ask("/other", Self.preflight, method: "OPTIONS").status == 204)
        #expect(mock.requests.count == 1)
    }

    @Test func delayHoldsEveryAnswerOnTheClockOfTheMock() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/a", responses: [.plaintext("a")])
        mock.addResponses(forPath: "/b", responses: [.handler { _ in .plaintext("b") }])
        let server = try await mock.serve(delay: .milliseconds(200))
        for (path, status) in [("/a", 200), ("/b", 200), ("/unmocked", 404)] {
            let client = try RawClient(port: server.port)
            try client.send(RawClient.get(path))
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(199))
            #expect(client.isSilent(for: 50))
            clock.advance(by: .milliseconds(1))
            #expect(try client.readResponse().status == status)
        }
        // A refusal of the parser waits for nothing.
        #expect(try server.ask(bytes: "BAD\r\n\r\n").status == 400)
    }
}
