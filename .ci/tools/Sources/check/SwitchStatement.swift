/// A `switch`, with the cases that its labels begin with.
struct SwitchStatement {
    let line: Int
    /// The names of the cases, as in `.name`, the first words of other patterns, and `default`.
    let cases: Set<String>
    let hasDefault: Bool

    /// Returns the switches of a file, each with the innermost function around it; an empty name outside of functions.
    static func all(in file: SwiftFile) -> [(function: String, statement: SwitchStatement)] {
        let tokens = file.tokens
        return tokens.indices.compactMap { index in
            guard tokens[index].text == "switch", !tokens[index].isLabel,
                let start = tokens[index...].firstIndex(where: { $0.text == "{" }),
                let end = SwiftToken.end(of: start, in: tokens)
            else { return nil }
            let body = tokens[start + 1..<end]
            let labels = labels(in: body, isEnum: false)
            let function = file.functions.last { $0.body.contains(index) }
            let hasDefault = labels.contains("default")
            let statement = SwitchStatement(line: tokens[index].line, cases: Set(labels), hasDefault: hasDefault)
            return (function?.qualifiedName ?? "", statement)
        }
    }

    /// Returns the names after the `case` keywords that are in no brackets, and `default`.
    static func labels(in tokens: ArraySlice<SwiftToken>, isEnum: Bool) -> [String] {
        var labels: [String] = []
        var depth = 0
        // Whether a name comes next: after `case`, and after a comma of the same label.
        var isInLabel = false
        var expectsName = false
        for token in tokens {
            switch token.text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default: break
            }
            if depth < 0 { break }
            guard depth == 0 else { continue }
            switch token.text {
            case "case": (isInLabel, expectsName) = (true, true)
            case "default": labels.append("default")
            case ":": isInLabel = false
            case ",": expectsName = isInLabel
            case "let", ".", "indirect": break
            default:
                if isEnum, token.isFirstOfLine { isInLabel = false }
                if isInLabel, expectsName { labels.append(token.text) }
                expectsName = false
            }
        }
        return labels
    }
}
