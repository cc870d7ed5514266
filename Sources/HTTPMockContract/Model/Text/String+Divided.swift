extension StringProtocol {
    /// Returns the parts before and after the first separator; the second is empty without a separator.
    func divided(at separator: Character) -> (before: SubSequence, after: SubSequence) {
        guard let index = firstIndex(of: separator) else { return (self[...], self[endIndex...]) }
        return (self[..<index], self[self.index(after: index)...])
    }
}
