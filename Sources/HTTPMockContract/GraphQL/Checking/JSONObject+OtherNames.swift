import HTTPMock

extension JSONObject {
    /// Returns the names that are not known, sorted.
    ///
    /// Nothing is sorted for an object without such names, because most objects have none.
    func names(otherThan isKnown: (String) -> Bool) -> [String] {
        let others = keys.filter { !isKnown($0) }
        guard !others.isEmpty else { return [] }
        return sortedKeys.filter { !isKnown($0) }
    }
}
