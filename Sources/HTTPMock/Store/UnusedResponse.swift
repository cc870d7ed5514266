/// A response that was queued and never asked for, or not as often as it should have been.
public struct UnusedResponse: Sendable, CustomStringConvertible {
    /// The registration it came with.
    public let registration: MockRegistration
    /// The response.
    public let response: MockResponse
    /// How many requests it has served so far.
    public let servedCount: Int

    package var location: CallSite? { registration.location }

    /// Registration, status and place, as in `GET api.example.com/user: 200  (UserTests.swift:14)`.
    public var description: String {
        let location = location.map { "  (\($0))" } ?? ""
        var served = ""
        if case .multiple(let count) = response.lifetime { served = ", served \(servedCount) of \(count) times" }
        return "\(registration.route): \(response)\(served)\(location)"
    }
}

extension MockResponse: CustomStringConvertible {
    /// What it is, in a word or two: the status of one with a body.
    public var description: String {
        switch content {
        case .body: "\(status)"
        case .failure(let error): "failure \(Redaction.text(of: error))"
        case .handler: "handler"
        case .passthrough: "passthrough"
        case .unusable: "a response that can't be made"
        }
    }
}
