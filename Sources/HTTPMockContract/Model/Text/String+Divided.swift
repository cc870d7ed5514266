extension StringProtocol {
    /// Returns the parts before and after the first separator; the second is empty without a separator.
    ///
    /// Compares scalars, because a separator and a combining mark after it are one Character.
    func divided(at separator: Unicode.Scalar) -> (before: SubSequence, after: SubSequence) {
        guard let index = unicodeScalars.firstIndex(of: separator) else { return (self[...], self[endIndex...]) }
        return (self[..<index], self[unicodeScalars.index(after: index)...])
    }
}
