import Foundation

/// A scanner that replaces the values of JSON members, and the values in their texts.
///
/// The text is scanned, not parsed, because a cut text or a stream of events with JSON has named values too. Everything
/// that is not replaced keeps its spelling.
struct JSONScan {
    /// An object or an array whose end was not read yet.
    private struct Container {
        let start: Int
        /// The name of the member that is read; empty in an array and between two members.
        var name = ""
        /// The first text of an array if it names a header field with a secret: `["Authorization", "Bearer …"]`.
        var fieldName: String?
    }

    private let bytes: [UInt8]
    private let depth: Int
    private let isJSON: Bool
    private var index = 0
    /// The text so far, up to the last replaced value, and the index after that value.
    private var output: [UInt8] = []
    private var copied = 0
    /// The open containers, and first the text itself.
    private var open = [Container(start: -1)]
    private var isAfterName = false
    /// The names that count for members `value`, by the start of the object: `{"name": "password", "value": …}`.
    private var pairNames: [Int: String] = [:]
    /// Whether texts are read for ``pairNames`` only.
    private var findsNames = false
    /// Whether the text is a script, in which labels and code look like values.
    private lazy var isScript = !isJSON && NamedValues.isScript(bytes)
    /// Whether the text is a program, in which a word is a variable.
    private lazy var isProgram = NamedValues.isProgram(bytes)

    private static let quote = UInt8(ascii: "\"")
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
    /// - Parameter isJSON: Whether the text is JSON, and no other text with objects in it.
    static func replacing(in bytes: [UInt8], isJSON: Bool, depth: Int = 0, _ replace: ValueReplacement) -> [UInt8] {
        guard bytes.index(of: quote, from: 0) != nil else { return bytes }
        var scan = JSONScan(bytes: bytes, depth: depth, isJSON: isJSON)
        // The name of a pair may come after its value.
        if bytes.contains("\"value\"") || bytes.contains("\"Value\"") || bytes.contains("\"VALUE\"") {
            scan.findsNames = true
            while scan.index < bytes.count { scan.readNext(keepValue) }
            scan = JSONScan(bytes: bytes, depth: depth, isJSON: isJSON, pairNames: scan.pairNames)
        }
        while scan.index < bytes.count { scan.readNext(replace) }
        guard scan.copied > 0 else { return bytes }
        return scan.output + bytes[scan.copied...]
    }

    private mutating func readNext(_ replace: ValueReplacement) {
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            readContainerStart(replace)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            index += 1
            if open.count > 1 { open.removeLast() }
            removeName()
        case UInt8(ascii: ","):
            index += 1
            removeName()
        case Self.quote:
            readQuotedText(replace)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"):
            index = bytes.end(of: Self.betweenTokens, from: index)
        default:
            readWord(replace)
        }
    }

    /// Opens an object or an array, or replaces all of it.
    private mutating func readContainerStart(_ replace: ValueReplacement) {
        let start = index
        if isAfterName, !isScript, let replacement = replace(place(.jsonContainer), "") {
            skipContainer()
            write(replacement, from: start)
        } else {
            openContainer()
        }
    }

    private mutating func openContainer() {
        open.append(Container(start: index))
        index += 1
        isAfterName = false
    }

    private mutating func skipContainer() {
        let count = open.count
        findsNames = true
        openContainer()
        while open.count > count, index < bytes.count { readNext(Self.keepValue) }
        findsNames = false
    }

    private static func keepValue(_ place: NamedPlace, _ value: String) -> String? {
        nil
    }

    /// Reads a quoted text: the name of a member, or a value.
    private mutating func readQuotedText(_ replace: ValueReplacement) {
        let start = index
        let end = bytes.closingQuote(Self.quote, from: start + 1)
        index = min(end + 1, bytes.count)
        let text = Self.text(of: bytes[start + 1..<end], in: bytes)
        let isName = isNext(UInt8(ascii: ":")) && isNamePosition(start)
        if !isName || isAfterName { readText(text, from: start, replace) }
        if isName {
            setName(text ?? "")
        } else {
            removeName()
        }
    }

    /// Reads a number, a literal or a word without quotes, or skips what is no JSON.
    private mutating func readWord(_ replace: ValueReplacement) {
        let start = index
        let isNumber = bytes[start] == UInt8(ascii: "-") || bytes[start].isASCIIDigit
        let isInContainer = open.count > 1
        guard isNumber || isAfterName || isInContainer else {
            index = bytes.end(of: Self.otherText, from: start)
            return
        }
        index = bytes.end(of: Self.wordBytes, from: start)
        let isElement = isNumber && isInContainer
        guard isAfterName || isElement else { return }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        if isNumber {
            write(replace(place(.jsonNumber), word), from: start)
        } else if ["true", "false", "null"].contains(word) {
            write(replace(place(.jsonContainer), ""), from: start)
        } else if !isProgram {
            write(replace(place(.jsonWord), word), from: start)
        }
        removeName()
    }

    /// Replaces a text that is a value, or the values in it.
    private mutating func readText(_ text: String?, from start: Int, _ replace: ValueReplacement) {
        let container = open[open.count - 1]
        if findsNames {
            findPairName(text, in: container)
            return
        }
        var replaced: String?
        if let name = container.fieldName, let text, Redaction.isFieldPair(name, text), isNext(UInt8(ascii: "]")) {
            replaced = NamedValues.header(text, of: name, replace)
        } else {
            // A text that is not UTF-8 has nothing in it that could be found by name.
            replaced = NamedValues.value(text ?? "?", at: place(.json), isInScript: isScript, replace)
        }
        if let replaced, replaced != text { write(JSONValue.string(replaced).text, from: start) }
        let isFirst = bytes.start(of: .space, before: start) == container.start + 1
        open[open.count - 1].fieldName = nil
        if isFirst, let text, Redaction.isSecretField(text) { open[open.count - 1].fieldName = text }
    }

    private mutating func findPairName(_ text: String?, in container: Container) {
        guard isAfterName, ["name", "key"].contains(container.name.lowercased()) else { return }
        guard let text, Redaction.isSecret(text) else { return }
        pairNames[container.start] = text
    }

    /// Returns whether a quoted text before a colon may be a name; in a program, a condition may end there.
    private mutating func isNamePosition(_ start: Int) -> Bool {
        let end = bytes.start(of: .space, before: start)
        if end == 0 || "{,".utf8.contains(bytes[end - 1]) { return true }
        return !isProgram
    }

    private mutating func place(_ kind: NamedPlace.Kind) -> NamedPlace {
        let limit = Self.nameLimit
        var counted = open[...]
        if open.count > 2 * limit { counted = open.prefix(limit) + open.suffix(limit) }
        var names = counted.map(\.name).filter { !$0.isEmpty }
        // The objects of a script are no messages, so that only the name itself counts.
        if isScript { names = names.suffix(1) }
        return NamedPlace(kind, names, depth: depth)
    }

    /// Writes a replacement for the value that ends here; nil keeps the value.
    private mutating func write(_ replacement: String?, from start: Int) {
        guard let replacement else { return }
        output += bytes[copied..<start]
        output += replacement.utf8
        copied = index
    }

    private mutating func setName(_ name: String) {
        let container = open[open.count - 1]
        open[open.count - 1].name = name
        if name.lowercased() == "value", let pairName = pairNames[container.start] {
            open[open.count - 1].name = pairName
        }
        isAfterName = true
    }

    private mutating func removeName() {
        open[open.count - 1].name = ""
        isAfterName = false
    }

    /// Returns the text between two quotes; nil if it is not UTF-8.
    private static func text(of content: ArraySlice<UInt8>, in bytes: [UInt8]) -> String? {
        guard bytes.end(of: .plainASCII, from: content.startIndex, to: content.endIndex) < content.endIndex else {
            return String(decoding: content, as: UTF8.self)
        }
        let isEscaped = bytes.end(of: .inQuotes, from: content.startIndex, to: content.endIndex) < content.endIndex
        if isEscaped, let text = JSONValue(Data([quote] + content + [quote]))?.string { return text }
        return content.utf8Text
    }

    /// Returns whether a byte comes next, with nothing but space before it.
    private func isNext(_ byte: UInt8) -> Bool {
        let next = bytes.end(of: .space, from: index)
        return next < bytes.count && bytes[next] == byte
    }
}
