extension [String] {
    /// The texts as alternatives: `string, integer or null`.
    var alternatives: String {
        guard count > 1, let last else { return first ?? "nothing" }
        return "\(dropLast().joined(separator: ", ")) or \(last)"
    }
}

extension Int {
    /// The number with a noun: `1 element`, `2 elements`.
    func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
