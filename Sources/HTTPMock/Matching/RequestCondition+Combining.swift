extension RequestCondition {
    /// The condition does not hold.
    ///
    /// - Parameter condition: The condition.
    public static func not(_ condition: RequestCondition) -> RequestCondition {
        RequestCondition(
            "not (\(condition))", identity: "not (\(condition.identity))", work: condition.work
        ) { request in
            condition.mismatch(request) == nil ? "expected not: \(condition)" : nil
        }
    }

    /// At least one of the conditions holds; none of none does.
    ///
    /// - Parameter conditions: The conditions, asked in order until one holds.
    public static func any(of conditions: RequestCondition...) -> RequestCondition { any(of: conditions) }

    /// At least one of the conditions holds; none of none does.
    ///
    /// - Parameter conditions: The conditions, asked in order until one holds.
    public static func any(of conditions: [RequestCondition]) -> RequestCondition {
        combined("any of", conditions) { request in
            var reasons: [String] = []
            for condition in conditions {
                guard let reason = condition.mismatch(request) else { return nil }
                reasons.append(reason)
            }
            return reasons.isEmpty
                ? "any(of:) has no conditions" : "none of these matches (\(reasons.joined(separator: "; ")))"
        }
    }

    /// All of the conditions hold.
    ///
    /// - Parameter conditions: The conditions, asked in order until one does not hold.
    public static func all(of conditions: RequestCondition...) -> RequestCondition { all(of: conditions) }

    /// All of the conditions hold.
    ///
    /// - Parameter conditions: The conditions, asked in order until one does not hold.
    public static func all(of conditions: [RequestCondition]) -> RequestCondition {
        combined("all of", conditions) { request in
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
            "\(title) (\(conditions.map(\.description).joined(separator: ", ")))",
            identity: "\(title) (\(conditions.map(\.identity).joined(separator: ", ")))",
            work: conditions.map(\.work).max() ?? .headOnly, mismatch: mismatch)
    }
}
