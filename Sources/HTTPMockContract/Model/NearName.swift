import HTTPMock

/// The search for the known name that is nearest to a misspelled name.
enum NearName {
    /// The name with the fewest edits from another; nil if none is near.
    ///
    /// Names differ at most in a third of their characters. Of equals, the first in alphabetical order is returned.
    /// Nothing is returned for very many names, because comparing them is slow.
    static func nearest(to name: String, in names: some Collection<String>) -> String? {
        guard names.count <= 1_000 else { return nil }
        let name = comparable(name)
        var best: (distance: Int, name: String)?
        for other in names {
            let candidate = comparable(other)
            let (length, otherLength) = (name.unicodeScalars.count, candidate.unicodeScalars.count)
            let limit = max(length, otherLength) / 3
            guard abs(otherLength - length) <= limit else { continue }
            let distance = EditDistance.between(name, candidate)
            guard distance <= limit else { continue }
            if let best, (best.distance, best.name) <= (distance, other) { continue }
            best = (distance, other)
        }
        return best?.name
    }

    /// The edits between two texts, case aside.
    static func distance(_ left: String, _ right: String) -> Int {
        EditDistance.between(comparable(left), comparable(right))
    }

    /// The beginning of a text in lower case; names that differ late are rare.
    private static func comparable(_ text: String) -> String {
        String(text.lowercased().unicodeScalars.prefix(64))
    }
}
