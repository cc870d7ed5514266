/// Counts what makes a body hard to read: ternaries, nested ones, and decisions.
enum Expressions {
    /// A ternary, with the line of its question mark.
    struct Ternary {
        let line: Int
        /// Whether another ternary is in its condition, or the ternary is a part of another.
        let isNested: Bool
    }

    /// The expression that is read within one pair of brackets.
    private struct Frame {
        let isBlock: Bool
        /// Whether the expression has had a ternary so far, which may have ended.
        var hasTernary = false
        /// Whether a ternary of the expression goes on.
        var isInTernary = false
    }

    /// Returns whether a token is the question mark of a ternary: the formatter writes spaces around that one only.
    private static func isTernary(_ token: SwiftToken) -> Bool {
        token.text == "?" && token.isAfterSpace && token.isBeforeSpace
    }

    /// Returns the ternaries of a file.
    ///
    /// An expression ends at a comma, an assignment, a bracket or a line that continues nothing. What is in brackets
    /// is a part of the expression around the brackets; what is in braces is not.
    static func ternaries(in tokens: [SwiftToken]) -> [Ternary] {
        var found: [Ternary] = []
        var frames = [Frame(isBlock: true)]
        for (index, token) in tokens.enumerated() {
            let last = frames.count - 1
            if token.isFirstOfLine, frames[last].isBlock, !continues(index, in: tokens) {
                frames[last] = Frame(isBlock: true)
            }
            switch token.text {
            case "(", "[":
                frames.append(Frame(isBlock: false))
            case "{":
                frames.append(Frame(isBlock: true))
            case ")", "]", "}":
                guard frames.count > 1 else { continue }
                let closed = frames.removeLast()
                if !closed.isBlock, closed.hasTernary { frames[frames.count - 1].hasTernary = true }
            case ",", "=", ";", "in", "return", "+=", "-=":
                frames[last] = Frame(isBlock: frames[last].isBlock)
            default:
                guard isTernary(token) else { continue }
                let around = frames[(frames.lastIndex(where: \.isBlock) ?? 0)...]
                found.append(
                    Ternary(
                        line: token.line, isNested: frames[last].hasTernary || around.contains(where: \.isInTernary)))
                frames[last].hasTernary = true
                frames[last].isInTernary = true
            }
        }
        return found
    }

    /// Returns whether the token at the beginning of a line continues the expression of the line before.
    private static func continues(_ index: Int, in tokens: [SwiftToken]) -> Bool {
        guard index > 0 else { return false }
        let operators = ["?", ":", ".", "&", "|", "+", "-", "*", "/", "=", "<", ">"]
        if operators.contains(String(tokens[index].text.prefix(1))) { return true }
        let before = tokens[index - 1]
        return operators.contains(String(before.text.suffix(1))) && before.isAfterSpace
    }

    /// Returns the number of decisions: `if`, `guard`, loops, `catch`, `case` in a condition, ternaries and `&&`,
    /// `||`, `??`.
    ///
    /// The cases of a `switch` are a table, and count as none. Functions and closures inside count for the function.
    static func decisionCount(in tokens: ArraySlice<SwiftToken>) -> Int {
        tokens.count { token in
            switch token.text {
            case "if", "guard", "while", "for", "catch": !token.isLabel
            case "case": !token.isFirstOfLine
            case "&&", "||", "??": true
            default: isTernary(token)
            }
        }
    }
}
