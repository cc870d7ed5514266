import HTTPMock

/// The search for the known name that is nearest to a misspelled name.
enum NearName {
    /// Returns the name with the fewest edits from another name; nil if none is near.
    ///
    /// The edits are at most a third of the longer name's characters, and case does not count. Of equally near names,
    /// the first in alphabetical order is returned. The result is nil for more than 1,000 names, because comparing them
    /// is slow.
    static func nearest(to name: String, in names: some Collection<String>) -> String? {
        // A longer text is hardly a misspelled name.
        guard names.count <= 1_000, name.unicodeScalars.count <= 64 else { return nil }
        return EditDistance.nearest(to: name, among: names) { $0 / 3 }
    }

    /// Returns the end of a message that names a near name; nothing without one.
    static func hint(_ near: String?) -> String { near.map { "; did you mean \"\($0)\"?" } ?? "" }
}
