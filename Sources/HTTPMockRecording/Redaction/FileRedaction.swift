import Foundation
import HTTPMock

/// The secrets of a file of recorded exchanges, and the file without them.
///
/// Unlike a saved cassette, the file keeps its format, its unplayable entries and all unknown members. Only the values
/// that contain secrets change.
package struct FileRedaction {
    /// The file with its secrets replaced; equal to the file if it has none.
    package private(set) var data: Data
    /// The secrets that were replaced, each position once.
    package var secrets: [Secret] {
        var known: Set<Secret> = []
        return zip(redactor.secrets, locations).map { Secret(text: $0.place, entry: $1.entry, line: $1.line) }.filter {
            known.insert($0).inserted
        }
    }
    /// The secrets that are left in the values of entries, because no replacement is safe where they are.
    ///
    /// If there are none, the first secret in the name of a member or outside of entries is listed alone. Other secrets
    /// in such places are never listed.
    package private(set) var remainders: [Secret] = []

    /// A secret of the file.
    package struct Secret: Hashable, Sendable {
        /// The secret in words, without its value, as in `the cookie id in …`.
        package let text: String
        /// The number of the entry that has the value; nil if the value is not in an entry.
        ///
        /// Also nil for a replaced value that no name marks, and for a secret that is left in the name of a member.
        package var entry: Int?
        /// The line of the value, before and after the redaction.
        ///
        /// Nil for a secret that is left outside of entries or in the name of a member.
        package let line: Int?
        /// The checksum that allows a secret that is left; nil for a replaced one.
        package var checksum: String?
    }

    /// The new text of a value.
    private struct Edit {
        let range: Range<Int>
        let text: String
    }

    /// The location at which a secret was found first.
    private struct Location {
        let entry: Int?
        let line: Int
    }

    private var redactor: Redactor
    private var bytes: [UInt8]
    private var edits: [Edit] = []
    /// The locations of the redactor's secrets, in the same order.
    private var locations: [Location] = []
    /// The index of the value that is visited.
    private var position = 0
    /// The number of the entry that is visited; nil outside of entries.
    private var entry: Int?
    /// The indices of the line feeds; no edit adds or removes a line feed.
    private var lineFeeds: [Int] = []
    /// The part of the file that is visited: `request of entry 3`.
    private var owner = "file"

    /// Finds and replaces the secrets of a file.
    ///
    /// - Parameters:
    ///   - file: The bytes of a HAR or of Stubborn Network's JSON, which must be valid JSON.
    ///   - redacting: The rule for the values that are replaced.
    package init(_ file: Data, redacting: Cassette.Redacting = .secrets) {
        data = file
        bytes = Array(file)
        redactor = Redactor(redacting, firstNumber: Self.firstFreeNumber(in: file))
        guard let root = JSONSpan(bytes) else { return }
        lineFeeds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        visit(root, names: [])
        if !edits.isEmpty { data = edited }
        let search = SecretSearch(redactor.secrets, shapes: SecretShape.all, allowed: redacting.allowed)
        guard search.hasMatch(inFile: data) else { return }
        replaceUnnamed(search)
        if let match = search.firstMatch(inFile: data) { findRemainders(search, match) }
    }

    /// Replaces the secrets in texts where no name marks them, as they are or escaped.
    private mutating func replaceUnnamed(_ search: SecretSearch) {
        bytes = Array(data)
        edits = []
        entry = nil
        lineFeeds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        guard let root = JSONSpan(bytes) else { return }
        for leaf in root.leaves(in: bytes) where leaf.span.range.count >= SecretSearch.shortestValue {
            guard let text = leaf.span.string(in: bytes), let content = Self.content(of: leaf, text) else { continue }
            let matches = search.matches(in: content)
            if matches.isEmpty { continue }
            position = leaf.span.range.lowerBound
            var replaced = content
            for match in matches {
                let placeholder = redactor.placeholder(for: match.value, kind: match.kind)
                addLocations()
                replaced = replaced.replacingSpellings(of: Array(match.value.utf8), with: Array(placeholder.utf8))
            }
            if leaf.isBase64 {
                edit(leaf.span, text, Data(replaced).base64EncodedString())
            } else {
                edit(leaf.span, text, String(decoding: replaced, as: UTF8.self))
            }
        }
        if !edits.isEmpty { data = edited }
    }

    /// Returns the bytes of a text in which a secret can be replaced; nil for a binary body.
    private static func content(of leaf: JSONSpan.Leaf, _ text: String) -> [UInt8]? {
        guard leaf.isBase64 else { return Array(text.utf8) }
        guard let body = Data(base64Encoded: text, options: .ignoreUnknownCharacters), body.utf8Text != nil else {
            return nil
        }
        return Array(body)
    }

    /// Lists the secrets that are left in the values of entries, such as those in a binary body.
    private mutating func findRemainders(_ search: SecretSearch, _ first: SecretSearch.Match) {
        bytes = Array(data)
        var (line, lineStart) = (1, 0)
        guard let root = JSONSpan(bytes) else { return }
        let entries = root.elements ?? root["log"]?["entries"]?.elements ?? []
        for (index, entry) in entries.enumerated() {
            for leaf in entry.leaves(in: bytes) where leaf.span.range.count >= SecretSearch.shortestValue {
                let span = leaf.span
                let text = span.string(in: bytes).map { Array($0.utf8) } ?? Array(bytes[span.range])
                for match in search.matches(in: text) {
                    bytes.countLines(to: span.range.lowerBound, &line, &lineStart)
                    let description = "\(match.kind), in \(leaf.path) of entry \(index + 1),"
                    let remainder = Secret(text: description, entry: index + 1, line: line, checksum: match.checksum)
                    if remainders.last != remainder { remainders.append(remainder) }
                }
            }
        }
        // All secrets are in names of members or outside of entries. Only the first one is listed.
        if remainders.isEmpty { remainders = [Secret(text: first.kind, line: nil, checksum: first.checksum)] }
    }

    /// Returns the number after the highest placeholder of the file.
    private static func firstFreeNumber(in file: Data) -> Int {
        let prefix = Data("\(Redaction.mask)-".utf8)
        // So many digits fit into an `Int` of any platform.
        let digitLimit = 9
        var highest = 0
        var rest = file.startIndex..<file.endIndex
        while let range = file.range(of: prefix, in: rest) {
            let digits = file[range.upperBound...].prefix(digitLimit).prefix(while: \.isASCIIDigit)
            highest = max(highest, Int(String(decoding: digits, as: UTF8.self)) ?? 0)
            rest = range.upperBound..<file.endIndex
        }
        return highest + 1
    }

    /// The file with its edits.
    private var edited: Data {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var copied = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            output += bytes[copied..<edit.range.lowerBound]
            output += edit.text.utf8
            copied = edit.range.upperBound
        }
        return Data(output + bytes[copied...])
    }

    // MARK: Visiting

    private mutating func visit(_ span: JSONSpan, names: [String]) {
        position = span.range.lowerBound
        switch span.kind {
        case .word: break
        case .number:
            let place = NamedPlace(.jsonNumber, names)
            guard let text = JSONValue(Data(bytes[span.range]))?.text, replacement(text, at: place) != nil else {
                return
            }
            // A number stays a number, so that clients can decode the file.
            edits.append(Edit(range: span.range, text: "0"))
        case .string:
            guard let text = span.string(in: bytes) else { return }
            let place = NamedPlace(.json, names)
            edit(span, text, NamedValues.value(text, at: place) { replacement($1, at: $0) })
        case .array(let elements):
            // Stubborn Network's JSON is an array of entries.
            let isOfEntries = names == ["log", "entries"] || names.isEmpty
            for (index, element) in elements.enumerated() {
                // The caller that visits a member sets `owner` back; `entry` is set back below.
                if isOfEntries { (owner, entry) = ("entry \(index + 1)", index + 1) }
                visit(element, names: names)
            }
            if isOfEntries { entry = nil }
        case .object(let members):
            for (name, value) in members { visit(value, named: name, of: span, names: names) }
        }
    }

    /// Visits a member according to its name in HAR and in Stubborn Network's format.
    ///
    /// A member of another shape is visited as any JSON. Of a WebSocket's message, only the member `data` is visited.
    private mutating func visit(_ value: JSONSpan, named name: String, of object: JSONSpan, names: [String]) {
        let outer = owner
        defer { owner = outer }
        switch name {
        case "request", "response":
            owner = "\(name) of \(outer)"
            visit(value, names: [])
        case "headers", "cookies", "queryString", "params":
            guard let fields = value.elements else { return visit(value, names: names + [name]) }
            for field in fields { visitField(field, of: name) }
        case "headerFields":
            guard let lines = value.elements else { return visit(value, names: names + [name]) }
            for line in lines { visitHeaderLine(line) }
        case "postData", "content":
            guard case .object(let members) = value.kind else { return visit(value, names: names + [name]) }
            visitBody(value, "text", isBase64: value["encoding"]?.string(in: bytes)?.lowercased() == "base64")
            for (name, member) in members where name != "text" { visit(member, named: name, of: value, names: names) }
        case "_webSocketMessages":
            guard let messages = value.elements else { return visit(value, names: names + [name]) }
            for message in messages {
                let opcode = message["opcode"].flatMap { JSONValue(Data(bytes[$0.range]))?.integer }
                let isBinary = opcode == 2
                visitBody(message, "data", isBase64: isBinary)
            }
        case "requestData", "responseData", "data":
            visitBody(object, name, isBase64: true)
        case "url", "redirectURL":
            guard let text = value.string(in: bytes) else { return visit(value, names: names + [name]) }
            position = value.range.lowerBound
            edit(value, text, NamedValues.url(text) { replacement($1, at: $0) })
        default: visit(value, names: names + [name])
        }
    }

    /// Visits a header field, a cookie, a query item or a form field of a HAR.
    private mutating func visitField(_ field: JSONSpan, of list: String) {
        guard let name = field["name"]?.string(in: bytes), let span = field["value"],
            let value = span.string(in: bytes)
        else { return visit(field, names: [list]) }
        position = span.range.lowerBound
        switch list {
        case "headers": edit(span, value, NamedValues.header(value, of: name) { replacement($1, at: $0) })
        case "cookies": edit(span, value, replacement(value, at: NamedPlace(.cookie, [name])))
        default:
            let place = NamedPlace(list == "params" ? .form : .query, [name])
            edit(span, value, NamedValues.value(value, at: place) { replacement($1, at: $0) })
        }
    }

    /// Visits a header field in Stubborn Network's format.
    private mutating func visitHeaderLine(_ line: JSONSpan) {
        let separator = StubbornNetworkFile.separator
        guard let text = line.string(in: bytes), let range = text.range(of: separator) else {
            return visit(line, names: ["headerFields"])
        }
        position = line.range.lowerBound
        let field = HARField(String(text[..<range.lowerBound]), String(text[range.upperBound...]))
        let replaced = field.replacing { replacement($1, at: $0) }
        edit(line, text, "\(field.name)\(separator)\(replaced.value)")
    }

    /// Visits the member of an object that is a body, or a message of a WebSocket.
    private mutating func visitBody(_ object: JSONSpan, _ name: String, isBase64: Bool) {
        guard let span = object[name] else { return }
        guard let text = span.string(in: bytes) else { return visit(span, names: [name]) }
        position = span.range.lowerBound
        var decoded: Data?
        if isBase64 { decoded = Data(base64Encoded: text, options: .ignoreUnknownCharacters) }
        // The decoding skips characters that base64 does not have. So a text is read as such only if its remaining
        // characters are no base64 either, for example because of their number.
        let body = decoded ?? Data(text.utf8)
        let type = HARBody(Data(), type: object["mimeType"]?.string(in: bytes)).knownType
        let replaced = NamedValues.body(body, type: type) { replacement($1, at: $0) }
        guard replaced != body else { return }
        edit(span, text, decoded == nil ? String(decoding: replaced, as: UTF8.self) : replaced.base64EncodedString())
    }

    /// Returns the placeholder for a secret, and notes its location; nil for any other value.
    ///
    /// The arguments are those of a ``ValueReplacement``, in the opposite order.
    private mutating func replacement(_ value: String, at place: NamedPlace) -> String? {
        defer { addLocations() }
        return redactor.placeholder(for: value, at: place, of: owner)
    }

    /// Adds the location of the visited value for each secret that was found in it first.
    private mutating func addLocations() {
        let newCount = redactor.secrets.count - locations.count
        guard newCount > 0 else { return }
        let lineFeedsBefore = lineFeeds.partitioningIndex { $0 >= position }
        locations += Array(repeating: Location(entry: entry, line: lineFeedsBefore + 1), count: newCount)
    }

    /// Notes the new text of a string; does nothing if the text is nil or the same.
    private mutating func edit(_ span: JSONSpan, _ old: String, _ new: String?) {
        guard let new, new != old else { return }
        edits.append(Edit(range: span.range, text: JSONValue.string(new).text))
    }
}

extension [UInt8] {
    /// Returns the bytes with a value replaced, however the bytes of the value are spelled.
    ///
    /// A byte may be spelled as it is, percent-encoded once or more often, or with an escape of JSON. A space may be
    /// spelled `+`, except at the beginning of the value.
    fileprivate func replacingSpellings(of value: [UInt8], with replacement: [UInt8]) -> [UInt8] {
        guard let first = value.first else { return self }
        let others = ByteSet { $0 != first && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "\\") }
        var output: [UInt8] = []
        var copied = 0
        var index = end(of: others, from: 0)
        while index < count {
            if let end = endOfSpelling(of: value, at: index) {
                output += self[copied..<index] + replacement
                (index, copied) = (end, end)
            } else {
                index += 1
            }
            index = end(of: others, from: index)
        }
        return output + self[copied...]
    }

    /// Returns the index after a spelling of a value; nil if none begins at an index.
    private func endOfSpelling(of value: [UInt8], at start: Int) -> Int? {
        var index = start
        for byte in value {
            guard let length = lengthOfSpelling(of: byte, at: index) else { return nil }
            index += length
        }
        return index
    }

    /// Returns the length of a spelling of a byte; nil if none begins at an index.
    private func lengthOfSpelling(of byte: UInt8, at index: Int) -> Int? {
        guard index < count else { return nil }
        switch self[index] {
        case byte: return 1
        case UInt8(ascii: "+") where byte == UInt8(ascii: " "): return 1
        case UInt8(ascii: "%"):
            var digits = index + 1
            while digits + 1 < count, let high = self[digits].hexadecimalValue,
                let low = self[digits + 1].hexadecimalValue
            {
                if high << 4 | low == byte { return digits + 2 - index }
                // The percent sign itself may be escaped: after the 25 of %253D, the 3D is compared next.
                guard hasText("25", at: digits) else { return nil }
                digits += 2
            }
            return nil
        case UInt8(ascii: "\\"):
            guard index + 1 < count else { return nil }
            if LoneSurrogates.codeUnit(self[index...]) == UInt16(byte) { return LoneSurrogates.escapeLength }
            guard self[index + 1] == byte || Self.escapes[self[index + 1]] == byte else { return nil }
            return 2
        default: return nil
        }
    }

    /// Line feed, return and tab by the letters of JSON's escapes.
    private static var escapes: [UInt8: UInt8] {
        [
            UInt8(ascii: "n"): UInt8(ascii: "\n"), UInt8(ascii: "r"): UInt8(ascii: "\r"),
            UInt8(ascii: "t"): UInt8(ascii: "\t"),
        ]
    }
}
