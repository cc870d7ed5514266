import Foundation
import HTTPMock

/// Writes a JSON value as YAML, in a style that is chosen at random for each part.
struct YAMLEmitter {
    private var random: SplitMix
    private var text = ""
    private var isAfterBlock = false

    /// Returns the document of a value.
    static func document(_ value: JSONValue, seed: UInt64) -> String {
        var emitter = YAMLEmitter(random: SplitMix(seed))
        if emitter.chance(4) { emitter.text += "%YAML 1.2\n---\n" }
        emitter.block(value, indent: 0, isInline: false)
        if emitter.chance(4) { emitter.text += "...\n" }
        return emitter.text
    }

    private init(random: SplitMix) { self.random = random }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    /// Writes a value with lines of its own, and its last line break.
    private mutating func block(_ value: JSONValue, indent: Int, isInline: Bool) {
        let margin = String(repeating: " ", count: indent)
        switch value {
        case .array(let elements) where !elements.isEmpty && !chance(4):
            for (index, element) in elements.enumerated() {
                if index > 0 || !isInline {
                    comment()
                    text += margin
                }
                text += "-"
                entry(element, indent: indent, isCompact: true)
            }
        case .object(let members) where !members.isEmpty && !chance(4):
            for (index, member) in members.shuffled(using: &random).enumerated() {
                if index > 0 || !isInline {
                    comment()
                    text += margin
                }
                if chance(6) {
                    text += "? "
                    text += scalar(member.key, isKey: true) + "\n" + margin + ":"
                    entry(member.value, indent: indent, isCompact: true)
                } else {
                    text += scalar(member.key, isKey: true) + ":"
                    entry(member.value, indent: indent, isCompact: false)
                }
            }
        default:
            if !isInline { text += margin }
            text += flow(value, indent: indent) + "\n"
        }
    }

    /// Writes the value of a dash or key.
    private mutating func entry(_ value: JSONValue, indent: Int, isCompact: Bool) {
        switch value {
        case .string(let string) where canBeBlock(string) && chance(2): blockScalar(string, indent: indent)
        case .array, .object:
            let inner = indent + Int.random(in: 1...4, using: &random)
            if isCompact, chance(2) {
                text += String(repeating: " ", count: inner - indent)
                return block(value, indent: inner + 1, isInline: true)
            }
            text += "\n"
            block(value, indent: inner, isInline: false)
        default: text += " " + flow(value, indent: indent + 1) + (chance(6) ? " # comment: [" : "") + "\n"
        }
    }

    private mutating func comment() {
        // A block scalar would have the lines as its text.
        defer { isAfterBlock = false }
        guard !isAfterBlock else { return }
        if chance(8) { text += "\n" }
        if chance(8) { text += "   # a comment: with {\n" }
    }

    private func canBeBlock(_ string: String) -> Bool {
        string.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x85) }
    }

    private mutating func blockScalar(_ string: String, indent: Int) {
        var lines = string.components(separatedBy: "\n")
        let breaks = lines.reversed().prefix { $0.isEmpty }.count
        let chomping = lines.allSatisfy(\.isEmpty) || breaks > 1 ? "+" : breaks == 1 ? "" : "-"
        if breaks > 0 { lines.removeLast() }
        isAfterBlock = true
        let width = Int.random(in: 1...5, using: &random)
        text += " |\(width)\(chomping)\n"
        for line in lines { text += (line.isEmpty ? "" : String(repeating: " ", count: indent + width) + line) + "\n" }
    }

    private mutating func flow(_ value: JSONValue, indent: Int) -> String {
        let gap = chance(3) ? "\n" + String(repeating: " ", count: indent + 1) : chance(2) ? " " : ""
        switch value {
        case .null: return ["null", "~", "Null"].randomElement(using: &random) ?? ""
        case .bool(let isTrue): return isTrue ? "true" : "FALSE"
        case .number(let number): return number.description
        case .string(let string): return scalar(string, isKey: false)
        case .array(let elements):
            return "[" + elements.map { gap + flow($0, indent: indent) }.joined(separator: ",") + gap + "]"
        case .object(let members):
            let parts = members.shuffled(using: &random).map {
                "\(gap)\(scalar($0, isKey: true)): \(flow($1, indent: indent))"
            }
            return "{" + parts.joined(separator: ",") + gap + "}"
        }
    }

    private mutating func scalar(_ string: String, isKey: Bool) -> String {
        let isPlain =
            !string.isEmpty && string.allSatisfy { $0.isLetter || $0 == "_" }
            && YAMLScalarNames.words.contains(string.lowercased()) == false
        if isPlain, chance(2) { return string }
        if !string.contains(where: { $0.isNewline || $0 == "\t" }), canBeBlock(string), chance(2) {
            return "'" + string.replacing("'", with: "''") + "'"
        }
        return JSONValue.string(string).text
    }
}

/// The words that are no strings without quotes.
private enum YAMLScalarNames {
    static let words: Set<String> = ["null", "true", "false"]
}
