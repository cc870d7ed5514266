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
