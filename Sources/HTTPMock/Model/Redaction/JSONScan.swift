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
    private var (output, copied): ([UInt8], Int) = ([], 0)
    /// The names of the enclosing members, from outside in.
    private var path: [String] = []
    /// The open containers, and first the text itself.
    private var open = [Container(pairName: nil)]
    private var isAfterName = false
    /// Whether the text is a program, in which a word is a variable.
    private lazy var isProgram = NamedValues.isProgram(bytes)

    private static let quote = UInt8(ascii: "\"")
    /// The ends of a number, a literal, or any other word outside of a text.
    private static let wordEnds = Set(",}]\"\n\r\t ".utf8)
    /// The beginnings of JSON in other text.
    private static let beginnings = Set("{}[]\"".utf8)

    /// The most outer names and the most inner names of one value: the nesting that JSON parsers accept.
    ///
    /// Without a limit, the time for a body would grow with the square of its length.
    private static let nameLimit = 512

    private init(_ bytes: [UInt8], depth: Int) {
        self.bytes = bytes
        self.depth = depth
        pairNames = Self.pairNames(in: bytes)
    }

    /// Returns a text with some of its values replaced.
    static func replacing(in bytes: [UInt8], depth: Int = 0, _ replace: ValueReplacement) -> [UInt8] {
        guard bytes.index(of: quote, from: 0) != nil else { return bytes }
        var scan = JSONScan(bytes, depth: depth)
        while scan.index < bytes.count { scan.replaceNext(replace) }
        return scan.copied > 0 ? scan.output + bytes[scan.copied...] : bytes
    }

    private mutating func replaceNext(_ replace: ValueReplacement) {
        let start = index
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if isAfterName, let replacement = replace(place(.jsonContainer), "") {
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
            index = Self.stringEnd(in: bytes, from: start)
            let isName = Self.isNext(UInt8(ascii: ":"), in: bytes, from: index) && isNamePosition(start)
            let text = Self.text(bytes[start..<index])
            if let field = open[open.count - 1].fieldName, open[open.count - 1].position == 1,
                let value = text, Redaction.isFieldPair(field, value),
                Self.isNext(UInt8(ascii: "]"), in: bytes, from: index)
            {
                let replaced = NamedValues.header(value, of: field, replace)
                write(replaced == value ? nil : JSONValue.string(replaced).text, from: start)
            } else if !isName || isAfterName {
                // A text that is not UTF-8 has nothing in it that could be found by name.
                let replacement = NamedValues.value(text ?? "?", at: place(.json), replace)
                write(replacement.map { JSONValue.string($0).text }, from: start)
            }
            if open[open.count - 1].position == 0, let text, Redaction.isSecretField(text) {
                open[open.count - 1].fieldName = text
            }
            if isName { setName(text ?? "") } else { removeName() }
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"):
            index += 1
        case UInt8(ascii: ","):
            index += 1
            removeName()
            open[open.count - 1].position? += 1
        case let first:
            let isNumber = first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            skip(to: isNumber || isAfterName || open.count > 1 ? Self.wordEnds : Self.beginnings)
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
        let previous = bytes[..<start].last { !" \t\r\n".utf8.contains($0) }
        return previous.map { "{,".utf8.contains($0) } ?? true || !isProgram
    }

    private func place(_ kind: NamedPlace.Kind) -> NamedPlace {
        let limit = Self.nameLimit
        let names = path.count > 2 * limit ? Array(path.prefix(limit) + path.suffix(limit)) : path
        return NamedPlace(kind, names: names, depth: depth)
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

    private mutating func skip(to ends: Set<UInt8>) {
        while index < bytes.count, !ends.contains(bytes[index]) { index += 1 }
    }

    /// Moves from the start of a container to its end.
    private mutating func skipContainer() {
        var depth = 0
        repeat {
            switch bytes[index] {
            case Self.quote:
                index = Self.stringEnd(in: bytes, from: index)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        } while index < bytes.count && depth > 0
    }
}

extension JSONScan {
    /// Returns the secret names of pairs by the index of the object's opening bracket.
    ///
    /// The name is the text of `name` or `key` in an object, which may come after the member `value`.
    private static func pairNames(in bytes: [UInt8]) -> [Int: String] {
        let data = Data(bytes)
        guard ["value", "Value", "VALUE"].contains(where: { data.range(of: Data("\"\($0)\"".utf8)) != nil }) else {
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
                index = stringEnd(in: bytes, from: start)
                let text = index - start < 256 ? text(bytes[start..<index]) : nil
                if isNameNext, let object = open.last, let text, Redaction.isSecret(text) { names[object] = text }
                isNameNext =
                    !isNameNext && isNext(UInt8(ascii: ":"), in: bytes, from: index)
                    && ["name", "key"].contains(text?.lowercased() ?? "")
            default: break
            }
        }
        return names
    }

    /// Returns the index after the closing quote of a string, or the end of the text.
    private static func stringEnd(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while let end = bytes.index(of: quote, from: index) {
            // A quote after an odd number of backslashes is part of the text.
            let slashes = bytes[index..<end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            index = end + 1
            if slashes.isMultiple(of: 2) { return index }
        }
        return bytes.count
    }

    /// Returns whether a byte comes next, with nothing but space before it.
    private static func isNext(_ byte: UInt8, in bytes: [UInt8], from start: Int) -> Bool {
        bytes[start...].first { !" \t\r\n".utf8.contains($0) } == byte
    }

    /// Returns the text of a quoted string, which may be cut; nil if it is not UTF-8.
    private static func text(_ token: ArraySlice<UInt8>) -> String? {
        if token.contains(UInt8(ascii: "\\")) {
            for bytes in [Data(token), Data(token) + [quote]] {
                if let text = JSONValue(bytes)?.string { return text }
            }
        }
        let isClosed = token.count > 1 && token.last == quote
        return token.dropFirst().dropLast(isClosed ? 1 : 0).utf8Text
    }
}
