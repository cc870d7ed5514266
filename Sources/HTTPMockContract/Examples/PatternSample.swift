/// Texts that a regular expression may match, for generated values.
///
/// The texts are candidates: look-around and back references are left out, so each text has to be checked.
struct PatternSample {
    private indirect enum Node {
        /// A character of a set, as the pattern spells the set.
        case set(String)
        case sequence([Node])
        case alternatives([Node])
        case repetition(Node, minimum: Int, maximum: Int)
    }

    private var rest: Substring.UnicodeScalarView
    private var characters: [String: [Character]] = [:]

    /// Returns texts to try, short ones first.
    ///
    /// - Parameters:
    ///   - source: A pattern that ``ECMAScriptPattern`` accepts.
    ///   - length: The least length of a text.
    static func texts(of source: String, length: Int) -> [String] {
        let pattern = InlineFlags(source)?.rest ?? source
        var sample = PatternSample(rest: Substring(pattern).unicodeScalars)
        let node = sample.alternatives(depth: 0)
        var texts: [String] = []
        for further in [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, length] {
            for turn in 0..<3 {
                var text = ""
                sample.write(node, to: &text, further: further, turn: turn)
                texts.append(text)
                // A pattern that is not anchored may match in a longer text.
                if text.count < length { texts.append(text + String(repeating: "a", count: length - text.count)) }
            }
        }
        return texts
    }

    private mutating func write(_ node: Node, to text: inout String, further: Int, turn: Int) {
        guard text.utf8.count < 100_000 else { return }
        switch node {
        case .set(let source):
            let known = characters[source] ?? Self.characters(of: source)
            characters[source] = known
            guard !known.isEmpty else { return }
            // In the first turn, each set adds its first character; in later turns, the characters vary along the text.
            var index = 0
            if turn > 0 { index = (text.count + turn - 1) % min(known.count, 4) }
            text.append(known[index])
        case .sequence(let nodes):
            for node in nodes { write(node, to: &text, further: further, turn: turn) }
        case .alternatives(let nodes): write(nodes[turn % nodes.count], to: &text, further: further, turn: turn)
        case .repetition(let node, let minimum, let maximum):
            let count = min(maximum, max(minimum, minimum &+ further), minimum + 100_000)
            for _ in 0..<count { write(node, to: &text, further: further, turn: turn) }
        }
    }

    /// Returns the characters of a set, usual ones first.
    private static func characters(of source: String) -> [Character] {
        guard let matcher = try? RegexMatcher("^(?:\(source))$") else { return [] }
        let usual = "a0A-_1Bb. /:@"
        let others = (UInt8(33)...126).map { Character(Unicode.Scalar($0)) }.filter { !usual.contains($0) }
        return (Array(usual) + others + Array("\t\né中")).filter { matcher.match(String($0)) == .matches }
    }

    // MARK: Reading

    private mutating func alternatives(depth: Int) -> Node {
        var branches = [sequence(depth: depth)]
        while rest.first == "|" {
            rest.removeFirst()
            branches.append(sequence(depth: depth))
        }
        if branches.count == 1 { return branches[0] }
        return .alternatives(branches)
    }

    private mutating func sequence(depth: Int) -> Node {
        var nodes: [Node] = []
        while let next = rest.first, next != "|", next != ")" {
            guard let atom = atom(depth: depth) else { continue }
            nodes.append(repeated(atom))
        }
        return .sequence(nodes)
    }

    /// Reads a character, a set or a group; nil for a part without text.
    private mutating func atom(depth: Int) -> Node? {
        let next = rest.removeFirst()
        switch next {
        case "^", "$": return nil
        case "(": return group(depth: depth)
        case "[": return .set("[" + classText())
        case "\\": return escape()
        case _ where "*+?(){}[]/".unicodeScalars.contains(next): return .set("\\\(next)")
        default: return .set("\(next)")
        }
    }

    private mutating func group(depth: Int) -> Node? {
        var isLookAround = false
        if rest.first == "?" {
            rest.removeFirst()
            let mark = String(String.UnicodeScalarView(rest.prefix(2)))
            isLookAround = mark.hasPrefix("=") || mark.hasPrefix("!") || mark == "<=" || mark == "<!"
            while let next = rest.popFirst(), !isLookAround, next != ":", next != ">" {}
        }
        // Groups that nest deeper add no text; the check of the text decides whether the text matches.
        var node = Node.sequence([])
        if depth < 100 { node = alternatives(depth: depth + 1) }
        if rest.first == ")" { rest.removeFirst() }
        guard !isLookAround else { return .sequence([]) }
        return node
    }

    private mutating func classText() -> String {
        var text = ""
        while let next = rest.popFirst() {
            text.unicodeScalars.append(next)
            if next == "\\", let escaped = rest.popFirst() {
                text.unicodeScalars.append(escaped)
            } else if next == "]" {
                break
            }
        }
        return text
    }

    private mutating func escape() -> Node? {
        guard let next = rest.popFirst() else { return nil }
        var text = "\\\(next)"
        var count = 0
        switch next {
        case "b", "B", "1"..."9": return nil
        case "x": count = 2
        case "c": count = 1
        case "u", "p", "P", "k":
            if rest.first == "{" || rest.first == "<" {
                while let part = rest.popFirst() {
                    text.unicodeScalars.append(part)
                    if part == "}" || part == ">" { break }
                }
            } else {
                count = 4
            }
        default: break
        }
        for _ in 0..<count { if let part = rest.popFirst() { text.unicodeScalars.append(part) } }
        guard next != "k" else { return nil }
        return .set(text)
    }

    private mutating func repeated(_ node: Node) -> Node {
        var limits: (Int, Int)?
        switch rest.first {
        case "*": limits = (0, .max)
        case "+": limits = (1, .max)
        case "?": limits = (0, 1)
        case "{":
            guard let end = rest.firstIndex(of: "}") else { return node }
            let parts = rest[rest.index(after: rest.startIndex)..<end].split(
                separator: ",", omittingEmptySubsequences: false)
            guard let minimum = parts.first.flatMap({ Int(String($0)) }) else { return node }
            limits = (minimum, minimum)
            if parts.count > 1 { limits = (minimum, Int(String(parts[1])) ?? .max) }
            rest = rest[end...]
        default: break
        }
        guard let (minimum, maximum) = limits else { return node }
        rest.removeFirst()
        if rest.first == "?" { rest.removeFirst() }
        return .repetition(node, minimum: minimum, maximum: maximum)
    }
}
