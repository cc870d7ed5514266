import Foundation

/// A scanner that replaces the values of JSON members, and the values in their texts.
///
/// The text is scanned, not parsed, because a cut text or a stream of events with JSON has named values too. Everything
/// that is not replaced keeps its spelling.
struct JSONScan {
    /// An object or an array whose end was not read yet.
    private struct Container {
        let start: Int
        /// The name of the member whose value is read; empty in an array and between two members.
        var name = ""
        /// The first text of an array if it names a header field with a secret: `["Authorization", "Bearer …"]`.
        var fieldName: String?
        /// Whether the whole container is in a member whose name marks all of its values.
        var isInSecret = false
        /// The index of the nearest enclosing container whose `name` is not empty; 0 if there is none.
        var namedIndex = 0
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
    /// The names of the members whose values are read, at most one of each open container, from outside in.
    private var names: [String] = []
    /// Whether the name of a member was read, but not yet its value.
    private var isAfterName = false
    /// The names that count for members `value`, by the start of the object: `{"name": "password", "value": …}`.
    private var pairNames: [Int: String] = [:]
    /// The starts of the objects with members of an authorization.
    private var authorizations: Set<Int> = []
    /// Whether this scan is the inner one of ``findNames()``.
    ///
    /// An inner scan fills ``pairNames`` and ``authorizations``, and replaces nothing.
    private var findsNames = false
    /// Whether an inner scan has filled ``pairNames`` and ``authorizations`` of this scan.
    ///
    /// The first name that needs the two causes the inner scan.
    private var hasFoundNames = false
    /// The kind of program that the text is; in a program, a word is a variable, and labels look like values.
    private let program: Program
    private var isScript: Bool { !isJSON && program == .script }

    private static let quote = UInt8(ascii: "\"")
    private static let wordBytes = ByteSet(allBut: ",}]\"\n\r\t ")
    /// The bytes that neither begin nor end an object, an array or a quoted text.
    private static let otherText = ByteSet(allBut: "{}[]\"")
    private static let betweenTokens = ByteSet(" \t\r\n:")

    /// The most outer names and the most inner names of one value: the nesting that JSON parsers accept.
    ///
    /// Without a limit, the time for a body would grow with the square of its length.
    private static let nameLimit = 512

    /// The first bytes of the names of an authorization's members, with those of an `X-` and of separators.
    private static let firstBytes = ByteSet { !$0.isASCIILetter || "cgrsxCGRSX".utf8.contains($0) }
    /// The length of the shortest name of an authorization's member, `state`.
    private static let shortestMember = 5

    /// Returns a text with some of its values replaced.
    ///
    /// - Parameter isJSON: Whether the text is JSON, and no other text with objects in it.
    static func replacing(
        in bytes: [UInt8], isJSON: Bool, program: Program, depth: Int = 0, _ replace: ValueReplacement
    ) -> [UInt8] {
        guard bytes.index(of: quote, from: 0) != nil else { return bytes }
        var scan = JSONScan(bytes: bytes, depth: depth, isJSON: isJSON, program: program)
        while scan.index < bytes.count { scan.readNext(replace) }
        guard scan.copied > 0 else { return bytes }
        return scan.output + bytes[scan.copied...]
    }

    /// Fills ``pairNames`` and ``authorizations`` by an inner scan of the whole text; does nothing in an inner scan.
    ///
    /// An inner scan is needed, because the names may come after their values.
    private mutating func findNames() {
        guard !hasFoundNames, !findsNames else { return }
        var scan = JSONScan(bytes: bytes, depth: depth, isJSON: isJSON, findsNames: true, program: program)
        while scan.index < bytes.count { scan.readNext { _, _ in nil } }
        (pairNames, authorizations, hasFoundNames) = (scan.pairNames, scan.authorizations, true)
    }

    private mutating func readNext(_ replace: ValueReplacement) {
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): readStart(replace)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): readEnd()
        case UInt8(ascii: ","):
            index += 1
            removeName()
        case Self.quote: readQuotedText(replace)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"):
            index = bytes.end(of: Self.betweenTokens, from: index)
        case let first where first.isASCIIDigit || first == UInt8(ascii: "-"): readNumber(replace)
        default: readWord(replace)
        }
    }

    /// Reads the start of an object or an array, or replaces the whole value of a member.
    private mutating func readStart(_ replace: ValueReplacement) {
        let start = index
        // An object of a script is no message.
        let mayBeReplaced = isAfterName && !findsNames && !isScript
        if mayBeReplaced, let replacement = replace(place(.jsonContainer), "") {
            skipContainer()
            write(replacement, from: start)
            return
        }
        index += 1
        isAfterName = false
        let outer = open[open.count - 1]
        var isInSecret = outer.isInSecret
        if !isInSecret, !outer.name.isEmpty { isInSecret = Redaction.isSecretContainer(outer.name) }
        let namedIndex = outer.name.isEmpty ? outer.namedIndex : open.count - 1
        open.append(Container(start: start, isInSecret: isInSecret, namedIndex: namedIndex))
    }

    private mutating func readEnd() {
        index += 1
        if open.count > 1 {
            removeName()
            open.removeLast()
        }
        // The name of the member whose value has ended.
        removeName()
    }

    /// Moves to the index after the object or the array that begins here.
    private mutating func skipContainer() {
        var level = 0
        repeat {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): level += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
            case Self.quote: index = bytes.closingQuote(Self.quote, from: index + 1)
            default: break
            }
            index = min(index + 1, bytes.count)
            if level > 0 { index = bytes.end(of: Self.otherText, from: index) }
        } while level > 0 && index < bytes.count
        removeName()
    }

    private mutating func readQuotedText(_ replace: ValueReplacement) {
        let start = index
        let end = bytes.closingQuote(Self.quote, from: start + 1)
        index = min(end + 1, bytes.count)
        let isName = isNext(UInt8(ascii: ":")) && isNamePosition(start)
        if findsNames {
            findNames(in: start + 1..<end, isName: isName)
            return
        }
        let text = Self.text(of: bytes[start + 1..<end], in: bytes)
        // In a malformed JSON, a text may be the value of one name, and look like the next name.
        if !isName || isAfterName { readText(text, from: start, replace) }
        if isName { setName(text) } else { removeName() }
    }

    /// Makes the step of an inner scan that reads a quoted text.
    private mutating func findNames(in content: Range<Int>, isName: Bool) {
        let container = open[open.count - 1]
        if isAfterName, ["name", "key"].contains(container.name.lowercased()) {
            let text = Self.text(of: bytes[content], in: bytes)
            if Redaction.isSecret(text) { pairNames[container.start] = text }
        }
        guard isName else { return removeName() }
        // Other names stay nil and are not decoded, because neither `pairNames` nor `authorizations` needs them.
        var name: String?
        // The names `name` and `key` are shorter than those of an authorization's members. A longer name is needed only
        // if it may be that of such a member, so if it begins with one of `firstBytes`.
        if content.count < Self.shortestMember || Self.firstBytes.contains(bytes[content.lowerBound]) {
            name = Self.text(of: bytes[content], in: bytes)
        }
        setName(name ?? "")
    }

    private mutating func readNumber(_ replace: ValueReplacement) {
        let start = index
        index = bytes.end(of: Self.wordBytes, from: start)
        guard isAfterName || open.count > 1 else { return }
        if !findsNames { write(replace(place(.jsonNumber), text(from: start)), from: start) }
        removeName()
    }

    /// Reads a literal, a word without quotes, or a text in which no JSON begins.
    private mutating func readWord(_ replace: ValueReplacement) {
        let start = index
        let isInContainer = isAfterName || open.count > 1
        index = bytes.end(of: isInContainer ? Self.wordBytes : Self.otherText, from: start)
        guard isAfterName else { return }
        if !findsNames, !program.isProgram {
            let word = text(from: start)
            let isLiteral = ["true", "false", "null"].contains(word)
            if !isLiteral { write(replace(place(.jsonWord), word), from: start) }
        }
        removeName()
    }

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Replaces a text, the values in it, or the secret in the second text of a pair with a header field's name.
    private mutating func readText(_ text: String, from start: Int, _ replace: ValueReplacement) {
        var replaced: String?
        if let name = open[open.count - 1].fieldName, Redaction.isFieldPair(name, text),
            isNext(UInt8(ascii: "]"))
        {
            replaced = NamedValues.header(text, of: name, replace)
        } else {
            replaced = NamedValues.value(text, at: place(.json), isInScript: isScript, replace)
        }
        if let replaced, replaced != text { write(JSONValue.string(replaced).text, from: start) }
        open[open.count - 1].fieldName = nil
        // Only white space is between the start of the array and the text.
        let isFirst = bytes.start(of: .space, before: start) == open[open.count - 1].start + 1
        if isFirst, Redaction.isSecretField(text) { open[open.count - 1].fieldName = text }
    }

    /// Returns whether a quoted text before a colon may be a name; in a program, `a ? "b" : c` has none.
    private func isNamePosition(_ start: Int) -> Bool {
        let end = bytes.start(of: .space, before: start)
        return end == 0 || "{,".utf8.contains(bytes[end - 1]) || !program.isProgram
    }

    private func place(_ kind: NamedPlace.Kind) -> NamedPlace {
        var names = names
        let limit = Self.nameLimit
        if names.count > 2 * limit { names = Array(names.prefix(limit) + names.suffix(limit)) }
        // The objects of a script are no messages, so that only the name itself counts.
        if isScript { names = Array(names.suffix(1)) }
        let container = open[open.count - 1]
        // The last name is that of the value itself, also for an element of an array. So for "x" in {"token": ["x"]},
        // it counts whether the object is in a secret, not whether the array is.
        let isInSecret = container.name.isEmpty ? open[container.namedIndex].isInSecret : container.isInSecret
        return NamedPlace(
            kind, names, depth: depth, isInAuthorization: authorizations.contains(container.start),
            isInSecret: isInSecret && !isScript)
    }

    /// Writes a replacement for the value that ends here; nil keeps the value.
    private mutating func write(_ replacement: String?, from start: Int) {
        guard let replacement else { return }
        output += bytes[copied..<start]
        output += replacement.utf8
        copied = index
    }

    /// Begins a member; notes in an inner scan whether the member is one of an authorization.
    private mutating func setName(_ name: String) {
        let container = open[open.count - 1]
        if findsNames, name.utf8.count >= Self.shortestMember, Redaction.isOfAuthorization(name) {
            authorizations.insert(container.start)
        }
        removeName()
        var counted = name
        // The length first, because most names are neither of the two.
        if (4...5).contains(name.utf8.count), ["code", "value"].contains(name.lowercased()) {
            // For `code`, `place(_:)` reads `authorizations`. For `value`, `pairNames` may have another name.
            findNames()
            // The length tells `value` from `code`.
            let isValue = name.utf8.count == "value".utf8.count
            if isValue, let pairName = pairNames[container.start] { counted = pairName }
        }
        open[open.count - 1].name = counted
        if !counted.isEmpty { names.append(counted) }
        isAfterName = true
    }

    private mutating func removeName() {
        if !open[open.count - 1].name.isEmpty {
            open[open.count - 1].name = ""
            names.removeLast()
        }
        isAfterName = false
    }

    /// Returns the text between two quotes, decoded unless an escape is malformed.
    ///
    /// A text that is not UTF-8 is read as Latin-1, so that its named values are found.
    private static func text(of content: ArraySlice<UInt8>, in bytes: [UInt8]) -> String {
        guard bytes.end(of: .plainASCII, from: content.startIndex, to: content.endIndex) < content.endIndex else {
            return String(decoding: content, as: UTF8.self)
        }
        let isEscaped = bytes.end(of: .inQuotes, from: content.startIndex, to: content.endIndex) < content.endIndex
        let text = content.utf8Text ?? String(decoding: content.map { UInt16($0) }, as: UTF16.self)
        if isEscaped, let decoded = JSONValue(Data([quote] + text.utf8 + [quote]))?.string { return decoded }
        return text
    }

    /// Returns whether a byte comes next, with nothing but space before it.
    private func isNext(_ byte: UInt8) -> Bool {
        let next = bytes.end(of: .space, from: index)
        return next < bytes.count && bytes[next] == byte
    }
}
