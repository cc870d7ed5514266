import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The promises of the documents about tests in parallel; run under the thread sanitizer as well.
@Suite(.bounded) struct ParallelRaceTests {
    @Test(.httpMock(interceptingSharedSession: true), arguments: 1...40)
    func eachArgumentHasItsOwnInstanceBehindTheSharedSession(number: Int) async throws {
        let mock = HTTPMock.current
        mock.addResponses(
            forPath: "/", host: "race.example.com", responses: [.plaintext("\(number)", lifetime: .multiple(5))])
        let url = try #require(URL(string: "https://race.example.com/"))

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...5 {
                group.addTask {
                    let (data, _) = try await URLSession.shared.data(from: url)
                    #expect(String(decoding: data, as: UTF8.self) == "\(number)")
                }
            }
            try await group.waitForAll()
        }

        mock.verify(.get, "/", times: 5)
    }

    @Test(.httpMock, arguments: 1...40)
    func eachArgumentHasItsOwnSession(number: Int) async throws {
        let mock = HTTPMock.current
        mock.addResponses(forPath: "/", responses: [.plaintext("\(number)")])
        let (data, _) = try await mock.urlSession.data(from: #require(URL(string: "https://example.com/")))

        #expect(String(decoding: data, as: UTF8.self) == "\(number)")
        mock.expectRequests { "GET /" }
    }
}
