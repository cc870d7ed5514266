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

    /// Returns the edit of the condition's source after which a request matches; nil if it has none that is short.
    let edit: @Sendable (MockRequest) -> SourceEdit?

    /// The condition's source text, nil if it is not known or has a secret.
    let swiftSource: String?

    /// The condition's source text, in which `…` may replace an argument.
    let shortSource: String

    /// The work that evaluating the condition needs.
    let work: MatchingWork

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - description: The requirement, without secrets.
    ///   - identity: The description with secrets; nil if the description has none.
    ///   - source: The source text with all arguments, or with `…` instead of an argument that is long or secret.
    ///   - work: The work of the evaluation.
    ///   - edit: Returns the edit of the source for a request that does not match.
    ///   - mismatch: Returns the reason for a mismatch.
    init(
        _ description: String, identity: String? = nil, source: String, work: MatchingWork,
        edit: @escaping @Sendable (MockRequest) -> SourceEdit? = { _ in nil },
        mismatch: @escaping @Sendable (MockRequest) -> String?
    ) {
        self.description = description
        self.identity = identity ?? description
        swiftSource = source.contains("…") ? nil : source
        shortSource = source
        self.work = work
        self.edit = edit
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
