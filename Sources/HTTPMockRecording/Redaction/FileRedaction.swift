import Foundation
import HTTPMock

/// The secrets of a file of recorded exchanges, and the file without them.
///
/// Unlike a cassette that is saved, the file keeps its format, its unplayable entries and all unknown members. Only the
/// bytes of the secrets change.
package struct FileRedaction {
    /// The file with its secrets replaced; equal to the file if it has none.
    package private(set) var data: Data
    /// The secrets, each with its position in words: `the header field Authorization in the request of entry 1`.
    package var secrets: [String] {
        var known: Set<String> = []
        return redactor.secrets.map(\.place).filter { known.insert($0).inserted }
    }
    /// A secret where redaction does not recognize it, as the subject of a sentence; nil if there is none.
    ///
    /// An example is `a GitHub token is`.
    package private(set) var remainder: String?

    private var redactor: Redactor
    private var bytes: [UInt8]
    private var edits: [(range: Range<Int>, text: String)] = []
    /// The part of the file that is visited: `request of entry 3`.
    private var owner = "file"

    /// Finds and replaces the secrets of a file.
    ///
    /// - Parameter file: The bytes of a HAR or of Stubborn Network's JSON, which can be parsed.
    package init(_ file: Data) {
        data = file
        bytes = Array(file)
        redactor = Redactor(.secrets, firstNumber: Self.firstFreeNumber(in: file))
        guard let root = JSONSpan(bytes) else { return }
        visit(root, names: [])
        if !edits.isEmpty { data = edited }
        let search = SecretSearch(redactor.secrets, shapes: SecretShape.all)
        guard search.hasMatch(inFile: data) else { return }
        replaceUnnamed(search)
        switch search.firstMatch(inFile: data) {
        case .value(let secret): remainder = "\(secret.place) is also"
        case .shape(let shape, _): remainder = "\(shape.name) is"
        case nil: break
        }
    }

    /// Replaces the secrets in texts where no name marks them.
    private mutating func replaceUnnamed(_ search: SecretSearch) {
        (bytes, edits) = (Array(data), [])
        guard let root = JSONSpan(bytes) else { return }
        for span in root.strings {
            guard let text = span.string(in: bytes) else { continue }
            var replaced = text
            for match in search.matches(in: Data(text.utf8)) {
                let placeholder = redactor.placeholder(for: match.value, kind: match.kind)
                replaced = replaced.replacingOccurrences(of: match.value, with: placeholder)
            }
            edit(span, text, replaced)
        }
        if !edits.isEmpty { data = edited }
    }

    /// Returns the number after the highest placeholder of the file.
    private static func firstFreeNumber(in file: Data) -> Int {
        let prefix = Data("\(Redaction.mask)-".utf8)
        var highest = 0
        var rest = file.startIndex..<file.endIndex
        while let range = file.range(of: prefix, in: rest) {
            let digits = file[range.upperBound...].prefix(9).prefix { (0x30...0x39).contains($0) }
            highest = max(highest, Int(String(decoding: digits, as: UTF8.self)) ?? 0)
            rest = range.upperBound..<file.endIndex
        }
        return highest + 1
    }

    private var edited: Data {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var copied = 0
        for (range, text) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            output += bytes[copied..<range.lowerBound]
            output += text.utf8
            copied = range.upperBound
        }
        return Data(output + bytes[copied...])
    }

    // MARK: Visiting

    private mutating func visit(_ span: JSONSpan, names: [String]) {
        switch span.kind {
        case .word: break
        case .number:
            let place = NamedPlace(.jsonNumber, names: names)
            guard let text = JSONValue(Data(bytes[span.range]))?.text, replacement(text, at: place) != nil else {
                return
            }
            edits.append((span.range, "0"))
        case .string:
            guard let text = span.string(in: bytes) else { return }
            let place = NamedPlace(.json, names: names)
            edit(span, text, NamedValues.value(text, at: place) { replacement($1, at: $0) })
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if names == ["log", "entries"] || names.isEmpty { owner = "entry \(index + 1)" }
                visit(element, names: names)
            }
        case .object(let members):
            for (name, value) in members { visit(value, named: name, of: span, names: names) }
        }
    }

    /// Visits a member by what HAR and Stubborn Network's format define for its name.
    private mutating func visit(_ value: JSONSpan, named name: String, of object: JSONSpan, names: [String]) {
        let outer = owner
        defer { owner = outer }
        switch name {
        case "request", "response":
            owner = "\(name) of \(outer)"
            visit(value, names: [])
        case "headers", "cookies", "queryString", "params":
            for element in value.elements ?? [] { visitField(element, of: name) }
        case "headerFields":
            for element in value.elements ?? [] { visitHeaderLine(element) }
        case "postData", "content":
            visitBody(value, "text", isBase64: value["encoding"]?.string(in: bytes)?.lowercased() == "base64")
            guard case .object(let members) = value.kind else { return }
            for (name, member) in members where name != "text" { visit(member, named: name, of: value, names: names) }
        case "requestData", "responseData", "data":
            visitBody(object, name, isBase64: true)
        case "url", "redirectURL":
            guard let text = value.string(in: bytes) else { return visit(value, names: names + [name]) }
            edit(value, text, NamedValues.url(text) { replacement($1, at: $0) })
        default: visit(value, names: names + [name])
        }
    }

    private mutating func visitField(_ field: JSONSpan, of list: String) {
        guard let name = field["name"]?.string(in: bytes), let span = field["value"],
            let value = span.string(in: bytes)
        else { return }
        switch list {
        case "headers": edit(span, value, NamedValues.header(value, of: name) { replacement($1, at: $0) })
        case "cookies": edit(span, value, replacement(value, at: NamedPlace(.cookie, name)))
        default:
            let place = NamedPlace(list == "params" ? .form : .query, name)
            edit(span, value, NamedValues.value(value, at: place) { replacement($1, at: $0) })
        }
    }

    private mutating func visitHeaderLine(_ line: JSONSpan) {
        let separator = "[:::]"
        guard let text = line.string(in: bytes), let range = text.range(of: separator) else { return }
        let field = HARField(String(text[..<range.lowerBound]), String(text[range.upperBound...]))
        let replaced = field.replacing { replacement($1, at: $0) }
        edit(line, text, "\(field.name)\(separator)\(replaced.value)")
    }

    private mutating func visitBody(_ owner: JSONSpan, _ name: String, isBase64: Bool) {
        guard let span = owner[name], let text = span.string(in: bytes) else { return }
        let decoded = isBase64 ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
        guard let body = decoded else { return }
        let type = HARBody(Data(), type: owner["mimeType"]?.string(in: bytes)).knownType
        let replaced = NamedValues.body(body, type: type) { replacement($1, at: $0) }
        guard replaced != body else { return }
        edit(span, text, isBase64 ? replaced.base64EncodedString() : String(decoding: replaced, as: UTF8.self))
    }

    private mutating func replacement(_ value: String, at place: NamedPlace) -> String? {
        redactor.placeholder(for: value, at: place, of: owner)
    }

    private mutating func edit(_ span: JSONSpan, _ old: String, _ new: String?) {
        guard let new, new != old else { return }
        edits.append((span.range, JSONValue.string(new).text))
    }
}

/// A value of a JSON text as a range of its bytes, so that a change of one value keeps all other bytes.
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

    /// Reads a text that a strict parser has accepted before, so that its nesting is limited.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
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
        return JSONValue(Data(bytes[range]))?.string
    }

    subscript(_ name: String) -> JSONSpan? {
        guard case .object(let members) = kind else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// All strings in the value, without the names of members.
    var strings: [JSONSpan] {
        switch kind {
        case .string: [self]
        case .object(let members): members.flatMap(\.value.strings)
        case .array(let elements): elements.flatMap(\.strings)
        case .number, .word: []
        }
    }

    var elements: [JSONSpan]? {
        guard case .array(let elements) = kind else { return nil }
        return elements
    }
}

/// Reads the ranges of a valid JSON text.
private struct Reader {
    let bytes: [UInt8]
    var index = 0

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
            while index < bytes.count, !",]} \n\r\t".utf8.contains(bytes[index]) { index += 1 }
            let isNumber = first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            return index > start ? JSONSpan(start..<index, isNumber ? .number : .word) : nil
        }
    }

    private mutating func skipString() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte else { return index >= bytes.count }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, " \n\r\t".utf8.contains(bytes[index]) { index += 1 }
    }
}
