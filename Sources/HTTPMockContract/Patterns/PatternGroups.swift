/// The groups of a regular expression that capture.
struct PatternGroups {
    /// The number of groups that capture.
    private(set) var count = 0
    /// The numbers of groups by their names; a name may have groups in several alternatives.
    private(set) var numbers: [String: [Int]] = [:]
    /// A name that two groups of one alternative have; nil if there is none.
    private(set) var repeatedName: String?
    /// The position of the last group with each name.
    private var positions: [String: Int] = [:]
    /// The groups around the current position, the outermost first; the first one is the whole pattern.
    private var enclosing = [Enclosing(start: 0, alternative: 0)]

    /// A group that is not closed yet.
    private struct Enclosing {
        /// The position of the first scalar in the group.
        let start: Int
        /// The position at which the current alternative of the group begins.
        var alternative: Int
    }

    /// Finds the groups of a pattern.
    ///
    /// - SeeAlso: [ECMA-262 §22.2.1.1](https://tc39.es/ecma262/#sec-patterns-static-semantics-early-errors)
    init(in scalars: [Unicode.Scalar]) {
        var isInClass = false
        var position = 0
        while position < scalars.count {
            switch scalars[position] {
            case "\\": position += 1
            case "[": isInClass = true
            case "]": isInClass = false
            case _ where isInClass: break
            case "(": open(at: position, of: scalars)
            case "|": enclosing[enclosing.count - 1].alternative = position + 1
            case ")" where enclosing.count > 1: enclosing.removeLast()
            default: break
            }
            position += 1
        }
    }

    private mutating func open(at position: Int, of scalars: [Unicode.Scalar]) {
        let rest = scalars[(position + 1)...]
        // Look-behind begins like the name in `(?<name>`.
        let isLookBehind = rest.starts(with: ["?", "<", "="]) || rest.starts(with: ["?", "<", "!"])
        let isNamed = rest.starts(with: ["?", "<"]) && !isLookBehind
        if isNamed || rest.first != "?" { count += 1 }
        if isNamed {
            let name = String(String.UnicodeScalarView(rest.dropFirst(2).prefix { $0 != ">" }))
            if let last = positions[name], isInSameAlternative(last) {
                repeatedName = name
            }
            positions[name] = position
            numbers[name, default: []].append(count)
        }
        enclosing.append(Enclosing(start: position + 1, alternative: position + 1))
    }

    /// Returns whether an earlier position and the current one can both be part of a match.
    private func isInSameAlternative(_ earlier: Int) -> Bool {
        // Groups further out have both positions in one alternative.
        guard let innermost = enclosing.last(where: { $0.start <= earlier }) else { return false }
        return innermost.alternative <= earlier
    }
}
