import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The least a mocked request can cost: one response for every request, made beforehand and delivered at once.
class FloorProtocol: URLProtocol {
    /// The response every request gets.
    class var answer: Answer { Answer.short }

    struct Answer: Sendable {
        let response: URLResponse
        let body: Data

        init(_ body: Data) {
            let headers = ["Content-Type": "application/json", "Content-Length": "\(body.count)"]
            guard let url = Endpoint.url,
                let made = HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
            else { preconditionFailure("the benchmark's own URL is none") }
            response = made
            self.body = body
        }

        static let short = Answer(Data(Endpoint.body.utf8))
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let answer = Self.answer
        client?.urlProtocol(self, didReceive: answer.response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: answer.body)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}

    /// A session that is answered by a class, configured for least cost.
    static func session(_ protocolClass: URLProtocol.Type) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [protocolClass]
        return URLSession(configuration: configuration)
    }
}

/// What the benchmarks ask for.
enum Endpoint {
    static let host = "api.example.com"
    static let path = "/v1/users/7"
    static let url = URL(string: "https://\(host)\(path)")
    static let body = #"{"id":7,"name":"Alice"}"#

    /// A request for a path of the host.
    static func request(_ path: String = path, host: String = host) throws -> URLRequest {
        guard let url = URL(string: "https://\(host)\(path)") else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }
}
