import Foundation

/// A condition of a registration, beyond host, path, method and query.
///
/// ```swift
/// mock.addResponses(
///     forPath: "/login", method: .post, when: .json(["user": "alice"]), .not(.header("X-Debug")),
///     responses: [.status(.noContent)])
/// ```
///
/// A registration with more conditions is more specific. Diagnoses print the description of a condition. A predicate
/// runs at most once for a request, and never while the mock holds a lock.
public struct RequestCondition: Sendable, CustomStringConvertible {
    /// The requirement, as in `header Accept is "application/*"`; secrets are masked.
    public let description: String

    /// The requirement with all of its values; conditions with equal identities are the same.
    let identity: String
    private let compare: @Sendable (MockRequest) -> Mismatch?

    /// The condition's source text, in which `…` may replace an argument.
    let shortSource: String

    /// The condition's source text; nil if the text contains `…`, which may replace an argument such as a secret.
    var swiftSource: String? {
        if shortSource.contains("…") { return nil }
        return shortSource
    }

    let work: MatchingWork

    /// The GraphQL operation that the condition requires; nil for other conditions.
    private(set) var graphQL: GraphQLExpectation?

    /// Creates a condition.
    ///
    /// - Parameter identity: Nil if the description masks nothing, and so serves as the identity.
    init(
        _ description: String, identity: String? = nil, source: String, work: MatchingWork,
        compare: @escaping @Sendable (MockRequest) -> Mismatch?
    ) {
        self.description = description
        self.identity = identity ?? description
        shortSource = source
        self.work = work
        self.compare = compare
    }

    /// The answer that a request does not match, with the reason for a diagnosis.
    struct Mismatch: ExpressibleByStringInterpolation {
        let reason: String
        /// The edit of the condition's source after which the request matches; nil without a short one.
        let edit: ConditionEdit?

        init(_ reason: String, edit: ConditionEdit? = nil) {
            self.reason = reason
            self.edit = edit
        }

        init(stringLiteral reason: String) { self.init(reason) }

        /// Creates the mismatch of some differences, whose texts follow a title; nil if there are none.
        ///
        /// - Parameter source: The source text of the condition whose members differ.
        init?(_ differences: DifferenceList, after title: String = "", in source: String) {
            guard let text = differences.text else { return nil }
            reason = title + text
            edit = differences.edit?.inside(source)
        }
    }

    /// Returns the condition with the GraphQL operation that it requires.
    func requiring(_ operation: GraphQLExpectation) -> RequestCondition {
        var copy = self
        copy.graphQL = operation
        return copy
    }

    /// Returns the reason why a request does not match; nil if the request matches.
    func mismatch(_ request: MockRequest) -> String? {
        compare(request)?.reason
    }

    /// Returns the edit after which a request matches; nil without one, and for a condition with a predicate.
    func edit(_ request: MockRequest) -> ConditionEdit? {
        guard work < .runsUserCode else { return nil }
        return compare(request)?.edit
    }
}

extension RequestCondition {
    /// Matches if a predicate returns true.
    ///
    /// The predicate runs at most once for a request, without a lock, and not on a queue of Foundation.
    ///
    /// - Parameters:
    ///   - description: The requirement, for diagnoses. Two such conditions are the same if their descriptions are.
    ///   - predicate: Returns whether a request matches.
    public static func `where`(
        _ description: String, _ predicate: @escaping @Sendable (MockRequest) -> Bool
    ) -> RequestCondition {
        let source = ".where(\(description.swiftLiteral))"
        let owned = UserOwned(predicate)
        return RequestCondition(
            description, identity: "where \(description)", source: "\(source) { … }", work: .runsUserCode
        ) { request in
            guard owned.value(request) else { return "\(source) returned false" }
            return nil
        }
    }

    /// Matches if a condition does not match.
    ///
    /// - Parameter condition: The condition.
    public static func not(_ condition: RequestCondition) -> RequestCondition {
        RequestCondition(
            "not (\(condition))", identity: "not (\(condition.identity))",
            source: ".not(\(condition.shortSource))", work: condition.work
        ) { request in
            guard condition.mismatch(request) == nil else { return nil }
            return "the condition in .not(…) matches: \(condition)"
        }
    }

    /// Matches if any condition matches; an empty list never matches.
    ///
    /// - Parameter conditions: The conditions, evaluated in order until one matches.
    public static func any(of conditions: RequestCondition...) -> RequestCondition {
        any(of: conditions)
    }

    /// Matches if any condition matches; an empty list never matches.
    ///
    /// - Parameter conditions: The conditions, evaluated in order until one matches.
    public static func any(of conditions: [RequestCondition]) -> RequestCondition {
        combined("any", conditions) { request in
            var reasons: [String] = []
            for condition in conditions {
                guard let reason = condition.mismatch(request) else { return nil }
                reasons.append(reason)
            }
            guard !reasons.isEmpty else { return ".any(of:) of an empty list never matches" }
            return "no condition in .any(of:) matches: \(reasons.joined(separator: "; "))"
        }
    }

    /// Matches if all conditions match; an empty list always matches.
    ///
    /// - Parameter conditions: The conditions, evaluated in order until one does not match.
    public static func all(of conditions: RequestCondition...) -> RequestCondition {
        all(of: conditions)
    }

    /// Matches if all conditions match; an empty list always matches.
    ///
    /// - Parameter conditions: The conditions, evaluated in order until one does not match.
    public static func all(of conditions: [RequestCondition]) -> RequestCondition {
        combined("all", conditions) { request in
            for condition in conditions {
                if let reason = condition.mismatch(request) { return Mismatch(reason) }
            }
            return nil
        }
    }

    private static func combined(
        _ title: String, _ conditions: [RequestCondition], compare: @escaping @Sendable (MockRequest) -> Mismatch?
    ) -> RequestCondition {
        let descriptions = conditions.map(\.description).joined(separator: ", ")
        let identities = conditions.map(\.identity).joined(separator: ", ")
        var sources = conditions.map(\.shortSource).joined(separator: ", ")
        if conditions.isEmpty { sources = "[]" }
        let work = conditions.map(\.work).max() ?? .headOnly
        return RequestCondition(
            "\(title) of (\(descriptions))", identity: "\(title) of (\(identities))",
            source: ".\(title)(of: \(sources))", work: work, compare: compare)
    }
}
