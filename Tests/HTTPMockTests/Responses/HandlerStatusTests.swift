import Foundation
import HTTPMock
import TestSupport
import Testing

@Suite(.bounded) struct HandlerStatusTests {
    private let mock = HTTPMock()

    @Test(arguments: [204, 304]) func bodyThatIsNotSentIsAProblemOfTheTest(code: Int) async throws {
        mock.hasSummary = true
        mock.addResponses(
            forPath: "/a", responses: [.handler { _ in .json(#"{"id":1}"#, status: code) }])
        let reply = try await mock.reply("/a")
        #expect(reply.status == code)
        #expect(reply.body.isEmpty)
        let text = try #require(mock.problems.first?.text)
        #expect(mock.problems.count == 1)
        #expect(text.hasPrefix("HTTPMock: a response of the handler for example.com/a  (HandlerStatusTests.swift:"))
        #expect(
            text.hasSuffix(
                ") has a body, which is not sent, because a response with the status \(code) has none. To fix this, write "
                    + ".status(\(code)), or give another status."))
    }

    @Test(arguments: [200, 204, 304, 404]) func statusWithoutABodyIsNone(code: Int) async throws {
        mock.hasSummary = true
        mock.addResponses(forPath: "/a", responses: [.handler { _ in .status(code) }])
        #expect(try await mock.reply("/a").status == code)
        #expect(mock.problems.isEmpty)
    }

    @Test func interimStatusFailsItsRequest() async throws {
        mock.addResponses(forPath: "/a", responses: [.handler { _ in .status(103) }])
        let error = await #expect(throws: (any Error).self) { try await mock.reply("/a") }
        #expect(error.flatMap { HTTPMockError($0) }?.cause == .unusableResponse)
        #expect(mock.problems.isEmpty)
    }
}
