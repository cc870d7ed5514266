import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Closures of the user change what is sent to the real network, and what is answered.
@Suite(.bounded) struct PassthroughChangesTests {
    private let mock = HTTPMock()
    private let server = LoopbackServer { request in .text("\(request.path) \(request.bodyText)") }

    private func register(_ response: MockResponse) {
        mock.addResponses(forPath: "/**", host: "127.0.0.1", responses: [response])
    }

    private func post(_ path: String, _ body: String) -> URLRequest {
        var request = URLRequest(url: server.url(path))
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        return request
    }

    @Test func changedRequestIsSentAndTheClientsIsLogged() async throws {
        let other = server.url("/changed")
        register(
            .passthrough(changing: { request in
                request.url = other
                request.httpBody = Data("sent".utf8)
            }))
        let (data, _) = try await mock.data(for: post("/a", "given"))
        #expect(String(decoding: data, as: UTF8.self) == "/changed sent")
        let record = try #require(mock.requests.first)
        #expect(record.request.path == "/a")
        #expect(record.request.bodyString == "given")
        #expect("\(record)".hasSuffix("passed through, sent as POST \(other)"))
    }

    @Test func closureAnswersInsteadOfTheNetwork() async throws {
        register(
            .passthrough(answering: { request, response, body in
                .plaintext(
                    "\(request.callCount) \(response.statusCode) \(String(decoding: body, as: UTF8.self))",
                    status: .accepted)
            }))
        for count in 1...2 {
            let (data, response) = try await mock.data(for: post("/a", "b"))
            #expect(String(decoding: data, as: UTF8.self) == "\(count) 200 /a b")
            #expect((response as? HTTPURLResponse)?.statusCode == 202)
        }
        #expect("\(mock.requests[0].outcome, default: "")" == "passed through")
    }

    @Test(arguments: ["a", "a longer body than the network's"])
    func copiedLengthOfTheNetworksResponseIsNotTheLengthOfTheAnswer(text: String) async throws {
        register(
            .passthrough(answering: { _, response, _ in
                let fields = response.allHeaderFields.compactMap { name, value in
                    (name as? String).map { ($0, "\(value)") }
                }
                return .plaintext(text, headers: .init(uniqueKeysWithValues: fields))
            }))
        let (data, _) = try await mock.data(for: post("/a", "b"))
        #expect(String(decoding: data, as: UTF8.self) == text)
    }

    @Test func bothClosuresMaySuspendAndThrow() async throws {
        register(
            .passthrough(
                lifetime: .single,
                changing: { request in
                    await Task.yield()
                    request.httpBody = Data("sent".utf8)
                },
                answering: { _, _, body in
                    await Task.yield()
                    return .data(body, contentType: "text/plain")
                }))
        let (data, _) = try await mock.data(for: post("/a", "given"))
        #expect(String(decoding: data, as: UTF8.self) == "/a sent")
        mock.reset()
        register(.passthrough(changing: { _ in throw URLError(.dataNotAllowed) }))
        #expect(await urlErrorCode { try await mock.data(for: post("/a", "")) } == .dataNotAllowed)
        mock.reset()
        register(.passthrough(answering: { _, _, _ in throw URLError(.cannotDecodeRawData) }))
        #expect(await urlErrorCode { try await mock.data(for: post("/a", "")) } == .cannotDecodeRawData)
    }
}
