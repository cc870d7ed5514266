/// The difference between two texts, line by line.
struct LineDifference: CustomStringConvertible {
    let description: String

    init(from expected: String, to actual: String) {
        func lines(_ text: String) -> [Substring] {
            text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false)
        }
        let (expected, actual) = (lines(expected), lines(actual))
        let difference = actual.difference(from: expected)
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var output: [String] = []
        var (old, new) = (0, 0)
        while old < expected.count || new < actual.count {
            if old < expected.count, removed.contains(old) {
                output.append("  − \(expected[old])")
                old += 1
            } else if new < actual.count, inserted.contains(new) {
                output.append("  + \(actual[new])")
                new += 1
            } else {
                output.append("    \(expected[old])")
                old += 1
                new += 1
            }
        }
        description = (output + ["  (− expected, + arrived)"]).joined(separator: "\n")
    }
}
