import Foundation

/// The text of a GraphQL document, with the name of its file.
struct GraphQLSource: Sendable {
    /// The file's path in the contract's folder; nil for a text without a file.
    let file: String?
    let bytes: [UInt8]
    /// The definitions that the text was made of, in their order; none for a text that was written as it is.
    private var parts: [Part] = []

    /// A definition of another text.
    struct Part {
        let source: GraphQLSource
        let range: Range<Int>
    }

    /// Makes a text of definitions, with a line for each, whose places are those of the texts that they come from.
    init(_ parts: [Part]) {
        self.parts = parts
        file = parts.first?.source.file
        bytes = Array(parts.map { $0.source.bytes[$0.range] }.joined(separator: [.lineFeed]))
    }

    init(_ text: Data, file: String? = nil) {
        bytes = [UInt8](text)
        self.file = file
    }

    init(_ text: String, file: String? = nil) {
        bytes = Array(text.utf8)
        self.file = file
    }

    /// Returns the text that a byte comes from, with the byte there.
    func origin(of offset: Int) -> (source: GraphQLSource, offset: Int) {
        var start = 0
        for part in parts {
            if offset <= start + part.range.count {
                return (part.source, part.range.lowerBound + offset - start)
            }
            start += part.range.count + 1
        }
        return (self, offset)
    }

    /// Returns the line and the column of a byte; lines end with `\n`, `\r` or both.
    ///
    /// - SeeAlso: [GraphQL §2.1.2](https://spec.graphql.org/September2025/#sec-Line-Terminators)
    func position(of offset: Int) -> TextPosition {
        let end = min(offset, bytes.count)
        var line = 1
        var start = 0
        for index in 0..<end {
            let isReturn = bytes[index] == .carriageReturn
            let isPair = isReturn && index + 1 < bytes.count && bytes[index + 1] == .lineFeed
            guard bytes[index] == .lineFeed || isReturn, !isPair else { continue }
            line += 1
            start = index + 1
        }
        // Counts the first byte of each code point.
        let column = bytes[start..<end].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        return TextPosition(line: line, column: column)
    }
}

extension UInt8 {
    static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
    static var backslash: UInt8 { UInt8(ascii: "\\") }

    /// True for a letter or an underscore, with which a name begins.
    var beginsName: Bool { isLetter || self == UInt8(ascii: "_") }
}
