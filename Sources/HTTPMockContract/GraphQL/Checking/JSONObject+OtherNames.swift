import HTTPMock

extension JSONObject {
    /// Returns the names that are not known, sorted.
    ///
    /// Most objects have none, so that nothing is sorted for them.
    func names(otherThan isKnown: (String) -> Bool) -> [String] {
        let others = keys.filter { !isKnown($0) }
        guard !others.isEmpty else { return [] }
        return sortedKeys.filter { !isKnown($0) }
    }
}
