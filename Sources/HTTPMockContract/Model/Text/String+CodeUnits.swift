extension String {
    /// Returns whether a text has the same code units; equal texts of Swift may be composed otherwise.
    func hasSameCodeUnits(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension [String: Int] {
    /// The value of a name with the same code units.
    subscript(exactly name: String) -> Int? {
        guard let index = index(forKey: name), self[index].key.hasSameCodeUnits(as: name) else { return nil }
        return self[index].value
    }
}

extension Dictionary where Key == String {
    /// Returns whether a name with the same code units is there.
    func contains(exactly name: String) -> Bool {
        guard let index = index(forKey: name) else { return false }
        return self[index].key.hasSameCodeUnits(as: name)
    }
}
