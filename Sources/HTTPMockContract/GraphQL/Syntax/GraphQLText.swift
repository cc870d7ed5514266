/// Reads the values of strings in a GraphQL document.
///
/// - SeeAlso: [GraphQL §2.9.4](https://spec.graphql.org/September2025/#sec-String-Value)
enum GraphQLText {
    static let blockQuotes = [UInt8](repeating: .doubleQuote, count: 3)

    /// Returns the value of a string from the bytes between its quotes.
    ///
    /// - Throws: ``GraphQLSyntaxError`` for the first escape that is not valid.
    static func value(of bytes: ArraySlice<UInt8>) throws(GraphQLSyntaxError) -> String {
        guard bytes.contains(.backslash) else { return String(decoding: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let end = bytes[index...].firstIndex(of: .backslash) ?? bytes.endIndex
            text.append(contentsOf: String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars)
            index = end
            guard index < bytes.endIndex else { break }
            text.append(try escape(in: bytes, at: &index))
        }
        return String(text)
    }

    /// Reads the escape at an index, and moves the index after the escape.
    private static func escape(
        in bytes: ArraySlice<UInt8>, at index: inout Int
    ) throws(GraphQLSyntaxError) -> Unicode.Scalar {
        let start = index
        guard index + 1 < bytes.endIndex else { throw invalidEscape(at: start) }
        let letter = bytes[index + 1]
        index += 2
        switch letter {
        case .doubleQuote, .backslash, UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let code = codePoint(in: bytes, at: &index), let scalar = Unicode.Scalar(code) else {
                throw invalidEscape(at: start)
            }
            return scalar
        default: throw invalidEscape(at: start)
        }
    }

    /// Reads the code point after `\u`: four digits, two surrogates, or digits in braces; nil without one.
    private static func codePoint(in bytes: ArraySlice<UInt8>, at index: inout Int) -> UInt32? {
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: "{") {
            guard let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
            let code = UInt32(digits: bytes[(index + 1)..<close], radix: 16)
            index = close + 1
            return code
        }
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, let first = UInt32(digits: digits, radix: 16) else { return nil }
        index += 4
        let isHighSurrogate = (0xD800..<0xDC00).contains(first)
        guard isHighSurrogate else { return first }
        // The low surrogate has an escape of its own, which has six bytes.
        guard bytes[index...].starts(with: [.backslash, UInt8(ascii: "u")]), bytes.endIndex - index >= 6,
            let second = UInt32(digits: bytes[(index + 2)..<(index + 6)], radix: 16), (0xDC00..<0xE000).contains(second)
        else { return nil }
        index += 6
        // Each surrogate has ten bits of the code point's distance from 0x10000.
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
    }

    private static func invalidEscape(at offset: Int) -> GraphQLSyntaxError {
        GraphQLSyntaxError(reason: "an escape in a string is not valid", offset: offset)
    }

    /// Returns the value of a block string from the bytes between its quotes.
    ///
    /// - SeeAlso: [GraphQL §2.9.4](https://spec.graphql.org/September2025/#BlockStringValue())
    static func blockValue(of bytes: ArraySlice<UInt8>) -> String {
        let lines = lines(of: bytes)
        let indents = lines.dropFirst().filter { !$0.isBlank }.map { line in line.prefix { $0.isSpaceOrTab }.count }
        let indent = indents.min() ?? 0
        var kept = lines.prefix(1) + lines.dropFirst().map { $0.dropFirst(indent) }
        while let first = kept.first, first.isBlank { kept.removeFirst() }
        while let last = kept.last, last.isBlank { kept.removeLast() }
        var text = Array(kept.joined(separator: [.lineFeed]))
        if text.contains(.backslash) { text.replace("\\\"\"\"".utf8, with: "\"\"\"".utf8) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Splits a text at each line feed, carriage return, or pair of both.
    private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte == .lineFeed || byte == .carriageReturn else { continue }
            lines.append(bytes[start..<(index - 1)])
            if byte == .carriageReturn, index < bytes.endIndex, bytes[index] == .lineFeed { index += 1 }
            start = index
        }
        return lines + [bytes[start...]]
    }
}

extension UInt8 {
    fileprivate var isSpaceOrTab: Bool { self == .space || self == UInt8(ascii: "\t") }
}

extension ArraySlice<UInt8> {
    fileprivate var isBlank: Bool { allSatisfy(\.isSpaceOrTab) }
}
