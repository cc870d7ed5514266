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
        ///
        /// Also empty in an inner scan for a name that the scan does not need.
        var memberName = ""
        /// The first text of an array if it names a header field with a secret: `["Authorization", "Bearer …"]`.
        var fieldName: String?
        /// Whether the whole container is in a member whose name marks all of its values.
        var isInSecret = false
        /// The index of the nearest enclosing container that has a `memberName`; 0 if there is none.
        var indexOfMember = 0
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
    /// The names of the members whose values are read, from outside in: those of `open` that are not empty.
    private var names: [String] = []
    /// Whether the name of a member was read, but not yet its value.
    private var isAfterName = false
    /// The names that count for members `value`, by the start of the object: `{"name": "password", "value": …}`.
    private var pairNames: [Int: String] = [:]
    /// The starts of the objects with members of an authorization.
    private var authorizations: Set<Int> = []
    /// Whether an inner scan has filled ``pairNames`` and ``authorizations``.
    private var hasFoundNames = false
    /// Whether this scan is the inner one of ``findNames()``.
    ///
    /// An inner scan fills ``pairNames`` and ``authorizations``, and replaces nothing.
    private var isInner = false
    /// The kind of program that the text is; in a program, a word is a variable, and labels look like values.
    private let program: Program
    private var isScript: Bool { !isJSON && program == .script }

    private static let quote = UInt8(ascii: "\"")
    private static let wordBytes = ByteSet(allBut: ",}]\"\n\r\t ")
    /// The bytes that neither begin nor end an object, an array or a quoted text.
    private static let otherText = ByteSet(allBut: "{}[]\"")
    private static let betweenTokens = ByteSet(" \t\r\n:")

    /// The number of outermost and of innermost names that are kept of one value: the nesting that JSON parsers accept.
    ///
    /// The names between them are left out. Otherwise, the time for a body would grow with the square of its length.
    private static let nameLimit = 512

    /// The bytes that may begin the name of an authorization's member, with those of an `X-`, separators and escapes.
    ///
    /// Also those of `name` and `key`, whose other letters may be escaped.
    private static let firstBytes = ByteSet { !$0.isASCIILetter || "cgknrsxCGKNRSX".utf8.contains($0) }
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

    /// Fills ``pairNames`` and ``authorizations`` by an inner scan of the whole text; does nothing the second time.
    ///
    /// An inner scan is needed, because the names may come after their values.
    private mutating func findNames() {
        if hasFoundNames { return }
        var scan = JSONScan(bytes: bytes, depth: depth, isJSON: isJSON, isInner: true, program: program)
        while scan.index < bytes.count { scan.readNext { _, _ in nil } }
        pairNames = scan.pairNames
        authorizations = scan.authorizations
        hasFoundNames = true
    }

    private mutating func readNext(_ replace: ValueReplacement) {
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): readStart(replace)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): readEnd()
        case UInt8(ascii: ","):
            index += 1
            endMember()
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
        let mayBeReplaced = isAfterName && !isInner && !isScript
        if mayBeReplaced, let replacement = replace(place(.jsonContainer), "") {
            skipContainer()
            write(replacement, from: start)
            endMember()
            return
        }
        index += 1
        isAfterName = false
        var container = Container(start: start)
        let outer = open[open.count - 1]
        if outer.memberName.isEmpty {
            container.indexOfMember = outer.indexOfMember
            container.isInSecret = outer.isInSecret
        } else {
            container.indexOfMember = open.count - 1
            container.isInSecret = outer.isInSecret || Redaction.isSecretContainer(outer.memberName)
        }
        open.append(container)
    }

    private mutating func readEnd() {
        index += 1
        if open.count > 1 {
            // A member without a value.
            endMember()
            open.removeLast()
        }
        // The member whose value is the container that has ended.
        endMember()
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
    }

    private mutating func readQuotedText(_ replace: ValueReplacement) {
        let start = index
        let end = bytes.closingQuote(Self.quote, from: start + 1)
        index = min(end + 1, bytes.count)
        let isName = isNext(UInt8(ascii: ":")) && isNamePosition(start)
        if isInner {
            noteNames(in: start + 1..<end, isName: isName)
            return
        }
        let text = text(in: start + 1..<end)
        // In a malformed JSON, a text may be the value of one name, and look like the next name.
        if !isName || isAfterName { readText(text, from: start, replace) }
        if isName { beginMember(countedName(text)) } else { endMember() }
    }

    /// Reads a quoted text in an inner scan.
    private mutating func noteNames(in content: Range<Int>, isName: Bool) {
        let container = open[open.count - 1]
        if isAfterName, ["name", "key"].contains(container.memberName.lowercased()) {
            let text = text(in: content)
            if Redaction.isSecret(text) { pairNames[container.start] = text }
        }
        guard isName else { return endMember() }
        // Without escapes, the names `name` and `key` are shorter than those of an authorization's members.
        let isShort = content.count < Self.shortestMember
        guard isShort || Self.firstBytes.contains(bytes[content.lowerBound]) else {
            // Any other name is not decoded, because neither `pairNames` nor `authorizations` needs it.
            return beginMember("")
        }
        let name = text(in: content)
        if !isShort, Redaction.isOfAuthorization(name) { authorizations.insert(container.start) }
        beginMember(name)
    }

    private mutating func readNumber(_ replace: ValueReplacement) {
        let start = index
        index = bytes.end(of: Self.wordBytes, from: start)
        guard isAfterName || open.count > 1 else { return }
        if !isInner { write(replace(place(.jsonNumber), text(from: start)), from: start) }
        endMember()
    }

    /// Reads a literal, a word without quotes, or a text in which no JSON begins.
    private mutating func readWord(_ replace: ValueReplacement) {
        let start = index
        let isInContainer = isAfterName || open.count > 1
        index = bytes.end(of: isInContainer ? Self.wordBytes : Self.otherText, from: start)
        guard isAfterName else { return }
        if !isInner, !program.isProgram {
            let word = text(from: start)
            let isLiteral = ["true", "false", "null"].contains(word)
            if !isLiteral { write(replace(place(.jsonWord), word), from: start) }
        }
        endMember()
    }

    /// The number or the word that ends at the index.
    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Replaces a text, or the values in it.
    ///
    /// The second text of a pair such as `["Authorization", "Bearer …"]` is replaced as that header field's value.
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
        guard program.isProgram else { return true }
        let end = bytes.start(of: .space, before: start)
        return end == 0 || "{,".utf8.contains(bytes[end - 1])
    }

    private func place(_ kind: NamedPlace.Kind) -> NamedPlace {
        var names = names
        let limit = Self.nameLimit
        if names.count > 2 * limit { names = Array(names.prefix(limit) + names.suffix(limit)) }
        // The objects of a script are no messages, so that only the name itself counts.
        if isScript { names = Array(names.suffix(1)) }
        let start = open[open.count - 1].start
        return NamedPlace(
            kind, names, depth: depth, isInAuthorization: authorizations.contains(start),
            isInSecret: isMemberInSecret && !isScript)
    }

    /// Whether the object with the current member is itself inside of a member whose name marks all of its values.
    ///
    /// An element of an array has no member of its own, so the object around the array is asked. For "x" in
    /// `{"token": ["x"]}`, that object is the outer one, because the array is already inside of `token`.
    private var isMemberInSecret: Bool {
        let container = open[open.count - 1]
        if container.memberName.isEmpty { return open[container.indexOfMember].isInSecret }
        return container.isInSecret
    }

    /// Writes a replacement for the value that ends here; nil keeps the value.
    private mutating func write(_ replacement: String?, from start: Int) {
        guard let replacement else { return }
        output += bytes[copied..<start]
        output += replacement.utf8
        copied = index
    }

    /// Returns the name that counts for a member: its own, or that of the pair whose `value` it is.
    ///
    /// The first `value`, and the first name such as `code`, cause the inner scan.
    private mutating func countedName(_ name: String) -> String {
        // The length first, because most names have another one.
        let isValue = name.utf8.count == 5 && name.lowercased() == "value"
        if isValue {
            findNames()
            return pairNames[open[open.count - 1].start] ?? name
        }
        // For `place(_:)`, which reads `authorizations`.
        if !hasFoundNames, Redaction.isSecretInAuthorization(name) { findNames() }
        return name
    }

    private mutating func beginMember(_ name: String) {
        endMember()
        open[open.count - 1].memberName = name
        if !name.isEmpty { names.append(name) }
        isAfterName = true
    }

    /// Ends the member of the last container; does nothing between two members.
    private mutating func endMember() {
        if !open[open.count - 1].memberName.isEmpty {
            open[open.count - 1].memberName = ""
            names.removeLast()
        }
        isAfterName = false
    }

    /// Returns the text between two quotes, whose escapes are decoded unless the text is malformed JSON.
    ///
    /// A text that is not UTF-8 is read as Latin-1, so that its named values are found.
    private func text(in content: Range<Int>) -> String {
        let quoted = bytes[content]
        guard bytes.end(of: .plainASCII, from: content.lowerBound, to: content.upperBound) < content.upperBound else {
            return String(decoding: quoted, as: UTF8.self)
        }
        let isEscaped = bytes.end(of: .inQuotes, from: content.lowerBound, to: content.upperBound) < content.upperBound
        let text = quoted.utf8Text ?? String(decoding: quoted.map { UInt16($0) }, as: UTF16.self)
        if isEscaped, let decoded = JSONValue(Data([Self.quote] + text.utf8 + [Self.quote]))?.string { return decoded }
        return text
    }

    /// Returns whether a byte comes next, with nothing but space before it.
    private func isNext(_ byte: UInt8) -> Bool {
        let next = bytes.end(of: .space, from: index)
        return next < bytes.count && bytes[next] == byte
    }
}
