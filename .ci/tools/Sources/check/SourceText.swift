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
        func lines(_ kind: Int) -> [String] { scan.lines.map { String(decoding: $0[kind], as: UTF8.self) } }
        (code, comments, literals) = (lines(SourceScan.code), lines(SourceScan.comment), lines(SourceScan.literal))
        texts = scan.texts.map { Text(line: $0.line, content: String(decoding: $0.bytes, as: UTF8.self)) }
    }
}

/// The pass over the bytes of a Swift file, for ``SourceText``.
private struct SourceScan {
    static let (code, comment, literal) = (0, 1, 2)

    /// The bytes of each line by their kind.
    private(set) var lines: [[[UInt8]]] = [[[], [], []]]
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
            switch mode {
            case _ where has("\n"): endLine()
            case .code: readCode()
            case .lineComment: put(1, SourceScan.comment)
            case .blockComment(let depth) where has("*/"):
                skip(2, to: depth == 1 ? .code : .blockComment(depth: depth - 1))
            case .blockComment(let depth) where has("/*"): skip(2, to: .blockComment(depth: depth + 1))
            case .blockComment: put(1, SourceScan.comment)
            case .literal(let quotes, let hashes): readLiteral(quotes, hashes)
            }
        }
    }

    private mutating func endLine() {
        lines.append([[], [], []])
        if case .literal = mode, let text = openTexts.last { texts[text].bytes.append(UInt8(ascii: " ")) }
        skip(1, to: mode == .lineComment ? .code : mode)
    }

    private mutating func readCode() {
        if has("//") { return skip(2, to: .lineComment) }
        if has("/*") { return skip(2, to: .blockComment(depth: 1)) }
        let hashes = count(of: "#", from: index)
        let quotes = count(of: "\"", from: index + hashes) >= 3 ? 3 : min(1, count(of: "\"", from: index + hashes))
        if quotes > 0 {
            skip(hashes + quotes, to: .literal(quotes: quotes, hashes: hashes))
            add(" ", SourceScan.code)
            return beginText()
        }
        if has("+") { ended?.isJoined = true } else if !has(" ") { ended = nil }
        if let last = interpolations.indices.last {
            interpolations[last].parentheses += has("(") ? 1 : has(")") ? -1 : 0
            if interpolations[last].parentheses == 0 { return skip(1, to: interpolations.removeLast().mode) }
        }
        put(1, SourceScan.code)
    }

    private mutating func readLiteral(_ quotes: Int, _ hashes: Int) {
        if count(of: "\"", from: index) >= quotes, count(of: "#", from: index + quotes) >= hashes {
            // The tab keeps two literals of a line apart.
            add("\t", SourceScan.literal)
            skip(quotes + hashes, to: .code)
            ended = openTexts.popLast().map { ($0, false) }
        } else if has("\\"), count(of: "#", from: index + 1) >= hashes {
            index += 1 + hashes
            let isInterpolation = has("(")
            add(isInterpolation ? "  " : " ", SourceScan.literal)
            // An escaped line break still ends the line of the file.
            if !has("\n") { index += 1 }
            guard isInterpolation else { return }
            interpolations.append((mode, 1))
            mode = .code
        } else {
            put(1, SourceScan.literal)
        }
    }

    private mutating func beginText() {
        if let ended, ended.isJoined {
            openTexts.append(ended.text)
        } else {
            texts.append((lines.count - 1, []))
            openTexts.append(texts.count - 1)
        }
        ended = nil
    }

    private mutating func skip(_ count: Int, to mode: Mode) {
        index += count
        self.mode = mode
    }

    /// Appends the next bytes of the file to the present line.
    private mutating func put(_ count: Int, _ kind: Int) {
        add(bytes[index..<index + count], kind)
        index += count
    }

    private mutating func add(_ text: String, _ kind: Int) { add(Array(text.utf8)[...], kind) }

    private mutating func add(_ text: ArraySlice<UInt8>, _ kind: Int) {
        lines[lines.count - 1][kind] += text
        if kind == SourceScan.literal, text != [UInt8(ascii: "\t")], let last = openTexts.last {
            texts[last].bytes += text
        }
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
}
