/// Splits a GraphQL document into tokens.
///
/// - SeeAlso: [GraphQL §2.1](https://spec.graphql.org/September2025/#sec-Language.Source-Text)
struct GraphQLLexer {
    private let bytes: [UInt8]
    private var index = 0

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next token; after the last token, ``GraphQLToken/Kind/end`` again and again.
    mutating func next() throws(GraphQLSyntaxError) -> GraphQLToken {
        skipIgnored()
        guard let byte = byte(at: index) else { return GraphQLToken(kind: .end, start: index, end: index) }
        if byte.beginsName { return name() }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            return token(.punctuator(byte), from: index, to: index + 1)
        case UInt8(ascii: "."): return try spread()
        case .doubleQuote: return try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw unexpectedCharacter(at: index)
        }
    }

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Returns a token, and goes on after it.
    private mutating func token(_ kind: GraphQLToken.Kind, from start: Int, to end: Int) -> GraphQLToken {
        index = end
        return GraphQLToken(kind: kind, start: start, end: end)
    }

    /// Skips white space, line terminators, commas, comments and byte order marks.
    private mutating func skipIgnored() {
        while let byte = byte(at: index) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","), .lineFeed, .carriageReturn:
                index += 1
            case UInt8(ascii: "#"):
                while let next = self.byte(at: index), next != .lineFeed, next != .carriageReturn { index += 1 }
            case Self.byteOrderMark[0] where bytes[index...].starts(with: Self.byteOrderMark):
                index += Self.byteOrderMark.count
            default:
                return
            }
        }
    }

    private mutating func name() -> GraphQLToken {
        let start = index
        var end = index + 1
        while let next = byte(at: end), next.beginsName || next.isDigit { end += 1 }
        return token(.name, from: start, to: end)
    }

    private mutating func spread() throws(GraphQLSyntaxError) -> GraphQLToken {
        guard byte(at: index + 1) == UInt8(ascii: "."), byte(at: index + 2) == UInt8(ascii: ".") else {
            throw unexpectedCharacter(at: index)
        }
        return token(.spread, from: index, to: index + 3)
    }
}

extension GraphQLLexer {
    /// Reads an integer or a number with a fraction or an exponent.
    ///
    /// - SeeAlso: [GraphQL §2.9.1](https://spec.graphql.org/September2025/#sec-Int-Value)
    private mutating func number() throws(GraphQLSyntaxError) -> GraphQLToken {
        let start = index
        var end = index
        var isFloat = false
        if byte(at: end) == UInt8(ascii: "-") { end += 1 }
        if byte(at: end) == UInt8(ascii: "0") {
            end += 1
            if let next = byte(at: end), next.isDigit {
                throw GraphQLSyntaxError(reason: "a number can't begin with 0", offset: end)
            }
        } else {
            end = try digits(from: end)
        }
        if byte(at: end) == UInt8(ascii: ".") {
            isFloat = true
            end = try digits(from: end + 1)
        }
        if let next = byte(at: end), next.asciiLowercased == UInt8(ascii: "e") {
            isFloat = true
            end += 1
            if let sign = byte(at: end), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { end += 1 }
            end = try digits(from: end)
        }
        if let next = byte(at: end), next.beginsName || next == UInt8(ascii: ".") {
            throw GraphQLSyntaxError(reason: "expected the end of a number, found \(shown(at: end))", offset: end)
        }
        return token(isFloat ? .float : .int, from: start, to: end)
    }

    private func digits(from start: Int) throws(GraphQLSyntaxError) -> Int {
        var end = start
        while let next = byte(at: end), next.isDigit { end += 1 }
        guard end > start else {
            throw GraphQLSyntaxError(reason: "expected a digit, found \(shown(at: start))", offset: start)
        }
        return end
    }

    /// Finds the end of a string; ``GraphQLText`` reads its value and its escapes.
    private mutating func string() throws(GraphQLSyntaxError) -> GraphQLToken {
        let start = index
        if bytes[start...].starts(with: GraphQLText.blockQuotes) { return try blockString() }
        var end = start + 1
        while let next = byte(at: end), next != .lineFeed, next != .carriageReturn {
            switch next {
            case .doubleQuote: return token(.string, from: start, to: end + 1)
            // The byte after a backslash ends no string.
            case .backslash: end += 2
            default: end += 1
            }
        }
        // After a backslash as the last byte, `end` is beyond the text.
        throw GraphQLSyntaxError(reason: "a string is not closed", offset: min(end, bytes.count))
    }

    private mutating func blockString() throws(GraphQLSyntaxError) -> GraphQLToken {
        let start = index
        let quotes = GraphQLText.blockQuotes
        var end = start + quotes.count
        while end < bytes.count {
            if bytes[end] == .backslash, bytes[(end + 1)...].starts(with: quotes) {
                end += 1 + quotes.count
            } else if bytes[end] == .doubleQuote, bytes[end...].starts(with: quotes) {
                return token(.blockString, from: start, to: end + quotes.count)
            } else {
                end += 1
            }
        }
        throw GraphQLSyntaxError(reason: "a block string is not closed", offset: bytes.count)
    }

    private func unexpectedCharacter(at index: Int) -> GraphQLSyntaxError {
        GraphQLSyntaxError(reason: "unexpected \(shown(at: index))", offset: index)
    }

    /// Returns the character at a byte for messages.
    private func shown(at index: Int) -> String {
        guard index < bytes.count else { return "the end" }
        // A character has at most four bytes.
        let text = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
        guard let first = text.unicodeScalars.first else { return "the end" }
        guard first.value >= 0x20, first.value != 0x7F else {
            return "the control character U+\(String(first.value, radix: 16, uppercase: true))"
        }
        return "\"\(first)\""
    }
}
