/// A Swift file split into its code, its comments and its string literals, line by line.
struct SourceText {
    /// The code by line, with white space in place of comments and of the contents of literals.
    let code: [String]
    /// The comments by line.
    let comments: [String]
    /// The contents of literals by line, each followed by a tab.
    let literals: [String]
    /// The texts of the file: a literal, or several that `+` joins, in the order of their beginnings.
    let texts: [Text]

    /// A text with the number of its first line, from 0, and two spaces for each interpolation.
    struct Text: Equatable {
        let line: Int
        let content: String
    }

    init(_ text: String) {
        var scan = SourceScan(Array(text.utf8))
        scan.run()
        code = scan.code.map { String(decoding: $0, as: UTF8.self) }
        comments = scan.comments.map { String(decoding: $0, as: UTF8.self) }
        literals = scan.literals.map { String(decoding: $0, as: UTF8.self) }
        texts = scan.texts.map { Text(line: $0.line, content: String(decoding: $0.bytes, as: UTF8.self)) }
    }
}

/// The pass over the bytes of a Swift file, for ``SourceText``.
private struct SourceScan {
    private(set) var code: [[UInt8]] = [[]]
    private(set) var comments: [[UInt8]] = [[]]
    private(set) var literals: [[UInt8]] = [[]]
    private(set) var texts: [(line: Int, bytes: [UInt8])] = []
    /// The text of each open literal, the innermost last.
    private var openTexts: [Int] = []
    /// The text that ended last, while only white space and `+` have followed, and whether `+` has.
    private var ended: (text: Int, isJoined: Bool)?
    private let bytes: [UInt8]
    private var index = 0
    private var mode = Mode.code
    /// The literals around the present code, with the number of open parentheses of their interpolations.
    private var interpolations: [(mode: Mode, parentheses: Int)] = []

    private enum Mode: Equatable {
        case code
        case lineComment
        case blockComment(depth: Int)
        case literal(quotes: Int, hashes: Int)
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func run() {
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                code.append([])
                comments.append([])
                literals.append([])
                if case .literal = mode, let text = openTexts.last { texts[text].bytes.append(UInt8(ascii: " ")) }
                if mode == .lineComment { mode = .code }
                index += 1
                continue
            }
            switch mode {
            case .code: readCode()
            case .lineComment:
                comments[comments.count - 1].append(bytes[index])
                index += 1
            case .blockComment(let depth): readComment(depth)
            case .literal(let quotes, let hashes): readLiteral(quotes, hashes)
            }
        }
    }

    private mutating func readCode() {
        if has("//") {
            mode = .lineComment
            index += 2
        } else if has("/*") {
            mode = .blockComment(depth: 1)
            index += 2
        } else if let (quotes, hashes) = literalStart() {
            mode = .literal(quotes: quotes, hashes: hashes)
            index += hashes + quotes
            code[code.count - 1].append(UInt8(ascii: " "))
            beginText()
        } else {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "+") {
                ended?.isJoined = true
            } else if byte != UInt8(ascii: " ") {
                ended = nil
            }
            if let last = interpolations.indices.last {
                interpolations[last].parentheses +=
                    byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
                if interpolations[last].parentheses == 0 {
                    mode = interpolations.removeLast().mode
                    return
                }
            }
            code[code.count - 1].append(byte)
        }
    }

    private mutating func readComment(_ depth: Int) {
        if has("*/") {
            mode = depth == 1 ? .code : .blockComment(depth: depth - 1)
            index += 2
        } else if has("/*") {
            mode = .blockComment(depth: depth + 1)
            index += 2
        } else {
            comments[comments.count - 1].append(bytes[index])
            index += 1
        }
    }

    private mutating func readLiteral(_ quotes: Int, _ hashes: Int) {
        if count(of: "\"", from: index) >= quotes, count(of: "#", from: index + quotes) >= hashes {
            mode = .code
            // Keeps two literals of a line apart.
            literals[literals.count - 1].append(UInt8(ascii: "\t"))
            index += quotes + hashes
            ended = openTexts.popLast().map { ($0, false) }
        } else if has("\\"), count(of: "#", from: index + 1) >= hashes {
            index += 1 + hashes
            let isInterpolation = has("(")
            append(isInterpolation ? "  " : " ")
            // An escaped line break still ends the line of the file.
            if !has("\n") { index += 1 }
            if isInterpolation {
                interpolations.append((mode, 1))
                mode = .code
            }
        } else {
            literals[literals.count - 1].append(bytes[index])
            if let text = openTexts.last { texts[text].bytes.append(bytes[index]) }
            index += 1
        }
    }

    private mutating func beginText() {
        if let ended, ended.isJoined {
            openTexts.append(ended.text)
        } else {
            texts.append((code.count - 1, []))
            openTexts.append(texts.count - 1)
        }
        ended = nil
    }

    private mutating func append(_ text: String) {
        literals[literals.count - 1] += Array(text.utf8)
        if let last = openTexts.last { texts[last].bytes += Array(text.utf8) }
    }

    private func has(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
    }

    private func count(of character: Unicode.Scalar, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] == UInt8(ascii: character) { end += 1 }
        return max(0, end - start)
    }

    private func literalStart() -> (quotes: Int, hashes: Int)? {
        let first = bytes[index]
        guard first == UInt8(ascii: "#") || first == UInt8(ascii: "\"") else { return nil }
        let hashes = count(of: "#", from: index)
        let quotes = count(of: "\"", from: index + hashes)
        guard quotes > 0 else { return nil }
        return (quotes >= 3 ? 3 : 1, hashes)
    }
}
