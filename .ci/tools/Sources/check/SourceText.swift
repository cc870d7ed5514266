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
        scan.readCode()
        func lines(_ kind: Int) -> [String] { scan.lines.map { String(decoding: $0[kind], as: UTF8.self) } }
        (code, comments, literals) = (lines(SourceScan.code), lines(SourceScan.comment), lines(SourceScan.literal))
        texts = scan.texts.map { Text(line: $0.line, content: String(decoding: $0.bytes, as: UTF8.self)) }
    }
}

/// The pass over the bytes of a Swift file, for ``SourceText``.
private struct SourceScan {
    static let (code, comment, literal) = (0, 1, 2)

    private let bytes: [UInt8]
    private var index = 0
    /// The bytes of each line by their kind.
    private(set) var lines: [[[UInt8]]] = [[[], [], []]]
    private(set) var texts: [(line: Int, bytes: [UInt8])] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads code to the end of the file, or of an interpolation.
    mutating func readCode(isInterpolation: Bool = false) {
        var parentheses = 1
        // The text that ended last, while only white space and `+` have followed, and whether `+` has.
        var ended: (text: Int, isJoined: Bool)?
        while index < bytes.count {
            let hashes = count(of: "#", from: index)
            let quotes = count(of: "\"", from: index + hashes)
            if has("//") {
                index += 2
                while index < bytes.count, !has("\n") { put(SourceScan.comment) }
            } else if has("/*") {
                readBlockComment()
            } else if quotes > 0 {
                add(" ", SourceScan.code)
                let text = ended.flatMap { $0.isJoined ? $0.text : nil } ?? texts.count
                if text == texts.count { texts.append((lines.count - 1, [])) }
                readLiteral(of: text, quotes: quotes >= 3 ? 3 : 1, hashes: hashes)
                ended = (text, false)
            } else {
                if has("+") { ended?.isJoined = true } else if !has(" "), !has("\n") { ended = nil }
                parentheses += has("(") ? 1 : has(")") ? -1 : 0
                if isInterpolation, parentheses == 0 { break }
                put(SourceScan.code)
            }
        }
        index += 1
    }

    private mutating func readBlockComment() {
        var depth = 0
        repeat {
            let change = has("/*") ? 1 : has("*/") ? -1 : 0
            depth += change
            if change == 0 { put(SourceScan.comment) } else { index += 2 }
        } while depth > 0 && index < bytes.count
    }

    private mutating func readLiteral(of text: Int, quotes: Int, hashes: Int) {
        index += hashes + quotes
        while index < bytes.count {
            if count(of: "\"", from: index) >= quotes, count(of: "#", from: index + quotes) >= hashes {
                index += quotes + hashes
                // The tab keeps two literals of a line apart.
                return add("\t", SourceScan.literal)
            }
            if has("\\"), count(of: "#", from: index + 1) >= hashes {
                index += 1 + hashes
                let isInterpolation = has("(")
                let blank = isInterpolation ? "  " : " "
                add(blank, SourceScan.literal)
                texts[text].bytes += blank.utf8
                // An escaped line break still ends the line of the file.
                if !has("\n") { index += 1 }
                if isInterpolation { readCode(isInterpolation: true) }
            } else {
                texts[text].bytes.append(has("\n") ? UInt8(ascii: " ") : bytes[index])
                put(SourceScan.literal)
            }
        }
    }

    /// Moves the next byte of the file to the present line; a line break begins a line.
    private mutating func put(_ kind: Int) {
        if has("\n") { lines.append([[], [], []]) } else { lines[lines.count - 1][kind].append(bytes[index]) }
        index += 1
    }

    private mutating func add(_ text: String, _ kind: Int) { lines[lines.count - 1][kind] += text.utf8 }

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
