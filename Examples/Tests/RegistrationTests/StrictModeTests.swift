import Foundation
import HTTPMock
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The policies for requests without a response.
@Suite struct StrictModeTests {
    struct Unexpected: Error {}

    @Test func aNewInstanceAnswers404WithTheReason() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/users/*", host: "api.example.com", method: .get,
            query: ["page": 1], responses: [.json("[]")])

        let answer = try await mock.urlSession.ask(
            "https://api.example.com/users/7?page=2")

        #expect(answer.status == 404)
        #expect(answer.text.hasPrefix("No mock for api.example.com/users/7\n"))
        #expect(
            answer.text.contains(
                "nearest: GET api.example.com/users/*?page=1  (StrictModeTests.swift:"
            ))
        #expect(answer.text.contains(#"query item page is "2", expected "1""#))
        #expect(
            answer.text.contains(
                #"Did you mean ["page": 2]? Change the query ["page": 1]"#
            ))
    }

    @Test func anEmptyQueueIsReported() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/token",
            responses: [.plaintext("one"), .plaintext("two")])

        #expect(
            try await mock.urlSession.ask("https://example.com/token").text
                == "one")
        #expect(
            try await mock.urlSession.ask("https://example.com/token").text
                == "two")
        let third = try await mock.urlSession.ask("https://example.com/token")

        #expect(third.status == 404)
        #expect(third.text.contains("all 2 responses were already used"))
    }

    @Test func anUnexpectedRequestFails() async throws {
        let mock = HTTPMock()
        mock.unmockedPolicy = .throwError(Unexpected())

        await #expect(throws: Unexpected.self) {
            try await mock.urlSession.ask("https://api.example.com/users")
        }
    }

    @Test func anUnexpectedRequestFailsAsAnOfflineDeviceWould() async throws {
        let mock = HTTPMock()
        mock.unmockedPolicy = .throwError(URLError(.notConnectedToInternet))

        let error = await #expect(throws: URLError.self) {
            try await mock.urlSession.ask("https://api.example.com/users")
        }
        #expect(
            error?.failingURL?.absoluteString == "https://api.example.com/users"
        )
    }

    @Test func oneResponseAnswersWhateverIsNotRegistered() async throws {
        let mock = HTTPMock()
        mock.unmockedPolicy = .mock(
            .json(#"{"error":"not here"}"#, status: .internalServerError))

        for path in ["users", "posts"] {
            let answer = try await mock.urlSession.ask(
                "https://api.example.com/\(path)")
            #expect(answer.status == 500)
            #expect(answer.text == #"{"error":"not here"}"#)
        }
    }
}
