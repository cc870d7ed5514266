/// The result of an ``EngineExtension`` that inspects a request before a response is chosen.
package struct RequestInspection: Sendable {
    package let problems: [Problem]
    /// The answer to an invalid request; nil if the request is answered as usual.
    package let invalid: InvalidRequest?

    package init(problems: [Problem] = [], invalid: InvalidRequest? = nil) {
        self.problems = problems
        self.invalid = invalid
    }
}
