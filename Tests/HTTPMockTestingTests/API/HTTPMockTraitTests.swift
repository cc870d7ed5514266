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
            Path("/never") { MockResponse.plaintext("not missed") }
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
        HTTPMock.current.expectRequests {
            """
            GET /suite
            GET /user
            """
        }
    }

    @Test func suiteAloneGivesEachTestAnInstance() async throws {
        #expect(HTTPMock.current !== HTTPMock.shared)
        #expect(HTTPMock.current.requests.isEmpty)
    }

    @Suite struct Inner {
        @Test(.httpMock { Host("api.example.com") { Path("/inner") { MockResponse.plaintext("inner") } } })
        func suitesInsideHaveItToo() async throws {
            for (path, text) in [("suite", "suite"), ("inner", "inner")] {
                let url = try #require(URL(string: "https://api.example.com/\(path)"))
                let (data, _) = try await HTTPMock.current.urlSession.data(from: url)
                #expect(String(decoding: data, as: UTF8.self) == text)
            }
        }
    }
}
