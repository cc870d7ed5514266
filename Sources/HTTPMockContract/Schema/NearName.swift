/// The search for the known name that is nearest to a misspelled name.
enum NearName {
    /// The name with the fewest edits from another; nil if none is near.
    ///
    /// Names differ at most in a third of their characters. Of equals, the first in alphabetical order is returned.
    /// Nothing is returned for very many names, because comparing them is slow.
    static func nearest(to name: String, in names: some Sequence<String>) -> String? {
        let characters = Array(name.lowercased().unicodeScalars.prefix(64))
        var best: (distance: Int, name: String)?
        for (index, other) in names.enumerated() {
            guard index < 1_000 else { return nil }
            let candidate = Array(other.lowercased().unicodeScalars.prefix(64))
            let limit = max(characters.count, candidate.count) / 3
            guard abs(candidate.count - characters.count) <= limit else { continue }
            let distance = distance(characters, candidate)
            guard distance <= limit else { continue }
            if let best, (best.distance, best.name) <= (distance, other) { continue }
            best = (distance, other)
        }
        return best?.name
    }

    /// The edits between two texts, case aside.
    static func distance(_ left: String, _ right: String) -> Int {
        distance(
            Array(left.lowercased().unicodeScalars.prefix(64)), Array(right.lowercased().unicodeScalars.prefix(64)))
    }

    /// The fewest insertions, deletions, replacements and swaps of neighbors.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in 1...left.count {
            var row = [i]
            for j in 1...right.count {
                let replacement = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                var least = min(replacement, last[j] + 1, row[j - 1] + 1)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    least = min(least, beforeLast[j - 2] + 1)
                }
                row.append(least)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
