import Foundation
import HTTPMock
import HTTPMockServer
import HTTPMockTesting
import XCTest

/// Tests of the command in XCTest, where `makeHTTPMock` makes the mock.
final class NotesCommandXCTests: XCTestCase {
    func testAddsANote() async throws {
        let mock = makeHTTPMock(host: NotesScenarios.host) {
            Path("/v1/notes", method: .post, responses: [.status(.created)])
        }
        let server = try await mock.serve(as: "https://\(NotesScenarios.host)")

        let outcome = try await NotesProcess.run(
            "add", "Sing", service: server.baseURL)

        XCTAssertEqual(outcome, .init(status: 0, output: "added"))
        let note = try mock.request(.post, "/v1/notes").json(
            as: [String: String].self)
        XCTAssertEqual(note, ["title": "Sing"])
    }

    func testSurvivesALostConnection() async throws {
        let mock = makeHTTPMock(host: NotesScenarios.host) {
            Path("/v1/notes", responses: [.failure(.networkConnectionLost)])
        }
        let server = try await mock.serve(as: "https://\(NotesScenarios.host)")

        let outcome = try await NotesProcess.run(
            "list", service: server.baseURL)

        XCTAssertEqual(outcome.status, 1)
    }
}
