/// A condition of a registration, beyond host, path, method and query.
///
/// ```swift
/// mock.addResponses(
///     forPath: "/login", method: .post, when: .json(["user": "alice"]), .not(.header("X-Debug")),
///     responses: [.status(.noContent)])
/// ```
///
/// A registration with more conditions is more specific. Diagnoses print the description of a condition. A condition is
/// evaluated at most once for a request, and never while the mock holds a lock.
public struct RequestCondition: Sendable, CustomStringConvertible {
    /// The requirement, as in `header Accept is "application/*"`; secrets are masked.
    public let description: String

    /// The description without masks; conditions with equal identities are the same.
    let identity: String

    /// Returns the reason for a mismatch, as a clause for a diagnosis; nil for a match.
    var mismatch: @Sendable (MockRequest) -> String? { userMismatch?.value ?? ownMismatch }
    private let ownMismatch: @Sendable (MockRequest) -> String?
    /// The closure if it has values of the user.
    private let userMismatch: UserOwned<@Sendable (MockRequest) -> String?>?

    /// The condition's source text, nil if it is not known or has a secret.
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
        if work == .runsUserCode {
            userMismatch = UserOwned(mismatch)
            ownMismatch = { _ in nil }
        } else {
            userMismatch = nil
            ownMismatch = mismatch
        }
    }
}

/// The work that matching a request may need, the cheapest first.
///
/// The work decides where a request may be matched.
package enum MatchingWork: Comparable, Sendable {
    /// Reads only the request's head, which takes microseconds.
    case headOnly
    /// Reads the body too: the library's own work, bounded by the size of the body.
    case readsBody
    /// Runs predicates of the user, which may block or use the mock.
    case runsUserCode
}
