import Foundation

/// Parses a JSON text strictly, in one pass, and keeps numbers exact.
///
/// `JSONDecoder` finds the type of an unknown value by trial and error, and has no number wider than `Decimal`.
/// `JSONSerialization` reads `1` and `1.0000000000000001` as the same number.
///
/// The open arrays and objects are a list and no recursion, because a thread's stack may have only 512 kB.
///
/// - SeeAlso: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259.html), and the texts to accept and to reject in the
///   public [JSONTestSuite](https://github.com/nst/JSONTestSuite)
struct JSONParser {
    /// The bytes of the text, by pointer, because an array is retained for each access.
    private let bytes: UnsafeBufferPointer<UInt8>
    private let refusesRepeatedNames: Bool
    private var index = 0
    /// The open arrays and objects, the outermost first, with the index of their first value.
    private var open: [Container] = []
    /// The values in all open containers; a list for each would grow from nothing each time.
    private var values: [JSONValue] = []
    /// The names of the members in the open objects, the name of the next value included.
    private var names: [String] = []

    private struct Container {
        let isObject: Bool
        let firstValue: Int
        /// The byte that ends the array or object.
        let end: UInt8
    }

    /// The deepest nesting, which is Foundation's limit too.
    static let depthLimit = 512

    static func value(of text: Data, refusesRepeatedNames: Bool) throws(JSONSyntaxError) -> JSONValue {
        let value = text.withUnsafeBytes { bytes in
            Result { () throws(JSONSyntaxError) in
                var parser = JSONParser(
                    bytes: bytes.bindMemory(to: UInt8.self), refusesRepeatedNames: refusesRepeatedNames)
                return try parser.value()
            }
        }
        return try value.get()
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        // A byte-order mark is ignored.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        while true {
            // Nil after the start of an array or object, whose first value comes next.
            guard let leaf = try leaf() else { continue }
            // Nil if the arrays and objects that are open have more values.
            guard let whole = try close(with: leaf) else { continue }
            skipSpace()
            guard index == bytes.count else { throw error("there is more after the value") }
            return whole
        }
    }

    /// Parses a value that contains no other; nil if an array or object was opened.
    private mutating func leaf() throws(JSONSyntaxError) -> JSONValue? {
        skipSpace()
        guard index < bytes.count else { throw error("the text ends where a value is expected") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try open(isObject: true)
        case UInt8(ascii: "["): return try open(isObject: false)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw error("expected a value")
        }
    }

    /// Opens an array or an object; returns an empty one at once, and nil for any other.
    private mutating func open(isObject: Bool) throws(JSONSyntaxError) -> JSONValue? {
        guard open.count < Self.depthLimit else { throw error("the nesting is deeper than \(Self.depthLimit)") }
        index += 1
        let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        if skipToken(end) { return isObject ? .object([:]) : .array([]) }
        open.append(Container(isObject: isObject, firstValue: values.count, end: end))
        if isObject { try memberName() }
        return nil
    }

    /// Adds a value to the innermost container, and closes the containers that end after the value.
    ///
    /// - Returns: The outermost value, nil if more values follow.
    private mutating func close(with value: JSONValue) throws(JSONSyntaxError) -> JSONValue? {
        var value = value
        while let container = open.last {
            values.append(value)
            if skipToken(UInt8(ascii: ",")) {
                if container.isObject { try memberName() }
                return nil
            }
            guard skip(container.end) else {
                let name = container.isObject ? "object" : "array"
                throw error("expected a comma or the end of the \(name)")
            }
            open.removeLast()
            let first = container.firstValue
            if container.isObject {
                value = .object(try members(from: first))
            } else {
                value = .array(Array(values[first...]))
            }
            values.removeLast(values.count - first)
        }
        return value
    }

    /// Returns the object of the values from an index on, and removes their names from ``names``.
    private mutating func members(from firstValue: Int) throws(JSONSyntaxError) -> JSONObject {
        // Created only now that the count is known, so that the lists of the object never grow.
        let count = values.count - firstValue
        let firstName = names.count - count
        var members = JSONObject(minimumCapacity: count)
        for offset in 0..<count { members[names[firstName + offset]] = values[firstValue + offset] }
        if refusesRepeatedNames, members.count < count { throw error(JSONSyntaxError.repeatedName) }
        names.removeLast(count)
        return members
    }

    private mutating func memberName() throws(JSONSyntaxError) {
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw error("expected a member's name") }
        let name = try string()
        guard skipToken(UInt8(ascii: ":")) else { throw error("expected a colon") }
        names.append(name)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard bytes.hasText(word, at: index) else { throw error("expected a value") }
        index += word.utf8CodeUnitCount
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
        return JSONNumber(spelled: UnsafeBufferPointer(rebasing: bytes[start..<index]))
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = index
        while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
        guard index > start else { throw error("expected a digit") }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        index += 1
        var text = try plainText()
        while !skip(UInt8(ascii: "\"")) {
            guard bytes[index] == UInt8(ascii: "\\") else {
                throw error("a string contains a control character that is not escaped")
            }
            text.unicodeScalars.append(try escape())
            text += try plainText()
        }
        return text
    }

    /// Reads the characters of a string up to its end or the next escape.
    private mutating func plainText() throws(JSONSyntaxError) -> String {
        let start = index
        index = bytes.end(of: .plainASCII, from: start)
        // The run of plain ASCII ends at a quote, a backslash or a control character, or else at a byte beyond ASCII.
        let isASCII = index < bytes.count && bytes[index] < 0x80
        if !isASCII { index = bytes.end(of: .plainJSON, from: index) }
        guard index < bytes.count else { throw error("the text ends inside a string") }
        let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if isASCII { return String(decoding: part, as: UTF8.self) }
        guard let text = part.utf8Text else { throw error("a string is not UTF-8") }
        return text
    }

    /// The characters by the letter after the backslash.
    private static let escapes = Dictionary(
        uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".unicodeScalars))

    /// Parses a backslash and the escape after it, which may be a pair of surrogates.
    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        index += 1
        guard index < bytes.count else { throw error("the text ends inside a string") }
        if let character = Self.escapes[bytes[index]] {
            index += 1
            return character
        }
        guard skip(UInt8(ascii: "u")) else { throw error("unknown escape") }
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), bytes.hasText("\\u", at: index) else {
            throw error(JSONSyntaxError.halfOfPair, at: index - 1)
        }
        index += 2
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw error(JSONSyntaxError.halfOfPair, at: index - 1) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    /// Parses the digits after `\u`.
    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        let digits = bytes[index...].prefix(4).compactMap(\.hexadecimalValue)
        guard digits.count == 4 else { throw error("expected four hexadecimal digits", at: index - 1) }
        index += 4
        return digits.reduce(0) { $0 << 4 | UInt16($1) }
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
        if index < bytes.count, bytes[index] <= 0x20 { index = bytes.end(of: .space, from: index) }
    }

    /// Creates an error at an offset in the text.
    ///
    /// - Parameter offset: The offset; nil for the next byte to read. `index - 1` is the last byte that was read.
    private func error(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: offset ?? index)
    }
}
