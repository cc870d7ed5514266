import Foundation
import HTTPMock

/// The range of a value in a JSON text, so that other bytes stay unchanged.
struct JSONSpan {
    enum Kind {
        case string
        case number
        case object([(name: String, value: JSONSpan)])
        case array([JSONSpan])
        /// True, false or null.
        case word
    }

    let range: Range<Int>
    let kind: Kind

    /// Reads a text that a strict parser has accepted, and whose nesting is therefore limited.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        let byteOrderMark = Array("\u{FEFF}".utf8)
        if bytes.starts(with: byteOrderMark) { reader.index = byteOrderMark.count }
        guard let span = reader.value() else { return nil }
        self = span
    }

    fileprivate init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }

    /// The text of a string; nil for any other value.
    func string(in bytes: [UInt8]) -> String? {
        guard case .string = kind else { return nil }
        let content = range.lowerBound + 1..<range.upperBound - 1
        // Only a string with escapes, or with more than ASCII, needs the parser.
        guard bytes.end(of: .plainASCII, from: content.lowerBound, to: content.upperBound) == content.upperBound else {
            return JSONValue(Data(bytes[range]))?.string
        }
        return String(decoding: bytes[content], as: UTF8.self)
    }

    /// The member of an object; nil for a missing member and for any other value.
    ///
    /// Of two members with the same name the last one counts, as for ``JSONValue``.
    subscript(_ name: String) -> JSONSpan? {
        guard case .object(let members) = kind else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// A string or a number in a value.
    struct Leaf {
        let span: JSONSpan
        /// The names of the members from outside in, as in `response.content.text`.
        let path: String
        /// Whether the string is a body in base64.
        let isBase64: Bool
    }

    /// Returns all strings and numbers in the value, without the names of members.
    ///
    /// - Parameters:
    ///   - path: The names of the enclosing members.
    ///   - isBase64: Whether the value, if it is a string, is a body in base64.
    func leaves(in bytes: [UInt8], path: String = "", isBase64: Bool = false) -> [Leaf] {
        switch kind {
        case .string, .number: return [Leaf(span: self, path: path, isBase64: isBase64)]
        case .array(let elements): return elements.flatMap { $0.leaves(in: bytes, path: path) }
        case .word: return []
        case .object(let members):
            let isEncoded = self["encoding"]?.string(in: bytes)?.lowercased() == "base64"
            let prefix = path.isEmpty ? "" : "\(path)."
            // The `data` of a WebSocket's message is text if the opcode is 1, and base64 otherwise.
            let isTextMessage = self["opcode"].map { bytes[$0.range].elementsEqual("1".utf8) } ?? false
            return members.flatMap { name, value in
                // Stubborn Network's JSON has its bodies in these members, always in base64.
                let isData = ["requestData", "responseData", "data"].contains(name) && !isTextMessage
                let isEncodedText = isEncoded && name == "text"
                return value.leaves(in: bytes, path: prefix + name, isBase64: isData || isEncodedText)
            }
        }
    }

    /// The elements of an array; nil for any other value.
    var elements: [JSONSpan]? {
        guard case .array(let elements) = kind else { return nil }
        return elements
    }
}

/// Reads the ranges of a valid JSON text.
private struct Reader {
    let bytes: [UInt8]
    var index = 0

    private static let wordBytes = ByteSet(allBut: ",]} \n\r\t")

    mutating func value() -> JSONSpan? {
        skipSpace()
        let start = index
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "\""):
            skipString()
            return JSONSpan(start..<index, .string)
        case UInt8(ascii: "["):
            index += 1
            var elements: [JSONSpan] = []
            while !skip(UInt8(ascii: "]")) {
                guard let element = value() else { return nil }
                elements.append(element)
                _ = skip(UInt8(ascii: ","))
            }
            return JSONSpan(start..<index, .array(elements))
        case UInt8(ascii: "{"):
            index += 1
            var members: [(name: String, value: JSONSpan)] = []
            while !skip(UInt8(ascii: "}")) {
                guard let name = value()?.string(in: bytes), skip(UInt8(ascii: ":")), let member = value() else {
                    return nil
                }
                members.append((name, member))
                _ = skip(UInt8(ascii: ","))
            }
            return JSONSpan(start..<index, .object(members))
        case let first:
            index = bytes.end(of: Self.wordBytes, from: index)
            guard index > start else { return nil }
            let isNumber = first == UInt8(ascii: "-") || first.isASCIIDigit
            return JSONSpan(start..<index, isNumber ? .number : .word)
        }
    }

    private mutating func skipString() {
        index = bytes.end(of: .plainJSON, from: index + 1)
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            // The byte after a backslash may be a quote.
            index = bytes.end(of: .plainJSON, from: min(index + 2, bytes.count))
        }
        index = min(index + 1, bytes.count)
    }

    /// Skips a byte, after white space; returns false if there is another byte, which stays.
    ///
    /// True at the end of the text, so that no loop goes on there.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte else { return index >= bytes.count }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        if index < bytes.count, bytes[index] <= 0x20 { index = bytes.end(of: .space, from: index) }
    }
}

extension [UInt8] {
    /// Counts the lines up to an index.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - line: The line that was counted to before, from 1; changed to the line of the index.
    ///   - lineStart: An index in the line that was counted to; changed to the start of the index's line if that is
    ///     another line.
    func countLines(to index: Int, _ line: inout Int, _ lineStart: inout Int) {
        guard lineStart < index else { return }
        // Only the bytes up to the index are read, because a file may be one line.
        while let lineFeed = position(of: UInt8(ascii: "\n"), in: lineStart..<index) {
            line += 1
            lineStart = lineFeed + 1
        }
    }

    private func position(of byte: UInt8, in range: Range<Int>) -> Int? {
        withUnsafeBytes { bytes in
            guard !range.isEmpty, let base = bytes.baseAddress,
                let found = memchr(base + range.lowerBound, Int32(byte), range.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
