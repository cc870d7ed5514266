/// Something beyond host, path, method and query that must hold of a request for a registration to take it.
///
/// ```swift
/// mock.addResponses(
///     forPath: "/login", method: .post, when: .json(["user": "alice"]), .not(.header("X-Debug")),
///     responses: [.status(.noContent)])
/// ```
///
/// The more conditions a registration has, the more specific it is. Each has a description, which diagnostics print.
/// A condition is asked once a request, and never while the mock holds a lock.
public struct RequestCondition: Sendable, CustomStringConvertible {
    /// What must hold, as in `header Accept is "application/*"`; secrets are masked.
    public let description: String

    /// What makes two conditions the same one: the description with nothing masked.
    let identity: String

    /// Why the condition does not hold of a request; nil if it does.
    let mismatch: @Sendable (MockRequest) -> String?

    /// The condition as it is written in Swift, where that can be told and holds no secret.
    let swiftSource: String?

    /// The work that evaluating the condition needs.
    let work: MatchingWork

    init(
        _ description: String, identity: String? = nil, swiftSource: String? = nil, work: MatchingWork = .runsUserCode,
        mismatch: @escaping @Sendable (MockRequest) -> String?
    ) {
        self.description = description
        self.swiftSource = swiftSource
        self.identity = identity ?? description
        self.work = work
        self.mismatch = mismatch
    }
}
