/// A registered response that was used by fewer requests than its lifetime allows.
public struct UnusedResponse: Sendable, CustomStringConvertible {
    /// The registration of the response.
    public let registration: MockRegistration
    /// The response.
    public let response: MockResponse
    /// The number of requests that the response has answered.
    public let servedCount: Int

    package init(registration: MockRegistration, response: MockResponse, servedCount: Int) {
        self.registration = registration
        self.response = response
        self.servedCount = servedCount
    }

    package var location: CallSite? { registration.location }

    /// Registration, status and source location, as in `GET api.example.com/user: 200  (UserTests.swift:14)`.
    public var description: String {
        let location = location.map { "  (\($0))" } ?? ""
        var served = ""
        if case .multiple(let count) = response.lifetime { served = ", served \(servedCount) of \(count) times" }
        return "\(registration.route): \(response)\(served)\(location)"
    }
}

extension MockResponse: CustomStringConvertible {
    /// The kind of the response in a few words, or the status with a body.
    public var description: String {
        switch content {
        case .body: "\(status)"
        case .failure(let error): "failure \(Redaction.text(of: error.value))"
        case .handler: "handler"
        case .passthrough: "passthrough"
        case .wire: "raw bytes"
        case .unusable: "a response that can't be made"
        }
    }
}
