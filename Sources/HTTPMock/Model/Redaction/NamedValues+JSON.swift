import Foundation

extension NamedValues {
    /// Replaces the values of JSON members, and the values in their texts.
    ///
    /// The text is scanned, not parsed, because a cut text or a stream of events with JSON has named values too.
    /// Everything that is not replaced keeps its spelling.
    static func json(_ bytes: [UInt8], depth: Int = 0, _ replace: ValueReplacement) -> [UInt8] {
        guard bytes.index(of: UInt8(ascii: "\""), from: 0) != nil else { return bytes }
        var scan = JSONTextScan(bytes)
        var output: [UInt8] = []
        var copied = 0
        while let value = scan.next() {
            let place = NamedPlace(value.kind, names: value.names, depth: depth)
            let replacement: String?
            if value.kind == .json {
                replacement = self.value(value.text, at: place, replace).map { JSONValue.string($0).text }
            } else {
                replacement = replace(place, value.text)
            }
            guard let replacement else { continue }
            if value.kind == .jsonContainer { scan.skipContainer() }
            output += bytes[copied..<value.start]
            output += replacement.utf8
            copied = scan.index
        }
        return copied > 0 ? output + bytes[copied...] : bytes
    }
}

/// Finds the values in a text that contains JSON, which may be broken.
private struct JSONTextScan {
    struct Value {
        let kind: NamedPlace.Kind
        let names: [String]
        let start: Int
        let text: String
    }

    /// An object or an array whose end was not read yet.
    private struct Container {
        /// The name that counts for the members `value`: `{"name": "password", "value": …}`.
        let pairName: String?
        /// Whether the last name of ``path`` is the container's own.
        var isNamed = false
    }

    private let bytes: [UInt8]
    private(set) var index = 0
    /// The names of the enclosing members, from outside in.
    private var path: [String] = []
    /// The open containers, and first the text itself.
    private var open = [Container(pairName: nil)]
    private let pairNames: [Int: String]
    private var isAfterName = false

    /// The most outer names and the most inner names of one value: the nesting that JSON parsers accept.
    ///
    /// Without a limit, the time for a body would grow with the square of its length.
    private static let nameLimit = 512

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        pairNames = JSONPairNames.find(in: bytes)
    }

    /// Returns the next value and moves to its end, or to the start of a container's contents.
    mutating func next() -> Value? {
        while index < bytes.count {
            let start = index
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                index += 1
                defer {
                    isAfterName = false
                    open.append(Container(pairName: pairNames[start]))
                }
                if isAfterName { return value(.jsonContainer, from: start) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                index += 1
                if open.count > 1 {
                    removeName()
                    open.removeLast()
                }
                removeName()
            case UInt8(ascii: "\""):
                index = JSONToken.stringEnd(in: bytes, from: start)
                let isName = JSONToken.isColonNext(in: bytes, from: index)
                let text = JSONToken.text(bytes[start..<index])
                defer { if isName { setName(text ?? "") } else { removeName() } }
                if !isName || isAfterName { return value(.json, from: start, text) }
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"):
                index += 1
            case UInt8(ascii: ","):
                index += 1
                removeName()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                skipWord()
                guard isAfterName || open.count > 1 else { continue }
                defer { removeName() }
                return value(.jsonNumber, from: start, String(decoding: bytes[start..<index], as: UTF8.self))
            default:
                guard isAfterName else {
                    // Outside of JSON only a quote or a bracket begins something.
                    if open.count > 1 { skipWord() } else { skipProse() }
                    continue
                }
                skipWord()
                defer { removeName() }
                let word = String(decoding: bytes[start..<index], as: UTF8.self)
                let isLiteral = ["true", "false", "null"].contains(word)
                return value(isLiteral ? .jsonContainer : .jsonWord, from: start, isLiteral ? "" : word)
            }
        }
        return nil
    }

    /// Moves from the start of a container's contents to the container's end.
    ///
    /// Does nothing after a literal, whose end was reached already.
    mutating func skipContainer() {
        guard index > 0, bytes[index - 1] == UInt8(ascii: "{") || bytes[index - 1] == UInt8(ascii: "[") else { return }
        open.removeLast()
        var depth = 1
        while index < bytes.count, depth > 0 {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = JSONToken.stringEnd(in: bytes, from: index)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        }
        removeName()
    }

    private func value(_ kind: NamedPlace.Kind, from start: Int, _ text: String? = "") -> Value {
        let limit = Self.nameLimit
        let names = path.count > 2 * limit ? Array(path.prefix(limit) + path.suffix(limit)) : path
        // A text that is not UTF-8 has nothing in it that could be found by name.
        return Value(kind: kind, names: names, start: start, text: text ?? "?")
    }

    /// Makes a name the last one of the innermost container.
    private mutating func setName(_ name: String) {
        removeName()
        let counted = name == "value" ? open.last?.pairName ?? name : name
        if !counted.isEmpty {
            path.append(counted)
            open[open.count - 1].isNamed = true
        }
        isAfterName = true
    }

    /// Removes the name of the value that has ended.
    private mutating func removeName() {
        isAfterName = false
        guard open.last?.isNamed == true else { return }
        path.removeLast()
        open[open.count - 1].isNamed = false
    }

    /// Skips a number, a literal, or any other word outside of a text.
    private mutating func skipWord() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""), 0x0A, 0x0D, 0x20, 0x09:
                return
            default: index += 1
            }
        }
    }

    /// Skips bytes outside of texts.
    private mutating func skipProse() {
        index += 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""): return
            default: index += 1
            }
        }
    }
}

/// The secret names of pairs in JSON: the text of `name` or `key` in an object that has a member `value` too.
private enum JSONPairNames {
    /// Returns the name for each object, by the index of its opening bracket.
    static func find(in bytes: [UInt8]) -> [Int: String] {
        guard Data(bytes).range(of: Data("\"value\"".utf8)) != nil else { return [:] }
        var names: [Int: String] = [:]
        var open: [Int] = []
        var index = 0
        var isNameNext = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(index)
                isNameNext = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                isNameNext = false
            case UInt8(ascii: ","): isNameNext = false
            case UInt8(ascii: "\""):
                let end = JSONToken.stringEnd(in: bytes, from: index)
                let text = bytes[index..<end].count < 256 ? JSONToken.text(bytes[index..<end]) : nil
                if isNameNext, let object = open.last, let text, Redaction.isSecret(text) { names[object] = text }
                isNameNext =
                    !isNameNext && JSONToken.isColonNext(in: bytes, from: end)
                    && ["name", "key"].contains(text?.lowercased() ?? "")
                index = end
                continue
            default: break
            }
            index += 1
        }
        return names
    }
}

/// The tokens of a JSON text.
private enum JSONToken {
    /// Returns the index after the closing quote of a string, or the end of the text.
    static func stringEnd(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while let quote = bytes.index(of: UInt8(ascii: "\""), from: index) {
            // A quote after an odd number of backslashes is part of the text.
            var slash = quote
            while slash > index, bytes[slash - 1] == UInt8(ascii: "\\") { slash -= 1 }
            index = quote + 1
            if (quote - slash).isMultiple(of: 2) { return index }
        }
        return bytes.count
    }

    /// Returns whether a colon comes next, with nothing but space before it.
    static func isColonNext(in bytes: [UInt8], from start: Int) -> Bool {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: ":"): return true
            default: return false
            }
        }
        return false
    }

    /// Returns the text of a quoted string, which may be cut; nil if it is not UTF-8.
    static func text(_ token: ArraySlice<UInt8>) -> String? {
        if token.contains(UInt8(ascii: "\\")) {
            for bytes in [Data(token), Data(token) + Data([UInt8(ascii: "\"")])] {
                if case .string(let text) = JSONValue(bytes) { return text }
            }
        }
        let isClosed = token.count > 1 && token.last == UInt8(ascii: "\"")
        return Array(token.dropFirst().dropLast(isClosed ? 1 : 0)).utf8Text
    }
}
