/// The number of repetitions that a pattern allows for a character, a set or a group.
struct Quantifier {
    private(set) var minimum = 1
    private(set) var maximum = 1

    /// Reads and removes a quantifier; 1 if there is none.
    ///
    /// - Parameter rest: The rest of a pattern that ``ECMAScriptPattern`` accepts.
    /// - Returns: nil for another text in braces, which is not removed.
    init?(readingFrom rest: inout Substring.UnicodeScalarView) {
        switch rest.first {
        case "*": (minimum, maximum) = (0, .max)
        case "+": maximum = .max
        case "?": minimum = 0
        case "{":
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let parts = rest[rest.index(after: rest.startIndex)..<end].split(
                separator: ",", omittingEmptySubsequences: false)
            guard let first = parts.first, !first.isEmpty, parts.count <= 2,
                parts.joined().allSatisfy({ ("0"..."9").contains($0) })
            else { return nil }
            // A missing maximum is no limit, and a number that does not fit is larger than any text is long.
            let numbers = parts.map { Int(String($0)) ?? .max }
            // A single number is both limits.
            (minimum, maximum) = (numbers[0], numbers[numbers.count - 1])
            rest = rest[end...]
        default: return
        }
        // The quantifier's only or last character.
        rest.removeFirst()
        // A lazy quantifier changes the match that is found, but not whether there is a match.
        if rest.first == "?" { rest.removeFirst() }
    }
}
