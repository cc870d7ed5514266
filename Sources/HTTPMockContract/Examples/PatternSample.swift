/// Texts that a regular expression may match, for generated values.
///
/// The texts are candidates: look-around and back references are left out, so each text has to be checked.
struct PatternSample {
    private indirect enum Node {
        /// A character of a set, as the pattern spells the set.
        case set(String)
        case sequence([Node])
        case alternatives([Node])
        case repetition(Node, Quantifier)
    }

    /// The part of the pattern that is not read yet.
    private var rest: Substring.UnicodeScalarView
    /// The characters of the sets that were written, by the sources of the sets.
    private var characters: [String: [Character]] = [:]

    /// The bytes of UTF-8 after which nothing is added to a text, and the most repetitions that a pattern may need.
    private static let lengthLimit = 100_000
    /// The most groups inside each other that are read as groups.
    private static let depthLimit = 100

    /// Returns texts to try, with more and more repetitions beyond the least number.
    ///
    /// The last texts have as many further repetitions as the least length has characters.
    ///
    /// - Parameters:
    ///   - source: A pattern that ``ECMAScriptPattern`` accepts.
    ///   - length: The least length that is allowed, in characters; at most 100,000.
    static func texts(of source: String, length: Int) -> [String] {
        let pattern = InlineFlags(source)?.rest ?? source
        var sample = PatternSample(rest: Substring(pattern).unicodeScalars)
        let node = sample.alternatives(depth: 0)
        var texts: [String] = []
        // For each number of further repetitions, three texts have different characters and alternatives.
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

    /// Adds the text of a node.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - text: The text so far, to which nothing is added once it is long.
    ///   - further: The number of repetitions beyond the least number that the pattern needs.
    ///   - turn: The number of the text among those with the same `further`: 0, 1 or 2.
    private mutating func write(_ node: Node, to text: inout String, further: Int, turn: Int) {
        guard text.utf8.count < Self.lengthLimit else { return }
        switch node {
        case .set(let source):
            let known = characters[source] ?? Self.characters(of: source)
            characters[source] = known
            guard !known.isEmpty else { return }
            // In turn 0, each set adds its first character. In the other turns, its first four characters alternate.
            var index = 0
            if turn > 0 { index = (text.utf8.count + turn - 1) % min(known.count, 4) }
            text.append(known[index])
        case .sequence(let nodes):
            for node in nodes { write(node, to: &text, further: further, turn: turn) }
        case .alternatives(let nodes): write(nodes[turn % nodes.count], to: &text, further: further, turn: turn)
        case .repetition(let node, let quantifier):
            // A text with more repetitions would be too long.
            guard quantifier.minimum <= Self.lengthLimit else { return }
            for _ in 0..<min(quantifier.maximum, quantifier.minimum + further) {
                let length = text.utf8.count
                write(node, to: &text, further: further, turn: turn)
                // A node that adds nothing once would add nothing again.
                if text.utf8.count == length { break }
            }
        }
    }

    /// Returns the printable ASCII characters of a set, and a few others, usual ones first.
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

    /// Reads a character, a set, a group or a reference; nil for an anchor and a word boundary.
    private mutating func atom(depth: Int) -> Node? {
        let next = rest.removeFirst()
        switch next {
        case "^", "$": return nil
        case "(": return group(depth: depth)
        case "[": return .set("[" + classText())
        case "\\": return escape()
        // The source of a set is compiled as a pattern, where these signs need an escape.
        case _ where "*+?(){}[]/".unicodeScalars.contains(next): return .set("\\\(next)")
        default: return .set("\(next)")
        }
    }

    /// Reads the rest of a group; look-around has no text.
    private mutating func group(depth: Int) -> Node {
        var isLookAround = false
        if rest.first == "?" {
            rest.removeFirst()
            let mark = String(String.UnicodeScalarView(rest.prefix(2)))
            isLookAround = ["=", "!", "<=", "<!"].contains { mark.hasPrefix($0) }
            if isLookAround {
                // The rest of the mark is read as content, which is left out.
                rest.removeFirst()
            } else {
                // A group's name ends with `>`, and its flags end with `:`.
                while let next = rest.popFirst(), next != ":", next != ">" {}
            }
        }
        // The content of a group that nests deeper is read as part of the groups around it, so the text may not match.
        var node = Node.sequence([])
        if depth < Self.depthLimit { node = alternatives(depth: depth + 1) }
        if rest.first == ")" { rest.removeFirst() }
        guard !isLookAround else { return .sequence([]) }
        return node
    }

    /// Reads the rest of a class, with its closing bracket.
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

    /// Reads the rest of an escape; a back reference has no text, and a word boundary is nil.
    private mutating func escape() -> Node? {
        guard let next = rest.popFirst() else { return nil }
        var text = "\\\(next)"
        var operandLength = 0
        switch next {
        case "b", "B": return nil
        // Not nil, because a quantifier may follow.
        case "1"..."9":
            while let digit = rest.first, ("0"..."9").contains(digit) { rest.removeFirst() }
            return .sequence([])
        case "x": operandLength = 2
        case "c": operandLength = 1
        case "u", "p", "P", "k":
            if rest.first == "{" || rest.first == "<" {
                while let part = rest.popFirst() {
                    text.unicodeScalars.append(part)
                    if part == "}" || part == ">" { break }
                }
            } else {
                operandLength = 4
            }
        default: break
        }
        for _ in 0..<operandLength {
            if let part = rest.popFirst() { text.unicodeScalars.append(part) }
        }
        guard next != "k" else { return .sequence([]) }
        return .set(text)
    }

    /// Reads the quantifier of a node, if there is one, and returns the repeated node.
    private mutating func repeated(_ node: Node) -> Node {
        // A brace that begins no quantifier is a literal, which is read next.
        guard let quantifier = Quantifier(readingFrom: &rest) else { return node }
        return .repetition(node, quantifier)
    }
}
