import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(
    .httpMock {
        Host("api.example.com") {
            Path("/suite") { MockResponse.plaintext("suite", lifetime: .eternal) }
        }
    })
struct HTTPMockTraitTests {
    @Test(.httpMock { Host("api.example.com") { Path("/user") { MockResponse.plaintext("test") } } })
    func suiteAndTestRegistrationsShareOneInstance() async throws {
        for path in ["suite", "user"] {
            let request = URLRequest(url: URL(string: "https://api.example.com/\(path)")!)
            let (data, _) = try await HTTPMock.current.data(for: request)
            #expect(String(decoding: data, as: UTF8.self) == (path == "user" ? "test" : "suite"))
        }
        HTTPMock.current.verify(.get, "/user", times: 1)
        HTTPMock.current.verify("/suite")
        HTTPMock.current.verify(.get, "/user", times: 1...3)
        HTTPMock.current.verifyInOrder(["GET /suite", "/user"])
        HTTPMock.current.expectRequests {
            """
            GET /suite
            GET /user
            """
        }
    }

    @Test(
        .httpMock(interceptingSharedSession: true) {
            Host("shared.example.com") { Path("/n/{n}") { MockResponse.plaintext("x") } }
        }, arguments: 0..<50)
    func sharedSessionIsAnsweredByTheTestsOwnInstance(n: Int) async throws {
        HTTPMock.current.addResponses(forPath: "/own", host: "shared.example.com", responses: [.plaintext("\(n)")])
        let own = try await URLSession.shared.data(from: URL(string: "https://shared.example.com/own")!).0
        #expect(String(decoding: own, as: UTF8.self) == "\(n)")
        _ = try await URLSession.shared.data(from: URL(string: "https://shared.example.com/n/1")!)
    }
}
