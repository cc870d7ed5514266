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
        let reason = ".where(\(description.debugDescription)) returned false"
        return RequestCondition(
            description, identity: "where \(description)", source: ".where(\(description.debugDescription)) { … }",
            work: .runsUserCode
        ) { request in
            predicate(request) ? nil : reason
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
                if let reason = condition.mismatch(request) { return reason }
            }
            return nil
        }
    }

    private static func combined(
        _ title: String, _ conditions: [RequestCondition], mismatch: @escaping @Sendable (MockRequest) -> String?
    ) -> RequestCondition {
        RequestCondition(
            "\(title) of (\(conditions.map(\.description).joined(separator: ", ")))",
            identity: "\(title) of (\(conditions.map(\.identity).joined(separator: ", ")))",
            source:
                ".\(title)(of: \(conditions.isEmpty ? "[]" : conditions.map(\.shortSource).joined(separator: ", ")))",
            work: conditions.map(\.work).max() ?? .headOnly, mismatch: mismatch)
    }
}
