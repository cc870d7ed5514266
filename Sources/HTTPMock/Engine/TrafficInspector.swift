import Foundation

/// A judge of an instance's registrations, requests and answers, such as an API contract.
///
/// Called on the thread that registers, matches or answers, so an inspector must be quick, and must not use the instance.
package protocol TrafficInspector: Sendable {
    /// Judges a response when it is registered, and when `judgeRegistrations(with:)` is called.
    func problems(of response: RegisteredTraffic) -> [TrafficProblem]

    /// Judges a request before it is matched.
    ///
    /// - Returns: The problems, and the text that refuses the request, if it is refused.
    func examine(_ request: MockRequest, number: Int) -> (problems: [TrafficProblem], refusal: String?)

    /// Judges a response that has been sent, before the client sees its end.
    func problems(of response: ServedTraffic) -> [TrafficProblem]
}

/// A response that has been sent for a registration.
package struct ServedTraffic: Sendable {
    package let request: MockRequest
    /// The number of the request in the log, from 1.
    package let number: Int
    package let registration: MockRegistration
    package let status: Int
    package let headers: [String: String]
    /// The whole body; nil if it is too large to be kept.
    package let body: Data?
    /// True if the response is the one that was judged when it was registered, with the same bytes.
    package let isKnownAtRegistration: Bool

    /// The largest body that inspectors judge, in bytes.
    static let bodyLimit = 16 << 20
}

/// A mistake that an inspector has found.
package struct TrafficProblem: Hashable, Sendable {
    /// The whole message.
    package let text: String
    /// The source location of the registration; nil for a request's problem.
    package let location: CallSite?
    /// Whether the problem is printed only, and fails no test.
    package let isWarning: Bool

    package init(text: String, location: CallSite?, isWarning: Bool) {
        self.text = text
        self.location = location
        self.isWarning = isWarning
    }
}
