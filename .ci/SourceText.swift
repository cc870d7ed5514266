import Foundation

/// A Swift file split into its code, its comments and its string literals, line by line.
///
/// Shared by the checks in this folder: `layers.swift` reads the code, `vocabulary.swift` the comments and literals.
struct SourceText {
    /// The code by line, with white space in place of comments and of the contents of literals.
    private(set) var code: [String] = [""]
    /// The comments and the contents of literals by line.
    private(set) var comments: [String] = [""]
    private(set) var literals: [String] = [""]

    private enum Mode: Equatable {
        case code
        case lineComment
        case blockComment(depth: Int)
        case literal(quotes: Int, hashes: Int)
    }

    init(_ text: String) {
        let characters = Array(text)
        var mode = Mode.code
        /// The literals around the present code, with the number of open parentheses of their interpolations.
        var interpolations: [(mode: Mode, parentheses: Int)] = []
        var index = 0

        func has(_ text: String, at index: Int) -> Bool {
            let text = Array(text)
            return index + text.count <= characters.count && Array(characters[index..<index + text.count]) == text
        }

        while index < characters.count {
            let character = characters[index]
            if character.isNewline {
                code.append("")
                comments.append("")
                literals.append("")
                if mode == .lineComment { mode = .code }
                index += 1
                continue
            }
            switch mode {
            case .code:
                if has("//", at: index) {
                    mode = .lineComment
                    index += 2
                } else if has("/*", at: index) {
                    mode = .blockComment(depth: 1)
                    index += 2
                } else if let start = Self.literalStart(characters, at: index) {
                    mode = .literal(quotes: start.quotes, hashes: start.hashes)
                    index += start.hashes + start.quotes
                    code[code.count - 1] += " "
                } else {
                    if var interpolation = interpolations.popLast() {
                        interpolation.parentheses += character == "(" ? 1 : character == ")" ? -1 : 0
                        if interpolation.parentheses == 0 {
                            mode = interpolation.mode
                            index += 1
                            continue
                        }
                        interpolations.append(interpolation)
                    }
                    code[code.count - 1].append(character)
                    index += 1
                }
            case .lineComment:
                comments[comments.count - 1].append(character)
                index += 1
            case .blockComment(let depth):
                if has("*/", at: index) {
                    mode = depth == 1 ? .code : .blockComment(depth: depth - 1)
                    index += 2
                } else if has("/*", at: index) {
                    mode = .blockComment(depth: depth + 1)
                    index += 2
                } else {
                    comments[comments.count - 1].append(character)
                    index += 1
                }
            case .literal(let quotes, let hashes):
                let hash = String(repeating: "#", count: hashes)
                if has(String(repeating: "\"", count: quotes) + hash, at: index) {
                    mode = .code
                    // Keeps two literals of a line apart.
                    literals[literals.count - 1] += "\t"
                    index += quotes + hashes
                } else if has("\\" + hash + "(", at: index) {
                    interpolations.append((mode, 1))
                    literals[literals.count - 1] += "  "
                    mode = .code
                    index += 2 + hashes
                } else if has("\\" + hash, at: index) {
                    literals[literals.count - 1] += " "
                    index += 2 + hashes
                } else {
                    literals[literals.count - 1].append(character)
                    index += 1
                }
            }
        }
    }

    private static func literalStart(_ characters: [Character], at index: Int) -> (quotes: Int, hashes: Int)? {
        let hashes = characters[index...].prefix { $0 == "#" }.count
        let quotes = characters[(index + hashes)...].prefix { $0 == "\"" }.count
        guard quotes > 0 else { return nil }
        return (quotes >= 3 ? 3 : 1, hashes)
    }
}

/// The files with an ending below a folder, in order of their names; a file is found below itself.
func files(below folder: String, ending: String) -> [String] {
    if folder.hasSuffix(ending) { return [folder] }
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(ending) && !$0.contains(".build/") }.sorted().map { "\(folder)/\($0)" }
}

func contents(of file: String) -> String {
    (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
}

/// The value of an option such as `--strict Matching,JSON`, split at commas.
func option(_ name: String) -> Set<String> {
    guard let index = CommandLine.arguments.firstIndex(of: name), index + 1 < CommandLine.arguments.count else {
        return []
    }
    return Set(CommandLine.arguments[index + 1].split(separator: ",").map(String.init))
}
