import Foundation

/// Counts the edits between two texts, to find the name that a misspelled one is near to.
package enum EditDistance {
    /// Returns the fewest insertions, deletions, replacements and swaps of neighbors, in code points.
    ///
    /// Swapped neighbors are not edited again.
    ///
    /// - Parameter most: The greatest distance that matters; a greater one is returned as any greater number.
    package static func between(_ one: String, _ other: String, upTo most: Int = .max) -> Int {
        between(Array(one.unicodeScalars), Array(other.unicodeScalars), upTo: most)
    }

    private static func between(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar], upTo most: Int = .max) -> Int {
        if one.isEmpty || other.isEmpty { return max(one.count, other.count) }
        // The last two rows of the table of the distances between the beginnings of both texts.
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for i in 1...one.count {
            // No later number is less than the least of two rows.
            if let least = last.min(), least > most, beforeLast.allSatisfy({ $0 > most }) { return least }
            var row = [i]
            for j in 1...other.count {
                var replacement = last[j - 1]
                if one[i - 1] != other[j - 1] { replacement += 1 }
                var distance = min(replacement, last[j] + 1, row[j - 1] + 1)
                let isSwap = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1]
                if isSwap { distance = min(distance, beforeLast[j - 2] + 1) }
                row.append(distance)
            }
            (beforeLast, last) = (last, row)
        }
        return last[other.count]
    }

    /// Returns whether two texts are near: at most two edits apart.
    ///
    /// The edits are also fewer than half the characters of the longer text.
    package static func areNear(_ one: String, _ other: String) -> Bool {
        guard abs(one.count - other.count) <= 2 else { return false }
        let distance = between(one, other, upTo: 2)
        return distance <= 2 && 2 * distance < max(one.count, other.count)
    }

    /// Returns the name with the fewest edits from another, case aside.
    ///
    /// Of equally near names, returns the first one by the alphabet. Nil if no name is within the limit.
    ///
    /// - Parameter limit: Returns the most edits for the length of the longer name, in code points.
    package static func nearest(
        to name: String, among names: some Sequence<String>, within limit: (_ length: Int) -> Int = { _ in .max }
    ) -> String? {
        let target = Array(name.lowercased().unicodeScalars)
        let near = names.compactMap { other -> Candidate? in
            let candidate = Array(other.lowercased().unicodeScalars)
            let most = limit(max(target.count, candidate.count))
            // Each missing character is an edit.
            guard abs(target.count - candidate.count) <= most else { return nil }
            let distance = between(target, candidate, upTo: most)
            guard distance <= most else { return nil }
            return Candidate(distance: distance, name: other)
        }
        return near.min()?.name
    }

    /// A name and its distance; the nearer one comes first, then the one that is first by the alphabet.
    private struct Candidate: Comparable {
        let distance: Int
        let name: String

        static func < (one: Self, other: Self) -> Bool {
            (one.distance, one.name) < (other.distance, other.name)
        }
    }

    /// Returns up to three files of a bundle with similar names, as the continuation of a sentence; empty without any.
    ///
    /// A similar name is at most four edits away, or half the length of the name if that is more. Folders do not count,
    /// because tests often leave out the folder of a file.
    static func nearestFiles(to name: String, in bundle: Bundle) -> String {
        func fileName(_ path: String) -> String {
            (path.split(separator: "/").last ?? "").lowercased()
        }
        let target = fileName(name)
        let candidates = files(of: bundle).map { Candidate(distance: between(target, fileName($0)), name: $0) }
        let near = candidates.filter { $0.distance <= max(4, target.count / 2) }.sorted().prefix(3)
        if near.isEmpty { return "" }
        return "; the nearest are \(near.map(\.name.debugDescription).joined(separator: ", "))"
    }

    /// Returns the files in a bundle's resource folder, with their folders, down to three folders deep; at most 1,000.
    private static func files(of bundle: Bundle) -> [String] {
        guard let root = bundle.resourceURL,
            let contents = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles, .skipsPackageDescendants])
        else { return [] }
        var names: [String] = []
        for case let file as URL in contents {
            // The bundle of a command-line program is its build folder, which has many other files.
            if names.count == 1_000 { break }
            if contents.level > 3 { contents.skipDescendants() }
            if !file.hasDirectoryPath {
                names.append(file.pathComponents.suffix(contents.level).joined(separator: "/"))
            }
        }
        return names
    }
}
