import Foundation

/// A scanner that replaces the values of JSON members, and the values in their texts.
///
/// The text is scanned, not parsed, because a cut text or a stream of events with JSON has named values too. Everything
/// that is not replaced keeps its spelling.
struct JSONScan {
    /// An object or an array whose end was not read yet.
    private struct Container {
        /// The name that counts for the members `value`: `{"name": "password", "value": …}`.
        let pairName: String?
        /// Whether the last name of ``path`` is the container's own.
        var isNamed = false
        /// The number of commas in an array so far; nil for an object.
        var position: Int?
        /// The first text of an array if it names a header field with a secret: `["Authorization", "Bearer …"]`.
        var fieldName: String?
    }

    private let bytes: [UInt8]
    private let depth: Int
    private let pairNames: [Int: String]
    private var index = 0
    /// The text so far, up to the last replaced value, and the index after that value.
    private var output: [UInt8] = []
    private var copied = 0
    /// The names of the enclosing members, from outside in.
    private var path: [String] = []
    /// The open containers, and first the text itself.
    private var open = [Container(pairName: nil)]
    private var isAfterName = false
    /// Whether the text is JSON, and no other text with objects in it.
    private let isJSON: Bool
    /// Whether the text is a script, in which labels and code look like values.
    private lazy var isScript = !isJSON && NamedValues.isScript(bytes)
    /// Whether the text is a program, in which a word is a variable.
    private lazy var isProgram = NamedValues.isProgram(bytes)

    private static let quote = UInt8(ascii: "\"")
    /// The bytes of a number, a literal, or any other word outside of a text.
    private static let wordBytes = ByteSet(allBut: ",}]\"\n\r\t ")
    /// The bytes in which no JSON begins.
    private static let otherText = ByteSet(allBut: "{}[]\"")
    private static let betweenTokens = ByteSet(" \t\r\n:")

    /// The most outer names and the most inner names of one value: the nesting that JSON parsers accept.
    ///
    /// Without a limit, the time for a body would grow with the square of its length.
    private static let nameLimit = 512

    /// Returns a text with some of its values replaced.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - isJSON: Whether the text is JSON, and no other text with objects in it.
    ///   - depth: The number of texts that enclose the text.
    static func replacing(in bytes: [UInt8], isJSON: Bool, depth: Int = 0, _ replace: ValueReplacement) -> [UInt8] {
        guard bytes.index(of: quote, from: 0) != nil else { return bytes }
        var scan = JSONScan(bytes: bytes, depth: depth, pairNames: Self.pairNames(in: bytes), isJSON: isJSON)
        while scan.index < bytes.count { scan.replaceNext(replace) }
        return scan.copied > 0 ? scan.output + bytes[scan.copied...] : bytes
    }

    private mutating func replaceNext(_ replace: ValueReplacement) {
        let start = index
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if isAfterName, !isScript, let replacement = replace(place(.jsonContainer), "") {
                skipContainer()
                write(replacement, from: start)
                removeName()
            } else {
                index += 1
                isAfterName = false
                let position = bytes[start] == UInt8(ascii: "[") ? 0 : nil
                open.append(Container(pairName: pairNames[start], position: position))
            }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            index += 1
            if open.count > 1 {
                removeName()
                open.removeLast()
            }
            removeName()
        case Self.quote:
            let end = bytes.closingQuote(Self.quote, from: start + 1)
            index = min(end + 1, bytes.count)
            let isName = Self.isNext(UInt8(ascii: ":"), in: bytes, from: index) && isNamePosition(start)
            let text = Self.text(of: bytes[start + 1..<end], in: bytes)
            if let field = open[open.count - 1].fieldName, open[open.count - 1].position == 1,
                let value = text, Redaction.isFieldPair(field, value),
                Self.isNext(UInt8(ascii: "]"), in: bytes, from: index)
            {
                let replaced = NamedValues.header(value, of: field, replace)
                write(replaced == value ? nil : JSONValue.string(replaced).text, from: start)
            } else if !isName || isAfterName {
                // A text that is not UTF-8 has nothing in it that could be found by name.
                let replacement = NamedValues.value(
                    text ?? "?", at: place(.json), isInScript: isScript, replace)
                write(replacement.map { JSONValue.string($0).text }, from: start)
            }
            if open[open.count - 1].position == 0, let text, Redaction.isSecretField(text) {
                open[open.count - 1].fieldName = text
            }
            if isName { setName(text ?? "") } else { removeName() }
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"):
            index = bytes.end(of: Self.betweenTokens, from: start)
        case UInt8(ascii: ","):
            index += 1
            removeName()
            open[open.count - 1].position? += 1
        case let first:
            let isNumber = first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            let isWord = isNumber || isAfterName || open.count > 1
            index = bytes.end(of: isWord ? Self.wordBytes : Self.otherText, from: start)
            guard isAfterName || isNumber && open.count > 1 else { return }
            let word = String(decoding: bytes[start..<index], as: UTF8.self)
            let isLiteral = ["true", "false", "null"].contains(word)
            defer { removeName() }
            if !isNumber, !isLiteral, isProgram { return }
            let place = place(isNumber ? .jsonNumber : isLiteral ? .jsonContainer : .jsonWord)
            write(replace(place, isLiteral ? "" : word), from: start)
        }
    }

    /// Returns whether a quoted text before a colon may be a name; in a program, a condition may end there.
    private mutating func isNamePosition(_ start: Int) -> Bool {
        let end = bytes.start(of: .space, before: start)
        return end == 0 || "{,".utf8.contains(bytes[end - 1]) || !isProgram
    }

    private mutating func place(_ kind: NamedPlace.Kind) -> NamedPlace {
        // The objects of a script are no messages, so that only the name itself counts.
        if isScript { return NamedPlace(kind, Array(path.suffix(1)), depth: depth) }
        let limit = Self.nameLimit
        let names = path.count > 2 * limit ? Array(path.prefix(limit) + path.suffix(limit)) : path
        return NamedPlace(kind, names, depth: depth)
    }

    /// Writes a replacement for the value that ends here; nil keeps the value.
    private mutating func write(_ replacement: String?, from start: Int) {
        guard let replacement else { return }
        output += bytes[copied..<start]
        output += replacement.utf8
        copied = index
    }

    /// Makes a name the last one of the innermost container.
    private mutating func setName(_ name: String) {
        removeName()
        let counted = open.last?.pairName.flatMap { name.lowercased() == "value" ? $0 : nil } ?? name
        open[open.count - 1].isNamed = !counted.isEmpty
        if !counted.isEmpty { path.append(counted) }
        isAfterName = true
    }

    /// Removes the name of the value that has ended.
    private mutating func removeName() {
        isAfterName = false
        guard open.last?.isNamed == true else { return }
        path.removeLast()
        open[open.count - 1].isNamed = false
    }

    /// Moves from the start of a container to its end.
    private mutating func skipContainer() {
        var depth = 0
        repeat {
            switch bytes[index] {
            case Self.quote: index = bytes.closingQuote(Self.quote, from: index + 1)
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index = min(index + 1, bytes.count)
        } while index < bytes.count && depth > 0
    }
}

extension JSONScan {
    /// Returns the secret names of pairs by the index of the object's opening bracket.
    ///
    /// The name is the text of `name` or `key` in an object, which may come after the member `value`.
    private static func pairNames(in bytes: [UInt8]) -> [Int: String] {
        guard bytes.contains("\"value\"") || bytes.contains("\"Value\"") || bytes.contains("\"VALUE\"") else {
            return [:]
        }
        var names: [Int: String] = [:]
        var open: [Int] = []
        var index = 0
        var isNameNext = false
        while index < bytes.count {
            let start = index
            index += 1
            switch bytes[start] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(start)
                isNameNext = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                isNameNext = false
            case UInt8(ascii: ","): isNameNext = false
            case quote:
                let end = bytes.closingQuote(quote, from: index)
                index = min(end + 1, bytes.count)
                let isBeforeColon = isNext(UInt8(ascii: ":"), in: bytes, from: index)
                guard isNameNext || isBeforeColon else { continue }
                let text = index - start < 256 ? text(of: bytes[start + 1..<end], in: bytes) : nil
                if isNameNext, let object = open.last, let text, Redaction.isSecret(text) { names[object] = text }
                isNameNext = !isNameNext && isBeforeColon && ["name", "key"].contains(text?.lowercased() ?? "")
            default: break
            }
        }
        return names
    }

    /// Returns the text between two quotes; nil if it is not UTF-8.
    private static func text(of content: ArraySlice<UInt8>, in bytes: [UInt8]) -> String? {
        guard bytes.end(of: .plainASCII, from: content.startIndex, to: content.endIndex) < content.endIndex else {
            return String(decoding: content, as: UTF8.self)
        }
        let isEscaped = bytes.end(of: .inQuotes, from: content.startIndex, to: content.endIndex) < content.endIndex
        return (isEscaped ? JSONValue(Data([quote] + content + [quote]))?.string : nil) ?? content.utf8Text
    }

    /// Returns whether a byte comes next, with nothing but space before it.
    private static func isNext(_ byte: UInt8, in bytes: [UInt8], from start: Int) -> Bool {
        let next = bytes.end(of: .space, from: start)
        return next < bytes.count && bytes[next] == byte
    }
}
