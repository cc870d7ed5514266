/// A Swift file split into its code, its comments and its texts.
struct SourceText {
    /// A literal, or several that `+` joins, with two spaces for each interpolation and one for another escape.
    struct Text {
        /// The number of the first line, from 0.
        let line: Int
        var content = ""
    }

    /// The code by line, with a space in place of each literal, and parentheses around each interpolation.
    private(set) var code = [""]
    /// The comments by line.
    private(set) var comments = [""]
    /// The texts in the order of their beginnings.
    private(set) var texts: [Text] = []

    private let characters: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) {
        characters = Array(text.unicodeScalars)
        readCode()
    }

    /// Reads code to the end of the file, or of an interpolation.
    private mutating func readCode(isInterpolation: Bool = false) {
        var parentheses = 1
        // The text that ended last, while only white space and `+` have followed, and whether `+` has.
        var ended: (text: Int, isJoined: Bool)?
        while index < characters.count {
            let hashes = count(of: "#", from: index)
            let quotes = count(of: "\"", from: index + hashes)
            if has("/", "/") {
                index += 2
                while index < characters.count, !has("\n") { put(isComment: true) }
            } else if has("/", "*") {
                readBlockComment()
            } else if let end = regexEnd(hashes: hashes) {
                code[code.count - 1] += " "
                index = end
            } else if quotes > 0 {
                code[code.count - 1] += " "
                var text = texts.count
                if let ended, ended.isJoined { text = ended.text }
                if text == texts.count { texts.append(Text(line: code.count - 1)) }
                readLiteral(of: text, quotes: quotes >= 3 ? 3 : 1, hashes: hashes)
                ended = (text, false)
            } else {
                if has("+") { ended?.isJoined = true } else if !has(" "), !has("\n") { ended = nil }
                if has("(") { parentheses += 1 }
                if has(")") { parentheses -= 1 }
                if isInterpolation, parentheses == 0 { break }
                put(isComment: false)
            }
        }
        index += 1
    }

    private mutating func readBlockComment() {
        var depth = 0
        repeat {
            if has("/", "*") {
                depth += 1
                index += 2
            } else if has("*", "/") {
                depth -= 1
                index += 2
            } else {
                put(isComment: true)
            }
        } while depth > 0 && index < characters.count
    }

    private mutating func readLiteral(of text: Int, quotes: Int, hashes: Int) {
        index += hashes + quotes
        while index < characters.count {
            if count(of: "\"", from: index) >= quotes, count(of: "#", from: index + quotes) >= hashes {
                index += quotes + hashes
                return
            }
            if has("\\"), count(of: "#", from: index + 1) >= hashes {
                index += 1 + hashes
                let isInterpolation = has("(")
                texts[text].content += isInterpolation ? "  " : " "
                // An escaped line break still ends the line of the file.
                if !has("\n") { index += 1 }
                if isInterpolation {
                    code[code.count - 1] += "("
                    readCode(isInterpolation: true)
                    code[code.count - 1] += ")"
                }
            } else if has("\n") {
                texts[text].content += " "
                put(isComment: false)
            } else {
                texts[text].content.unicodeScalars.append(characters[index])
                index += 1
            }
        }
    }

    /// Returns the index after the regex literal that begins here; nil if none does.
    ///
    /// A slash after a value divides. Without number signs, a literal ends in its line.
    private func regexEnd(hashes: Int) -> Int? {
        let start = index + hashes
        guard start < characters.count, characters[start] == "/", start + 1 < characters.count else { return nil }
        if hashes == 0 {
            let line = code[code.count - 1].unicodeScalars
            let before = line.last { $0 != " " }
            let isAfterValue = before.map { !"(,=:[{!&|".unicodeScalars.contains($0) } ?? false
            if isAfterValue || characters[start + 1] == " " { return nil }
        }
        var position = start + 1
        while position < characters.count {
            let character = characters[position]
            if hashes == 0, character == "\n" { return nil }
            if character == "\\" {
                position += 2
                continue
            }
            position += 1
            if character == "/", count(of: "#", from: position) >= hashes { return position + hashes }
        }
        return nil
    }

    /// Moves the next character of the file to the present line; a line break begins a line.
    private mutating func put(isComment: Bool) {
        if has("\n") {
            code.append("")
            comments.append("")
        } else if isComment {
            comments[comments.count - 1].unicodeScalars.append(characters[index])
        } else {
            code[code.count - 1].unicodeScalars.append(characters[index])
        }
        index += 1
    }

    /// Returns whether the next characters are these.
    private func has(_ first: Unicode.Scalar, _ second: Unicode.Scalar? = nil) -> Bool {
        guard index < characters.count, characters[index] == first else { return false }
        guard let second else { return true }
        return index + 1 < characters.count && characters[index + 1] == second
    }

    private func count(of character: Unicode.Scalar, from start: Int) -> Int {
        var end = start
        while end < characters.count, characters[end] == character { end += 1 }
        return end - start
    }
}
