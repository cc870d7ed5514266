import Foundation
import HTTPMock
import HTTPMockServer
import HTTPMockTesting
import Testing

/// Tests of a program in another process: its requests go to the mock of the test by a port.
///
/// If a test fails, its network log is attached, as for requests in process.
@Suite struct NotesCommandTests {
    private static let origin = "https://\(NotesScenarios.host)"

    @Test(.httpMock) func listsNotes() async throws {
        let mock = HTTPMock.current
        let server = try await mock.serve(as: Self.origin)
        mock.registerResponses { NotesScenarios.givenNotes(at: server.baseURL) }

        #expect(
            try await NotesProcess.run("list", service: server.baseURL).output
                == "Buy milk\nCall Ann")
        #expect(
            try await NotesProcess.run("photos", service: server.baseURL).output
                == "12 bytes")
        mock.expectRequests {
            """
            GET /v1/notes
            GET /v1/notes
            GET /photos/milk.png
            """
        }
    }

    @Test(.httpMock) func recoversInTheMiddleOfTheTest() async throws {
        let mock = HTTPMock.current
        let server = try await mock.serve(as: Self.origin)
        mock.registerResponses { NotesScenarios.givenServiceIsBroken() }
        let broken = try await NotesProcess.run("list", service: server.baseURL)
        #expect(
            broken
                == .init(status: 1, output: "error: the service answered 500"))

        // The list works again, because its registration is more specific.
        mock.registerResponses { NotesScenarios.givenNotes(at: server.baseURL) }
        #expect(
            try await NotesProcess.run("list", service: server.baseURL).status
                == 0)
        #expect(
            try await NotesProcess.run("add", "Sing", service: server.baseURL)
                .status == 1)

        // Everything works again, because the same pattern is replaced.
        mock.replaceResponses(
            forPath: "/**", host: NotesScenarios.host,
            responses: [.json("{}", lifetime: .eternal)])
        #expect(
            try await NotesProcess.run("add", "Sing", service: server.baseURL)
                .output == "added")
    }

    @Test(.httpMock) func answersAllOfAPrefix() async throws {
        let mock = HTTPMock.current
        let server = try await mock.serve(as: Self.origin)
        mock.registerResponses { NotesScenarios.givenEmptyService() }
        #expect(
            try await NotesProcess.run("list", service: server.baseURL).output
                == "")
        #expect(
            try await NotesProcess.run("add", "Sing", service: server.baseURL)
                .output == "added")
    }

    @Test(.httpMock) func listsMoreThanAPipeHolds() async throws {
        let mock = HTTPMock.current
        let server = try await mock.serve(as: Self.origin)
        let notes = (1...10_000).map { ["title": "Note \($0)"] }
        mock.addResponses(
            forPath: "/v1/notes", host: NotesScenarios.host,
            responses: [.encodable(notes)])
        let outcome = try await NotesProcess.run(
            "list", service: server.baseURL)
        #expect(outcome.output.split(separator: "\n").count == 10_000)
    }

    @Test(.httpMock) func searchesByGraphQL() async throws {
        let mock = HTTPMock.current
        let server = try await mock.serve(as: Self.origin)
        mock.registerResponses { NotesScenarios.givenSearch(finds: "Buy milk") }
        let found = try await NotesProcess.run(
            "search", "milk", service: server.baseURL)
        #expect(found.output == #"{"data":{"notes":[{"title":"Buy milk"}]}}"#)
    }

    @Test(.httpMock) func looksAtEachRequestInAHandler() async throws {
        let mock = HTTPMock.current
        let server = try await mock.serve(as: Self.origin)
        mock.addResponses(
            forPath: "/v1/notes", host: NotesScenarios.host, method: .post,
            responses: [
                .handler { request in
                    #expect(
                        request.header("Content-Type") == "application/json")
                    let note = try request.json(as: [String: String].self)
                    #expect(note["title"] == "Note \(request.callCount)")
                    return .status(.created)
                }
            ])
        for number in 1...3 {
            #expect(
                try await NotesProcess.run(
                    "add", "Note \(number)", service: server.baseURL
                ).status == 0)
        }
    }

    /// The request that nobody mocked fails the test; here the failure is expected, and so filtered.
    @Test(
        .filterIssues { !"\($0)".contains("/v1/notes") },
        .httpMock(allowsUnused: true))
    func failsForAnUnexpectedRequest() async throws {
        let mock = HTTPMock.current
        let server = try await mock.serve(as: Self.origin)
        mock.registerResponses { NotesScenarios.givenSearch(finds: "Buy milk") }
        let unexpected = try await NotesProcess.run(
            "list", service: server.baseURL)
        #expect(unexpected.output == "error: the service answered 404")
        guard case .unmocked? = mock.requests.first?.outcome else {
            Issue.record("\(String(describing: mock.requests.first))")
            return
        }
    }
}
