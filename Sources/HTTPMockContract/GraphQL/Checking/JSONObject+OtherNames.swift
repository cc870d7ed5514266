import HTTPMock

extension JSONObject {
    /// Returns the names that are not known, sorted.
    ///
    /// Nothing is sorted for an object without such names, because most objects have none.
    func names(otherThan isKnown: (String) -> Bool) -> [String] {
        guard keys.contains(where: { !isKnown($0) }) else { return [] }
        return sortedKeys.filter { !isKnown($0) }
    }
}
