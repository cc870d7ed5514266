extension Int {
    /// The number with a noun: `1 element`, `2 elements`.
    func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
