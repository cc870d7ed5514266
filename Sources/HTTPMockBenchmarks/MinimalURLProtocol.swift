import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A protocol that sends one prepared response to every request: the floor, the least that a mock can cost.
class MinimalURLProtocol: URLProtocol {
    /// The response that every request gets.
    class var answer: Answer { Answer.short }

    struct Answer: Sendable {
        let response: URLResponse
        let body: Data

        init(_ body: Data) {
            self.init(response: Self.makeResponse(to: body), body: body)
        }

        private init(response: URLResponse, body: Data) {
            self.response = response
            self.body = body
        }

        /// Returns the same answer with a response object of its own.
        var remade: Answer {
            Answer(response: Self.makeResponse(to: body), body: body)
        }

        private static func makeResponse(to body: Data) -> URLResponse {
            let headers = ["Content-Type": "application/json", "Content-Length": "\(body.count)"]
            guard let url = Endpoint.url,
                let made = HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
            else { preconditionFailure("the benchmark's own URL is invalid") }
            return made
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

    /// Returns a session that uses a protocol class, configured for the lowest cost.
    static func session(_ protocolClass: URLProtocol.Type) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [protocolClass]
        return URLSession(configuration: configuration)
    }
}
