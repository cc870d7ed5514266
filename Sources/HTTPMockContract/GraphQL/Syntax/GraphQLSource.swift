import Foundation

/// The text of a GraphQL document, with the name of its file.
struct GraphQLSource: Sendable {
    /// The file's path in the folder that was read, or the file's name; nil for a text without a file.
    ///
    /// The text of the built-in definitions has the name `introspection`.
    let file: String?
    let bytes: [UInt8]
    /// The definitions that the text was made of, in their order; none for a text that was read as a whole.
    private var parts: [Part] = []

    /// A definition of another text, with the bytes that it takes there.
    struct Part {
        let source: GraphQLSource
        let range: Range<Int>
    }

    /// Creates a text of definitions of other texts, with line feeds between them; the file is that of the first.
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

    /// Returns the text that a byte was read from, with the byte there.
    func origin(of offset: Int) -> (source: GraphQLSource, offset: Int) {
        var start = 0
        for part in parts {
            if offset <= start + part.range.count {
                return (part.source, part.range.lowerBound + offset - start)
            }
            // The line feed after the part.
            start += part.range.count + 1
        }
        return (self, offset)
    }

    /// Returns the line and the column of a byte; lines end with `\n`, `\r` or `\r\n`.
    ///
    /// - SeeAlso: [GraphQL §2.1.2](https://spec.graphql.org/September2025/#sec-Line-Terminators)
    func position(of offset: Int) -> TextPosition {
        let end = min(offset, bytes.count)
        var line = 1
        var start = 0
        for index in 0..<end {
            let isReturn = bytes[index] == .carriageReturn
            // Of a pair, only the line feed ends the line.
            let beginsPair = isReturn && index + 1 < bytes.count && bytes[index + 1] == .lineFeed
            guard bytes[index] == .lineFeed || isReturn, !beginsPair else { continue }
            line += 1
            start = index + 1
        }
        let earlierCharacters = bytes[start..<end].count { !$0.isContinuation }
        return TextPosition(line: line, column: earlierCharacters + 1)
    }
}

extension UInt8 {
    static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
    static var backslash: UInt8 { UInt8(ascii: "\\") }

    /// True for a letter or an underscore, with which a name begins.
    var beginsName: Bool { isLetter || self == UInt8(ascii: "_") }
}
