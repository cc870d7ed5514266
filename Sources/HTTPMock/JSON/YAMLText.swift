import Foundation

/// Recognizes texts in YAML, which no reader of the library reads.
package enum YAMLText {
    /// Returns whether a text that is not JSON begins like YAML.
    package static func isLikely(_ text: Data) -> Bool {
        guard let first = firstLine(of: text) else { return false }
        if first.hasPrefix("---") || first.hasPrefix("%YAML") { return true }
        let key = first.prefix { $0 != ":" }
        return key.count < first.count && !key.isEmpty
            && key.allSatisfy { $0.isLetter || $0.isNumber || "_-\"' ".contains($0) } && !first.hasPrefix("{")
    }

    /// The first line that is neither empty nor a comment; nil if there is none at the beginning of the text.
    package static func firstLine(of text: Data) -> Substring? {
        let beginning = String(decoding: text.prefix(4_096), as: UTF8.self)
        let lines = beginning.drop { $0 == "\u{FEFF}" }.split(whereSeparator: \.isNewline)
        return lines.first { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
    }
}
