/// The result of an ``EngineExtension`` that inspects a request before it is matched.
package struct RequestInspection: Sendable {
    let problems: [Problem]
    /// The answer to an invalid request; nil if the request is matched as usual.
    let invalid: InvalidRequest?

    package init(problems: [Problem] = [], invalid: InvalidRequest? = nil) {
        self.problems = problems
        self.invalid = invalid
    }
}
