import Foundation
import HTTPMock

/// The secrets of a file of recorded exchanges, and the file without them.
///
/// Unlike a saved cassette, the file keeps its format, its unplayable entries and all unknown members. Only the values
/// that contain secrets change.
package struct FileRedaction {
    /// The file with its secrets replaced; equal to the file if it has none.
    package private(set) var data: Data
    /// The secrets that were replaced: each text at its first position, and numbers at each position.
    package var secrets: [Secret] {
        var known: Set<Secret> = []
        let found = zip(redactor.secrets, locations).map { secret, location in
            Secret(text: secret.place, entry: location.entry, line: location.line)
        }
        return found.filter { known.insert($0).inserted }
    }
    /// The secrets that are left, because no replacement is safe where they are.
    ///
    /// A secret is listed for each value of an entry that has it; neighboring values with one path and line count once.
    /// A secret that is only elsewhere, such as in the name of a member or outside of entries, is listed once.
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
    /// The locations of the redactor's secrets, in the same order.
    private var locations: [Location] = []
    /// The bytes of ``data``.
    private var bytes: [UInt8]
    /// The indices of the line feeds; no edit adds or removes a line feed.
    private var lineFeeds: [Int] = []
    /// The edits that are not written into the file yet.
    private var edits: [Edit] = []

    /// Finds and replaces the secrets of a file.
    ///
    /// - Parameters:
    ///   - file: The bytes of a HAR or of Stubborn Network's JSON, which must be valid JSON.
    ///   - redacting: The rule for the values that are replaced.
    package init(_ file: Data, redacting: Cassette.Redacting = .secrets) {
        data = file
        bytes = Array(file)
        redactor = Redactor(redacting, firstNumber: Self.firstFreeNumber(in: file))
        replaceNamed()
        let search = SecretSearch(redactor.secrets, shapes: SecretShape.all, allowed: redactor.allowed)
        guard search.hasMatch(in: data) else { return }
        replaceUnnamed(search)
        if search.hasMatch(in: data) { findRemainders(search) }
    }

    /// Replaces the secrets that their names mark.
    private mutating func replaceNamed() {
        guard let root = JSONSpan(bytes) else { return }
        findLineFeeds()
        visit(root, in: Scope())
        writeEdits()
    }

    /// Replaces the secrets in texts where no name marks them, as they are or escaped.
    private mutating func replaceUnnamed(_ search: SecretSearch) {
        guard let root = JSONSpan(bytes) else { return }
        for leaf in root.leaves(in: bytes) where leaf.span.range.count >= SecretSearch.shortestValue {
            guard let text = leaf.span.string(in: bytes) else { continue }
            let content = Content(text, isBase64: leaf.isBase64)
            let matches = search.matches(in: content.bytes)
            if matches.isEmpty || content.isBinary { continue }
            var replaced = content.bytes
            for match in matches {
                let placeholder = redactor.placeholder(for: match.value, kind: match.kind)
                addLocations(at: leaf.span, entry: nil)
                replaced = replaced.replacingSpellings(of: Array(match.value.utf8), with: Array(placeholder.utf8))
            }
            edit(leaf.span, text, content.text(of: replaced))
        }
        writeEdits()
    }

    /// Lists the secrets that are left, such as those in a binary body.
    private mutating func findRemainders(_ search: SecretSearch) {
        guard let root = JSONSpan(bytes) else { return }
        let entries = root.elements ?? root["log"]?["entries"]?.elements ?? []
        for (index, entry) in entries.enumerated() {
            for leaf in entry.leaves(in: bytes) where leaf.span.range.count >= SecretSearch.shortestValue {
                let span = leaf.span
                let text = span.string(in: bytes).map { Array($0.utf8) } ?? Array(bytes[span.range])
                for match in search.matches(in: text) {
                    let description = "\(match.kind), in \(leaf.path) of entry \(index + 1),"
                    let remainder = Secret(
                        text: description, entry: index + 1, line: line(of: span), checksum: match.checksum)
                    if remainders.last != remainder { remainders.append(remainder) }
                }
            }
        }
        // The other secrets are only in the names of members or outside of entries.
        let listed = Set(remainders.map(\.checksum))
        for match in search.matches(in: bytes) where !listed.contains(match.checksum) {
            remainders.append(Secret(text: match.kind, line: nil, checksum: match.checksum))
        }
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

    private mutating func findLineFeeds() {
        lineFeeds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    }

    private func line(of span: JSONSpan) -> Int {
        let lineFeedsBefore = lineFeeds.partitioningIndex { $0 >= span.range.lowerBound }
        return lineFeedsBefore + 1
    }

    /// Writes the edits into the file.
    private mutating func writeEdits() {
        guard !edits.isEmpty else { return }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var copied = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            output += bytes[copied..<edit.range.lowerBound]
            output += edit.text.utf8
            copied = edit.range.upperBound
        }
        output += bytes[copied...]
        edits = []
        bytes = output
        data = Data(output)
        findLineFeeds()
    }

    /// Notes the new text of a string; does nothing if the text is nil or the same.
    private mutating func edit(_ span: JSONSpan, _ old: String, _ new: String?) {
        guard let new, new != old else { return }
        edits.append(Edit(range: span.range, text: JSONValue.string(new).text))
    }

    /// Adds the location of a value for each secret that was found in it first.
    private mutating func addLocations(at span: JSONSpan, entry: Int?) {
        let newCount = redactor.secrets.count - locations.count
        guard newCount > 0 else { return }
        locations += Array(repeating: Location(entry: entry, line: line(of: span)), count: newCount)
    }
}

// MARK: Visiting

extension FileRedaction {
    /// The part of the file to which a visited value belongs.
    private struct Scope {
        /// The number of the entry; nil outside of entries.
        var entry: Int?
        /// The part in words, as in `request of entry 3`.
        var owner = "file"
        /// The names of the part's members that lead to the value, from outside in.
        var names: [String] = []

        /// Whether an array is the list of entries: the whole file of Stubborn Network, or `log.entries` of a HAR.
        var isOfEntries: Bool {
            guard entry == nil else { return false }
            return names.isEmpty || names == ["log", "entries"]
        }

        func entry(_ number: Int) -> Scope { Scope(entry: number, owner: "entry \(number)") }

        func message(_ name: String) -> Scope { Scope(entry: entry, owner: "\(name) of \(owner)") }

        func member(_ name: String) -> Scope { Scope(entry: entry, owner: owner, names: names + [name]) }
    }

    /// Visits a value as any JSON.
    private mutating func visit(_ span: JSONSpan, in scope: Scope) {
        switch span.kind {
        case .word: break
        case .number: visitNumber(span, in: scope)
        case .string:
            guard let text = span.string(in: bytes) else { return }
            let place = NamedPlace(.json, scope.names)
            replaceSecrets(of: text, at: span, in: scope) { replace in NamedValues.value(text, at: place, replace) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                var inner = scope
                if scope.isOfEntries { inner = scope.entry(index + 1) }
                visit(element, in: inner)
            }
        case .object(let members):
            for (name, value) in members { visit(value, named: name, in: scope) }
        }
    }

    private mutating func visitNumber(_ span: JSONSpan, in scope: Scope) {
        let place = NamedPlace(.jsonNumber, scope.names)
        guard let text = JSONValue(Data(bytes[span.range]))?.text else { return }
        guard replacement(at: place, text, of: span, in: scope) != nil else { return }
        // A number stays a number, so that clients can decode the file.
        edits.append(Edit(range: span.range, text: "0"))
    }

    /// Visits a member according to its name in HAR and in Stubborn Network's format.
    ///
    /// A member of another shape is visited as any JSON.
    private mutating func visit(_ value: JSONSpan, named name: String, in scope: Scope) {
        switch name {
        case "request", "response": visit(value, in: scope.message(name))
        case "headers", "cookies", "queryString", "params":
            guard let fields = value.elements else { return visit(value, in: scope.member(name)) }
            for field in fields { visitField(field, of: name, in: scope) }
        case "headerFields":
            guard let lines = value.elements else { return visit(value, in: scope.member(name)) }
            for line in lines { visitHeaderLine(line, in: scope) }
        case "postData", "content":
            let isBase64 = value["encoding"]?.string(in: bytes)?.lowercased() == "base64"
            visitObject(value, named: name, withBody: "text", isBase64: isBase64, in: scope)
        case "_webSocketMessages":
            guard let messages = value.elements else { return visit(value, in: scope.member(name)) }
            for message in messages {
                let opcode = message["opcode"].flatMap { JSONValue(Data(bytes[$0.range]))?.integer }
                visitObject(message, named: name, withBody: "data", isBase64: opcode == 2, in: scope)
            }
        case "requestData", "responseData", "data":
            visitBody(value, named: name, type: nil, isBase64: true, in: scope)
        case "url", "redirectURL":
            guard let text = value.string(in: bytes) else { return visit(value, in: scope.member(name)) }
            replaceSecrets(of: text, at: value, in: scope) { replace in NamedValues.url(text, replace) }
        default: visit(value, in: scope.member(name))
        }
    }

    /// Visits an object that has a body in one of its members.
    private mutating func visitObject(
        _ object: JSONSpan, named name: String, withBody bodyName: String, isBase64: Bool, in scope: Scope
    ) {
        guard case .object(let members) = object.kind else { return visit(object, in: scope.member(name)) }
        let type = object["mimeType"]?.string(in: bytes)
        for (memberName, body) in members where memberName == bodyName {
            visitBody(body, named: bodyName, type: type, isBase64: isBase64, in: scope)
        }
        for (memberName, member) in members where memberName != bodyName {
            visit(member, named: memberName, in: scope)
        }
    }

    /// Visits a header field, a cookie, a query item or a form field of a HAR.
    private mutating func visitField(_ field: JSONSpan, of list: String, in scope: Scope) {
        guard case .object(let members) = field.kind, let name = field["name"]?.string(in: bytes) else {
            return visit(field, in: scope.member(list))
        }
        let spans = members.filter { $0.name == "value" }.map { $0.value }
        let hasText = spans.contains { $0.string(in: bytes) != nil }
        guard hasText else { return visit(field, in: scope.member(list)) }
        // Of two values the last is read, but both are in the file.
        for span in spans {
            guard let value = span.string(in: bytes) else {
                visit(span, in: scope.member(list).member("value"))
                continue
            }
            replaceSecrets(of: value, at: span, in: scope) { replace in
                switch list {
                case "headers": NamedValues.header(value, of: name, replace)
                case "cookies": replace(NamedPlace(.cookie, [name]), value)
                case "params": NamedValues.value(value, at: NamedPlace(.form, [name]), replace)
                default: NamedValues.value(value, at: NamedPlace(.query, [name]), replace)
                }
            }
        }
    }

    /// Visits a header field in Stubborn Network's format.
    private mutating func visitHeaderLine(_ line: JSONSpan, in scope: Scope) {
        let separator = StubbornNetworkFile.separator
        guard let text = line.string(in: bytes), let range = text.range(of: separator) else {
            return visit(line, in: scope.member("headerFields"))
        }
        let field = HARField(String(text[..<range.lowerBound]), String(text[range.upperBound...]))
        replaceSecrets(of: text, at: line, in: scope) { replace in
            "\(field.name)\(separator)\(field.replacing(replace).value)"
        }
    }

    /// Visits the body of a request or a response, or a message of a WebSocket.
    private mutating func visitBody(
        _ span: JSONSpan, named name: String, type: String?, isBase64: Bool, in scope: Scope
    ) {
        guard let text = span.string(in: bytes) else { return visit(span, in: scope.member(name)) }
        let content = Content(text, isBase64: isBase64)
        let body = HARBody(Data(content.bytes), type: type)
        replaceSecrets(of: text, at: span, in: scope) { replace in
            let replaced = NamedValues.body(body.bytes, type: body.knownType, replace)
            guard replaced != body.bytes else { return nil }
            return content.text(of: Array(replaced))
        }
    }

    /// Replaces the secrets of a string.
    ///
    /// - Parameter replaced: Returns the string after a replacement of its named values; nil keeps the string.
    private mutating func replaceSecrets(
        of text: String, at span: JSONSpan, in scope: Scope, _ replaced: (ValueReplacement) -> String?
    ) {
        let new = replaced { place, value in replacement(at: place, value, of: span, in: scope) }
        edit(span, text, new)
    }

    /// Returns the placeholder for a secret, and notes its location; nil for any other value.
    private mutating func replacement(
        at place: NamedPlace, _ value: String, of span: JSONSpan, in scope: Scope
    ) -> String? {
        let placeholder = redactor.placeholder(for: value, at: place, of: scope.owner)
        addLocations(at: span, entry: scope.entry)
        return placeholder
    }
}

/// The bytes of a text in a file, which may be in base64.
private struct Content {
    let bytes: [UInt8]
    private let isBase64: Bool

    /// Reads a text; malformed base64 is read as the text that it is.
    init(_ text: String, isBase64: Bool) {
        var decoded: Data?
        if isBase64 { decoded = Data(base64InLines: text) }
        self.isBase64 = decoded != nil
        bytes = decoded.map(Array.init) ?? Array(text.utf8)
    }

    /// Whether the bytes are no text, so that no replacement is safe in them.
    var isBinary: Bool { isBase64 && bytes.utf8Text == nil }

    /// Returns other bytes in the same encoding.
    func text(of bytes: [UInt8]) -> String {
        if isBase64 { return Data(bytes).base64EncodedString() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
