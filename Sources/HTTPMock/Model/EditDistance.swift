/// Counts the edits between two texts, to find the name that a misspelled one is near to.
package enum EditDistance {
    /// Returns the fewest insertions, deletions, replacements and swaps of neighbors, in code points.
    package static func between(_ one: String, _ other: String) -> Int {
        between(Array(one.unicodeScalars), Array(other.unicodeScalars))
    }

    private static func between(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for i in 1...one.count {
            var row = [i]
            for j in 1...other.count {
                let replacement = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1)
                var least = min(replacement, last[j] + 1, row[j - 1] + 1)
                if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
                    least = min(least, beforeLast[j - 2] + 1)
                }
                row.append(least)
            }
            (beforeLast, last) = (last, row)
        }
        return last[other.count]
    }
}
