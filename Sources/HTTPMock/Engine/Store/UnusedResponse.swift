/// A response that was used by fewer requests than its lifetime allows, or an eternal one without any use.
public struct UnusedResponse: Sendable, CustomStringConvertible {
    /// The registration of the response.
    public let registration: MockRegistration
    package let response: MockResponse
    package let servedCount: Int

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
        if case .multiple(let count) = response.lifetime {
            served = ", served \(servedCount) of \(count.counted("time"))"
        }
        return "\(registration.route): \(response)\(served)\(location)"
    }
}
