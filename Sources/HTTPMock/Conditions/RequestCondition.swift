import Foundation

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
    private let compare: @Sendable (MockRequest) -> Mismatch?

    /// The condition's source text, in which `…` may replace an argument.
    let shortSource: String

    /// The condition's source text, nil if it is not known or has a secret.
    var swiftSource: String? { shortSource.contains("…") ? nil : shortSource }

    let work: MatchingWork

    /// Creates a condition; a nil identity is the description, which has no secrets then.
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

    struct Mismatch: ExpressibleByStringInterpolation {
        let reason: String
        /// The edit of the condition's source after which the request matches; nil if there is none that is short.
        let edit: SourceEdit?

        init(_ reason: String, edit: SourceEdit? = nil) { (self.reason, self.edit) = (reason, edit) }

        init(stringLiteral reason: String) { self.init(reason) }

        /// Creates the mismatch of the members of a condition, after a title; nil if there are no differences.
        init?(_ differences: DifferenceList, after title: String = "", in source: String) {
            guard let text = differences.text else { return nil }
            reason = title + text
            edit = differences.edit.map { ($0.written, "\($0.member) in \(source)", $0.suggested) }
        }
    }

    func mismatch(_ request: MockRequest) -> String? { compare(request)?.reason }

    /// Returns the edit after which a request matches, and runs no code of the user; nil if there is none.
    func edit(_ request: MockRequest) -> SourceEdit? { work == .runsUserCode ? nil : compare(request)?.edit }
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
        let source = ".where(\(description.debugDescription))"
        let owned = UserOwned(predicate)
        return RequestCondition(
            description, identity: "where \(description)", source: "\(source) { … }", work: .runsUserCode
        ) { request in
            owned.value(request) ? nil : "\(source) returned false"
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
            condition.mismatch(request) == nil ? "the condition in .not(…) matches: \(condition)" : nil
        }
    }

    /// Matches if any condition matches; an empty list never matches.
    ///
    /// - Parameter conditions: The conditions, evaluated in order until one matches.
    public static func any(of conditions: RequestCondition...) -> RequestCondition { any(of: conditions) }

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

    /// Matches if all conditions match.
    ///
    /// - Parameter conditions: The conditions, evaluated in order until one does not match.
    public static func all(of conditions: RequestCondition...) -> RequestCondition { all(of: conditions) }

    /// Matches if all conditions match.
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
        let sources = conditions.isEmpty ? "[]" : conditions.map(\.shortSource).joined(separator: ", ")
        return RequestCondition(
            "\(title) of (\(conditions.map(\.description).joined(separator: ", ")))",
            identity: "\(title) of (\(conditions.map(\.identity).joined(separator: ", ")))",
            source: ".\(title)(of: \(sources))", work: conditions.map(\.work).max() ?? .headOnly, compare: compare)
    }

    /// Matches a request that has a header field, whatever its value.
    ///
    /// - Parameter name: The field's name, in any case.
    public static func header(_ name: String) -> RequestCondition {
        RequestCondition(
            "header \(name) is present", identity: "header \(name.lowercased())",
            source: ".header(\(name.debugDescription))", work: .headOnly
        ) { request in
            request.header(name) == nil ? "no \(name) header" : nil
        }
    }

    /// Matches a request that has a header field with a value.
    ///
    /// - Parameters:
    ///   - name: The field's name, in any case.
    ///   - glob: The value; `*` matches any run of characters, case counts.
    public static func header(_ name: String, _ glob: String) -> RequestCondition {
        let pattern = TextGlob(glob)
        let expected = Redaction.headerValue(glob, of: name).debugDescription
        let identity = "header \(name.lowercased()) is \(glob.debugDescription)"
        let isSecret = Redaction.isSecret(name)
        let source: @Sendable (String) -> String = {
            ".header(\(name.debugDescription), \(isSecret ? "…" : $0.debugDescription))"
        }
        return RequestCondition(
            "header \(name) is \(expected)", identity: identity, source: source(glob), work: .headOnly
        ) { request in
            guard let value = request.header(name) else { return "no \(name) header, expected \(expected)" }
            guard !pattern.matches(value) else { return nil }
            let actual = Redaction.headerValue(value, of: name).debugDescription
            let isShown = actual == value.debugDescription && expected == glob.debugDescription
            let edit: SourceEdit? = isShown && !isSecret && value.count <= 80 ? (source(glob), "", source(value)) : nil
            guard actual != expected else { return Mismatch("header \(name) differs", edit: edit) }
            let hint = TextGlob(glob.lowercased()).matches(value.lowercased()) ? " (case counts)" : ""
            return Mismatch("header \(name) is \(actual), expected \(expected)\(hint)", edit: edit)
        }
    }

    /// Matches a request with a bearer token in `Authorization`.
    ///
    /// - Parameter token: The token.
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750.html#section-2.1)
    public static func bearerToken(_ token: String) -> RequestCondition {
        let hasScheme = token.lowercased().hasPrefix("bearer ")
        return authorization(
            "Bearer", token, source: ".bearerToken(…)", description: "a bearer token",
            difference: hasScheme
                ? "the bearer token differs; write it without \"Bearer \", which the condition adds"
                : "the bearer token differs")
    }

    /// Matches a request with a user's name and password in `Authorization`.
    ///
    /// - Parameters:
    ///   - user: The name, without a colon.
    ///   - password: The password.
    /// - SeeAlso: [RFC 7617 §2](https://www.rfc-editor.org/rfc/rfc7617.html#section-2)
    public static func basicAuth(user: String, password: String) -> RequestCondition {
        authorization(
            "Basic", Data("\(user):\(password)".utf8).base64EncodedString(),
            source: ".basicAuth(user: \(user.debugDescription), password: …)",
            description: "basic authentication as \(user.debugDescription)",
            difference: "the user or the password of the basic authentication differs")
    }

    /// Matches a request whose URL has a scheme.
    ///
    /// - Parameter scheme: The scheme, in any case, such as `https`.
    public static func scheme(_ scheme: String) -> RequestCondition {
        let expected = scheme.lowercased().debugDescription
        return RequestCondition("scheme is \(expected)", source: ".scheme(\(expected))", work: .headOnly) { request in
            let actual = request.target.scheme.debugDescription
            guard actual != expected else { return nil }
            let edit: SourceEdit = (".scheme(\(scheme.debugDescription))", "", ".scheme(\(actual))")
            return Mismatch("scheme is \(actual), expected \(expected)", edit: edit)
        }
    }

    private static func authorization(
        _ scheme: String, _ value: String, source: String, description: String, difference: String
    ) -> RequestCondition {
        RequestCondition(
            description, identity: "authorization \(scheme) \(value)", source: source, work: .headOnly
        ) { request in
            guard let field = request.header("Authorization") else {
                return "no Authorization header, expected \(description)"
            }
            let parts = field.split(separator: " ", maxSplits: 1)
            if parts.count == 1 { return "header Authorization has no scheme, expected \"\(scheme) …\"" }
            guard parts.count == 2, String(parts[0]).isEqualIgnoringCase(to: scheme) else {
                let actual = Redaction.headerValue(field, of: "Authorization").debugDescription
                return "header Authorization is \(actual), expected \(description)"
            }
            let isEqual = parts[1].trimmingCharacters(in: .whitespaces).hasSameCodeUnits(as: value)
            return isEqual ? nil : Mismatch(difference)
        }
    }
}
