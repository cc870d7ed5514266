import Foundation

/// Parses a JSON text strictly, in one pass, and keeps numbers exact.
///
/// `JSONDecoder` finds the type of an unknown value by trial and error, and has no number wider than `Decimal`.
/// `JSONSerialization` reads `1` and `1.0000000000000001` as the same number.
///
/// - SeeAlso: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259.html), whose accepted and rejected texts are those of the
///   public [JSONTestSuite](https://github.com/nst/JSONTestSuite)
struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    /// The deepest nesting of arrays and objects, which is Foundation's limit too.
    ///
    /// A hostile text must not overflow the stack.
    static let depthLimit = 512

    init(_ text: Data) {
        bytes = Array(text)
    }

    /// Parses the only value of the text.
    mutating func parse() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw error("there is more after the value") }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        guard index < bytes.count else { throw error("the text ends where a value is expected") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try nested { (self: inout Self) throws(JSONSyntaxError) in try self.object() }
        case UInt8(ascii: "["): return try nested { (self: inout Self) throws(JSONSyntaxError) in try self.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw error("expected a value")
        }
    }

    private mutating func nested(
        _ body: (inout Self) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        depth += 1
        guard depth <= Self.depthLimit else { throw error("the nesting is deeper than \(Self.depthLimit)") }
        index += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        if skipToken(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw error("expected a member's name")
            }
            let name = try string()
            guard skipToken(UInt8(ascii: ":")) else { throw error("expected a colon") }
            members[name] = try value()
        } while skipToken(UInt8(ascii: ","))
        guard skipToken(UInt8(ascii: "}")) else { throw error("expected a comma or the end of the object") }
        return .object(members)
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        if skipToken(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value()) } while skipToken(UInt8(ascii: ","))
        guard skipToken(UInt8(ascii: "]")) else { throw error("expected a comma or the end of the array") }
        return .array(elements)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        let count = word.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: count)
        guard bytes[index...].starts(with: expected) else { throw error("expected a value") }
        index += count
        return value
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = index
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
        return JSONNumber(spelled: String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
        guard index > start else { throw error("expected a digit") }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        index += 1
        var text = ""
        var start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                text += try self.text(start..<index)
                index += 1
                return text
            case UInt8(ascii: "\\"):
                text += try self.text(start..<index)
                text.unicodeScalars.append(try escape())
                start = index
            case 0..<0x20:
                throw error("a string contains a control character that is not escaped")
            default:
                index += 1
            }
        }
        throw error("the text ends inside a string")
    }

    private func text(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
        guard let text = bytes[range].utf8Text else { throw error("a string is not UTF-8") }
        return text
    }

    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        index += 1
        guard index < bytes.count else { throw error("the text ends inside a string") }
        defer { index += 1 }
        switch bytes[index] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw error("unknown escape")
        }
    }

    /// Parses a `\uXXXX` or a surrogate pair, and leaves the index at the last digit.
    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "\\"),
            bytes[index + 2] == UInt8(ascii: "u")
        else { throw error("an escape is half of a surrogate pair") }
        index += 2
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw error("an escape is half of a surrogate pair") }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        let digits = bytes[(index + 1)...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("expected four hexadecimal digits") }
        index += 4
        return unit
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// Skips white space, and one byte if that byte follows.
    private mutating func skipToken(_ byte: UInt8) -> Bool {
        skipSpace()
        return skip(byte)
    }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] <= 0x20 {
            guard bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09 else {
                return
            }
            index += 1
        }
    }

    private func error(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: index)
    }
}

/// The reason why a text is not JSON.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    package let reason: String
    /// The number of bytes before the error.
    package let offset: Int

    package var description: String { "\(reason) (byte \(offset))" }
}
