extension [String] {
    /// The texts as alternatives: `string, integer or null`.
    var alternatives: String {
        guard count > 1, let last else { return first ?? "nothing" }
        return "\(dropLast().joined(separator: ", ")) or \(last)"
    }

    /// The texts as an enumeration: `200, 404 and default`.
    var listed: String {
        guard count > 1, let last else { return first ?? "nothing" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The verb for an enumeration.
    var verb: String { count > 1 ? "are" : "is" }
}

extension Int {
    /// The number with a noun: `1 element`, `2 elements`.
    package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
