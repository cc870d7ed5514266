import Foundation

/// A text that is not JSON, whose likely format an error names.
package struct UnparsedText {
    /// The first line that is neither empty nor a comment; empty if the beginning of the text has none.
    package let firstLine: Substring

    package init(_ data: Data) {
        let beginning = String(decoding: data.prefix(4_096), as: UTF8.self)
        let lines = beginning.drop { $0 == "\u{FEFF}" }.split(whereSeparator: \.isNewline)
        firstLine = lines.first { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) } ?? ""
    }

    /// True for a text that begins like YAML: with a marker, or with a key.
    package var isLikelyYAML: Bool {
        if ["---", "%YAML"].contains(firstLine.prefix { $0 != " " }) { return true }
        let key = firstLine.prefix { $0 != ":" }
        let rest = firstLine[key.endIndex...].dropFirst()
        let isName = key.utf8.allSatisfy { byte in
            byte.isASCIILetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
        return key.endIndex < firstLine.endIndex && !key.isEmpty && isName && !key.allSatisfy(\.isNumber)
            && (rest.isEmpty || rest.hasPrefix(" "))
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        self &- UInt8(ascii: "0") < 10 || (self | 0x20) &- UInt8(ascii: "a") < 26
    }
}
