extension StringProtocol {
    /// Returns the parts before and after the first separator; the second is empty without a separator.
    ///
    /// Compares scalars, because a separator and a combining mark after it are one Character.
    func divided(at separator: Unicode.Scalar) -> (before: SubSequence, after: SubSequence) {
        guard let index = unicodeScalars.firstIndex(of: separator) else { return (self[...], self[endIndex...]) }
        return (self[..<index], self[unicodeScalars.index(after: index)...])
    }
}

extension String {
    /// Returns the parts between all separators, empty parts included; compares bytes.
    func divided(atEach separator: String) -> [String] {
        utf8.split(separator: separator.utf8, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}
