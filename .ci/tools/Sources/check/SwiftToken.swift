/// A word or a sign of Swift code.
struct SwiftToken {
    let text: String
    /// The number of the line, from 0.
    let line: Int
    let isFirstOfLine: Bool
    /// Whether white space, or the beginning of the line, is before the token.
    let isAfterSpace: Bool
    /// Whether white space, or the end of the line, is after the token.
    let isBeforeSpace: Bool
    /// Whether the token is where an argument's label or a member is, and so no keyword.
    let isLabel: Bool

    /// Whether the token is a word that begins as names of types do.
    var isTypeName: Bool { text.first?.isUppercase == true }

    /// The number of signs of a run of operators; 1 for a word or another sign.
    var size: Int { text.unicodeScalars.first.map(Self.isOperator) == true ? text.utf8.count : 1 }

    static let modifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "open", "final", "indirect", "static", "class",
        "override", "mutating", "nonisolated", "convenience", "required", "lazy", "weak", "unowned", "consuming",
    ]

    /// The words that begin a declaration or a statement at the beginning of a line.
    static let beginners: Set<String> = modifiers.union([
        "func", "var", "let", "init", "deinit", "subscript", "case", "struct", "enum", "protocol", "actor", "extension",
        "typealias", "associatedtype", "import", "@", "#", "return", "if", "guard", "for", "while", "switch",
    ])

    /// Returns the tokens of lines of code.
    static func all(in code: [String]) -> [SwiftToken] {
        var tokens: [SwiftToken] = []
        for (number, line) in code.enumerated() {
            append(Array(line.unicodeScalars), number: number, to: &tokens)
        }
        return tokens
    }

    private static func append(_ line: [Unicode.Scalar], number: Int, to tokens: inout [SwiftToken]) {
        let count = tokens.count
        var index = 0
        while index < line.count {
            let start = index
            let first = line[start]
            index += 1
            if first.properties.isWhitespace { continue }
            if isWord(first) {
                while index < line.count, isWord(line[index]) { index += 1 }
            } else if isOperator(first) {
                while index < line.count, isOperator(line[index]) { index += 1 }
            }
            let last = tokens.last?.text
            tokens.append(
                SwiftToken(
                    text: String(String.UnicodeScalarView(line[start..<index])), line: number,
                    isFirstOfLine: tokens.count == count,
                    isAfterSpace: start == 0 || line[start - 1].properties.isWhitespace,
                    isBeforeSpace: index == line.count || line[index].properties.isWhitespace,
                    isLabel: last == "(" || last == "," || last == "."))
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static let operators = Set("/=-+!*%<>&|^~?".unicodeScalars)

    private static func isOperator(_ scalar: Unicode.Scalar) -> Bool {
        operators.contains(scalar)
    }

    /// Returns the index of the bracket that closes the one at an index.
    static func end(of index: Int, in tokens: [SwiftToken]) -> Int? {
        var depth = 0
        for position in index..<tokens.count {
            depth += change(of: tokens[position])
            if depth == 0 { return position }
        }
        return nil
    }

    /// Returns the number of commas that are in no brackets of a range.
    static func commaCount(in range: Range<Int>, of tokens: [SwiftToken]) -> Int {
        var depth = 0
        var count = 0
        for token in tokens[range] {
            depth += change(of: token)
            if depth == 0, token.text == "," { count += 1 }
        }
        return count
    }

    private static func change(of token: SwiftToken) -> Int {
        switch token.text {
        case "(", "[", "{": 1
        case ")", "]", "}": -1
        default: 0
        }
    }
}
