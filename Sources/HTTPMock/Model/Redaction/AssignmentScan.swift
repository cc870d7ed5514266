/// A scanner that replaces values in assignments: `name=value`, `name="value"` and `name: "value"`.
///
/// The scanner goes from one `=` or `:` to the next, and reads the name backwards. Each end of a value is looked up
/// once, so the time is in proportion to the length of the text.
struct AssignmentScan {
    enum Kind {
        /// Prose, a header's value or a program: quotes, white space, commas and semicolons end a value.
        case text
        /// A string of a script, or the code between two strings.
        case script
        /// A URL up to its query, or its path, whose delimiters end a value, as in `/a;sid=1/b`.
        case path
        /// The head of a part or of a message, in which only header fields count.
        case head
    }

    private let bytes: [UInt8]
    private let kind: Kind
    private let depth: Int
    /// The index where the next search begins; no name begins earlier.
    private var index = 0
    /// The text so far, up to the last replaced value, and the index after that value.
    private var output: [UInt8] = []
    private var copied = 0
    /// The last values without quotes that were found in a query and elsewhere.
    private var lastValueInQuery = 0..<0
    private var lastOtherValue = 0..<0
    private var nextPercent = -1
    /// Whether the text is a program, in which only quoted values count.
    private lazy var isProgram = hasMarks(NamedValues.isProgram)
    /// Whether the text is a script, in which labels and code look like values.
    private lazy var isScript = hasMarks { NamedValues.isScript($0) }

    private static let nameBytes = ByteSet { $0.isASCIILetterOrDigit || $0 >= 0x80 || "_-.[]%".utf8.contains($0) }
    private static let calledNames = ByteSet { $0.isASCIILetterOrDigit || "_.$".utf8.contains($0) }
    private static let placeholderBytes = ByteSet("-0123456789")
    private static let beforeDelimiters = ByteSet(allBut: "=:")
    /// The bytes before a header field in a line, as in curl's log.
    private static let marginBytes = ByteSet("<>* \t")
    private static let inQuery = ByteSet(allBut: "&#\"'<> \t\r\n")
    private static let inText = ByteSet(allBut: "&#\"'<> \t\r\n,;)")
    private static let inPath = ByteSet(allBut: "/;")
    /// The quotes around a value.
    private static let quotes = ByteSet("\"'")
    /// The quotes around a text of a program.
    private static let programQuotes = ByteSet("\"'`")
    private static let beforeSlash = ByteSet(allBut: "/")
    private static let inUser = ByteSet { $0 > 0x20 && !"/?#\"'<>".utf8.contains($0) }

    static func replacing(in bytes: [UInt8], kind: Kind = .text, depth: Int, _ replace: ValueReplacement) -> [UInt8] {
        var scan = AssignmentScan(bytes: bytes, kind: kind, depth: depth)
        if kind == .path, bytes.hasText("//", at: 0) { scan.replaceUser(from: 2, replace) }
        while scan.index < bytes.count { scan.replaceNext(replace) }
        guard scan.copied > 0 else { return bytes }
        return scan.output + bytes[scan.copied...]
    }

    /// What a delimiter belongs to.
    private enum Found {
        case value(Range<Int>)
        /// The authority of an address, after `//`.
        case authority(start: Int)
        /// An address without an authority, as in `mailto:user@host`.
        case mailbox(start: Int)
        case nothing
    }

    private mutating func replaceNext(_ replace: ValueReplacement) {
        let delimiter = bytes.end(of: Self.beforeDelimiters, from: index)
        let nameEnd = bytes.start(of: .blanks, before: delimiter, from: index)
        let name = bytes.start(of: Self.nameBytes, before: nameEnd, from: index)..<nameEnd
        index = delimiter + 1
        guard delimiter < bytes.count else { return }
        if let field = field(named: name, delimiter) {
            let value = text(field)
            let replaced = NamedValues.header(value, of: text(name), replace)
            if replaced != value { return write(replaced.utf8, at: field) }
        }
        switch found(name, delimiter) {
        case .value(let value): replaceValue(value, named: name, replace)
        case .authority(let start): replaceUser(from: start, replace)
        case .mailbox(let start): replaceUser(from: start, needsPassword: true, replace)
        case .nothing: break
        }
    }

    private mutating func found(_ name: Range<Int>, _ delimiter: Int) -> Found {
        if kind == .head { return .nothing }
        if let value = value(of: name, delimiter) { return .value(placeholder(in: value)) }
        if bytes.hasText("://", at: delimiter) { return .authority(start: delimiter + 3) }
        if kind == .path, name.lowerBound == 0 { return .mailbox(start: delimiter + 1) }
        return .nothing
    }

    private mutating func replaceValue(_ value: Range<Int>, named name: Range<Int>, _ replace: ValueReplacement) {
        if let replacement = replacement(of: value, named: name, replace) { return write(replacement, at: value) }
        // Otherwise, the value may contain an address or more assignments.
        index = max(index, value.lowerBound)
        guard hasPercent(in: value) else { return }
        index = value.upperBound
        if let replaced = NamedValues.encodedValue(bytes[value], at: nil, depth: depth, replace) {
            write(replaced, at: value)
        }
    }

    /// Replaces the user and the password of an address, up to the last `@`; equal replacements are written once.
    ///
    /// - Parameter needsPassword: Whether the address has no authority, as in `mailto:user@host`, so that a user
    ///   without a password is no secret.
    private mutating func replaceUser(from start: Int, needsPassword: Bool = false, _ replace: ValueReplacement) {
        let set = kind == .path ? Self.beforeSlash : Self.inUser
        let end = bytes.end(of: set, from: start)
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return }
        index = at
        let parts = text(start..<at).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count > 1 || !needsPassword else { return }
        let replaced = parts.map {
            replace(NamedPlace(.userInfo, depth: depth), $0.removingPercentEncoding ?? $0) ?? $0
        }
        if replaced == parts { return }
        let areEqual = Set(replaced).count == 1
        let text = areEqual ? replaced[0] : replaced.joined(separator: ":")
        write(text.utf8, at: start..<at)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private mutating func write(_ replacement: some Sequence<UInt8>, at range: Range<Int>) {
        output += bytes[copied..<range.lowerBound]
        output += replacement
        copied = range.upperBound
        index = copied
    }

    /// The length of the longest value whose name is no secret and that may be replaced.
    ///
    /// The values of `a=a=a=…` overlap, so that without a limit the time would grow with the square of the length.
    private static let longestOtherValue = 256

    private mutating func replacement(
        of value: Range<Int>, named name: Range<Int>, _ replace: ValueReplacement
    ) -> String.UTF8View? {
        guard !value.isEmpty else { return nil }
        var text = text(name)
        if hasPercent(in: name) { text = String(decoding: PercentEncoding.decode(bytes[name]), as: UTF8.self) }
        guard value.count <= Self.longestOtherValue || Redaction.isSecret(text) else { return nil }
        if isScript, !NamedValues.mayBeSecret(inScript: bytes[value], named: text) { return nil }
        return replace(NamedPlace(.assignment, [text], depth: depth), self.text(value))?.utf8
    }

    /// Returns the range of the placeholder that a value begins with, or the range of the value.
    ///
    /// The escaped quote of a JSON text follows a placeholder that was written into the text.
    private func placeholder(in value: Range<Int>) -> Range<Int> {
        guard bytes[value].starts(with: Redaction.mask.utf8) else { return value }
        let start = value.lowerBound + Redaction.mask.utf8.count
        let rest = bytes.end(of: Self.placeholderBytes, from: start, to: value.upperBound)
        let isLongerWord = rest < value.upperBound && Self.nameBytes.contains(bytes[rest])
        return isLongerWord ? value : value.lowerBound..<rest
    }

    /// Returns the range of a secret header field's value, if the field is a whole line or a whole quoted text.
    private mutating func field(named name: Range<Int>, _ delimiter: Int) -> Range<Int>? {
        guard kind != .path, bytes[delimiter] == UInt8(ascii: ":"), delimiter == name.upperBound else { return nil }
        let quote = quote(before: name)
        if quote == nil {
            let margin = bytes.start(of: Self.marginBytes, before: name.lowerBound)
            guard margin == 0 || bytes[margin - 1] == UInt8(ascii: "\n") else { return nil }
        }
        guard isSecretField(name) else { return nil }
        // A line of a program may look like a field.
        if quote == nil, isProgram { return nil }
        let start = bytes.end(of: .blanks, from: delimiter + 1)
        let end =
            bytes[start...].firstIndex { byte in
                byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == quote
            } ?? bytes.count
        guard start < end else { return nil }
        return start..<end
    }

    private func isSecretField(_ name: Range<Int>) -> Bool {
        if kind == .head { return Redaction.isSecret(text(name)) }
        return Redaction.isSecretField(text(name))
    }

    /// The text around a name and its value without quotes.
    private enum Context {
        /// An item of a query or of a fragment.
        case query
        /// A parameter in a path.
        case path
        /// The beginning of a text of a program.
        case programText
        /// The code of a program.
        case code
        case prose
    }

    private mutating func context(of name: Range<Int>) -> Context {
        if isQueryItem(name) { return .query }
        if kind == .path { return .path }
        if quote(before: name) != nil { return .programText }
        if kind == .script, name.lowerBound == 0 { return .programText }
        return isProgram ? .code : .prose
    }

    /// Returns whether a name is that of an item of a query or a fragment, and no operand of `&&`.
    private func isQueryItem(_ name: Range<Int>) -> Bool {
        guard let previous = byte(before: name.lowerBound), "?&#".utf8.contains(previous) else { return false }
        return previous != UInt8(ascii: "&") || !bytes.hasText("&&", at: name.lowerBound - 2)
    }

    private func quote(before name: Range<Int>) -> UInt8? {
        guard let previous = byte(before: name.lowerBound), Self.programQuotes.contains(previous) else { return nil }
        return previous
    }

    private func byte(before index: Int) -> UInt8? {
        guard index > 0 else { return nil }
        return bytes[index - 1]
    }

    /// Returns the range of the value that a delimiter assigns to a name; nil without one.
    private mutating func value(of name: Range<Int>, _ delimiter: Int) -> Range<Int>? {
        guard !name.isEmpty else { return nil }
        let start = delimiter + 1
        if isOperator(at: start), kind != .path, !isQueryItem(name) { return nil }
        let first = bytes.end(of: .blanks, from: start)
        if first < bytes.count, Self.quotes.contains(bytes[first]) { return bytes.quotedText(from: first) }
        // Nothing may be around the equals sign of a value without quotes.
        guard delimiter == name.upperBound, bytes[delimiter] == UInt8(ascii: "=") else { return nil }
        switch context(of: name) {
        case .query:
            return unquotedValue(from: start, isInQuery: true)
        case .path, .programText:
            return unquotedValue(from: start, isInQuery: false)
        case .code:
            return nil
        case .prose:
            let value = unquotedValue(from: start, isInQuery: false)
            if isCall(value) { return nil }
            return value
        }
    }

    /// Returns whether a delimiter goes on as a comparison or as the arrow of a function.
    private func isOperator(at index: Int) -> Bool {
        index < bytes.count && "=>".utf8.contains(bytes[index])
    }

    /// Returns whether a value is a function or a call of one: `function(`, `a.b(`.
    private func isCall(_ value: Range<Int>) -> Bool {
        let end = bytes.end(of: Self.calledNames, from: value.lowerBound, to: value.upperBound)
        return end > value.lowerBound && end < bytes.count && bytes[end] == UInt8(ascii: "(")
    }

    private mutating func unquotedValue(from start: Int, isInQuery: Bool) -> Range<Int> {
        if isInQuery {
            lastValueInQuery = value(from: start, in: Self.inQuery, last: lastValueInQuery)
            return lastValueInQuery
        }
        let set = kind == .path ? Self.inPath : Self.inText
        lastOtherValue = value(from: start, in: set, last: lastOtherValue)
        return lastOtherValue
    }

    /// Returns the run of a set's bytes; looks for its end only if the last run does not go on.
    private func value(from start: Int, in set: ByteSet, last: Range<Int>) -> Range<Int> {
        if last.contains(start) { return start..<last.upperBound }
        return start..<bytes.end(of: set, from: start)
    }

    /// Returns whether the text is a string of a script, or a text with marks.
    private func hasMarks(_ hasMarks: ([UInt8]) -> Bool) -> Bool {
        switch kind {
        case .script: true
        case .text: hasMarks(bytes)
        case .path, .head: false
        }
    }

    private mutating func hasPercent(in range: Range<Int>) -> Bool {
        if nextPercent < range.lowerBound {
            nextPercent = bytes.index(of: UInt8(ascii: "%"), from: range.lowerBound) ?? bytes.count
        }
        return nextPercent < range.upperBound
    }
}

extension NamedValues {
    /// Returns whether a text is a program, by the marks of functions and declarations.
    static func isProgram(_ bytes: [UInt8]) -> Bool {
        isScript(bytes, orHas: ["){", ") {", "func ", "def "])
    }

    /// Returns whether a text is a script, by the marks of JavaScript, as a page with scripts is.
    static func isScript(_ bytes: [UInt8], orHas others: [StaticString] = []) -> Bool {
        let marks: [StaticString] = others + ["function(", "function ", "=>", "const ", "var ", "let "]
        return bytes.contains("(") && bytes.contains("{") && marks.contains { bytes.contains($0) }
    }

    /// Returns whether a value between two quotes of a script may be a secret, and is neither code nor a label.
    ///
    /// If a quote in a regular expression or a template is read as the end of a string, the code between two strings
    /// looks quoted: `"&sid=" + session + "&lang="`. A label repeats a word of its name, as in
    /// `requestCookies: "Request cookies"`.
    static func mayBeSecret(inScript value: ArraySlice<UInt8>, named name: String) -> Bool {
        guard let first = value.first, !"+,):;]}?&|=. \n![(".utf8.contains(first) else { return false }
        guard value.last != UInt8(ascii: "("), !value.contains(UInt8(ascii: "\n")) else { return false }
        // `{key: "selectItem"}`, `document.cookie = "a=" + b`, `fetch(url, {credentials: "include"})`
        let own = name.split(separator: ".").last?.lowercased()
        let text = String(decoding: value, as: UTF8.self).lowercased()
        if own == "key" || own == "cookie" || ["include", "omit", "same-origin"].contains(text) { return false }
        if text.utf8.contains(where: \.isASCIIDigit) { return true }
        let isLabel = SecretName.words(of: name).contains { $0.count > 3 && text.contains($0) }
        return !isLabel
    }
}
