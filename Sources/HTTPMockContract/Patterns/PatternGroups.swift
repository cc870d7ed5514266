/// The groups of a regular expression that capture.
struct PatternGroups {
    /// The number of groups that capture.
    private(set) var count = 0
    /// The numbers of groups by their names; a name may have groups in several alternatives.
    private(set) var numbers: [String: [Int]] = [:]
    /// The numbers of the groups to which some reference refers.
    private var referenced: Set<Int> = []
    /// The numbers of those groups of ``referenced`` whose ends are written.
    private var closed: Set<Int> = []
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
        var referencedNames: Set<String> = []
        while position < scalars.count {
            switch scalars[position] {
            case "\\":
                let rest = scalars[(position + 1)...]
                if !isInClass, rest.starts(with: ["k", "<"]) {
                    referencedNames.insert(Self.name(in: rest.dropFirst(2)))
                } else if !isInClass, let number = Self.number(in: rest) {
                    referenced.insert(number)
                }
                position += 1
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
        for name in referencedNames { referenced.formUnion(numbers[name] ?? []) }
    }

    /// Returns the name before a `>`.
    private static func name(in scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars.prefix { $0 != ">" }))
    }

    /// Returns the number at the beginning; nil without one.
    private static func number(in scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        Int(String(String.UnicodeScalarView(scalars.prefix { ("0"..."9").contains($0) })))
    }

    private mutating func open(at position: Int, of scalars: [Unicode.Scalar]) {
        let rest = scalars[(position + 1)...]
        // Look-behind begins like the name in `(?<name>`.
        let isLookBehind = rest.starts(with: ["?", "<", "="]) || rest.starts(with: ["?", "<", "!"])
        let isNamed = rest.starts(with: ["?", "<"]) && !isLookBehind
        if isNamed || rest.first != "?" { count += 1 }
        if isNamed {
            let name = Self.name(in: rest.dropFirst(2))
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

// MARK: - Translation

/// The groups and references of a pattern for `NSRegularExpression`, written in the order of the pattern.
///
/// A reference to a group that has not matched matches the empty text in ECMA-262, but fails in `NSRegularExpression`.
/// So an empty group follows each group to which a reference refers, and shows whether the group has matched.
extension PatternGroups {
    /// Returns the beginning of a group.
    func beginning(of number: Int) -> String {
        referenced.contains(number) ? "(?:(?<g\(number)>" : "("
    }

    /// Returns the end of a group; the number is nil for a group that does not capture.
    mutating func close(_ number: Int?) -> String {
        guard let number, referenced.contains(number) else { return ")" }
        closed.insert(number)
        return ")(?<m\(number)>))"
    }

    /// Returns a reference to groups, of which at most one matches in one repetition.
    ///
    /// `NSRegularExpression` keeps the matches of earlier repetitions. So in a later repetition, the reference may
    /// match the text of an earlier one, instead of the empty text.
    func reference(to numbers: [Int]) -> String {
        // A group whose end is not written yet has not matched.
        let matched = numbers.filter(closed.contains)
        let texts = matched.map { "\\k<g\($0)>|" }.joined()
        let ifNone = matched.map { "(?!\\k<m\($0)>)" }.joined()
        return "(?:\(texts)\(ifNone))"
    }
}
