/// A scanner that replaces values in assignments: `name=value`, `name="value"` and `name: "value"`.
///
/// Header fields, lines such as `password: hunter22`, and the users of addresses count as well.
///
/// The scanner goes from one `=` or `:` to the next, and reads the name backwards. Each end of a value is looked up
/// once, so the time is in proportion to the length of the text.
struct AssignmentScan {
    enum Kind {
        /// Prose, a header's value or a program.
        case text
        /// A string of a script, or the code between two strings.
        case script
        /// A URL up to its query, or its path, whose delimiters end a value, as in `/a;sid=1/b`.
        case path
        /// The head of a part, or a text that may be a message, in which only header fields count.
        case head
    }

    /// A name with its delimiter: `password=`.
    private struct Assignment {
        let name: Range<Int>
        /// The index of the `=` or `:`.
        let delimiter: Int
    }

    /// The part that may be replaced in an assignment that was not replaced as a header field.
    private enum Found {
        case value(Range<Int>)
        /// The user and the password before the `@` of an address.
        case user(Range<Int>)
        case nothing
    }

    private let bytes: [UInt8]
    private let kind: Kind
    /// The number of values that enclose the text, each one encoded as a text.
    private let depth: Int
    /// The index where the next search begins; no name begins earlier.
    private var index = 0
    /// The text so far, up to the last replaced value, and the index after that value.
    private var output: [UInt8] = []
    private var copied = 0
    /// The last value without quotes that was found in a query, and the last one elsewhere.
    private var lastQueryValue = 0..<0
    private var lastOtherValue = 0..<0
    /// The first percent sign at or after the last index that was asked about; -1 before the first search.
    private var nextPercent = -1
    /// The kind of program that the text is.
    ///
    /// In a program, a value without quotes counts only in an address and at the start of a quoted text, because labels
    /// and code look like values.
    private let program: Program

    private static let nameBytes = ByteSet { $0.isASCIILetterOrDigit || $0 >= 0x80 || "_-.[]%".utf8.contains($0) }
    /// The bytes before the parenthesis of a call, as in `a.b(`.
    private static let calledNames = ByteSet { $0.isASCIILetterOrDigit || "_.$".utf8.contains($0) }
    /// The bytes after the mask in the placeholder of a cassette, as in `REDACTED-12`.
    private static let placeholderBytes = ByteSet("-0123456789")
    private static let beforeDelimiters = ByteSet(allBut: "=:")
    /// The bytes before a header field in a line, as in curl's log.
    private static let marginBytes = ByteSet("<>* \t")
    // The bytes of a value without quotes in a query, in a text and in a path, and of a user.
    private static let inQuery = ByteSet(allBut: "&#\"'<> \t\r\n")
    private static let inText = ByteSet(allBut: "&#\"'<> \t\r\n,;)")
    private static let inPath = ByteSet(allBut: "/;")
    private static let inUser = ByteSet { $0 > 0x20 && !"/?#\"'<>".utf8.contains($0) }
    private static let beforeSlash = ByteSet(allBut: "/")

    static func replacing(
        in bytes: [UInt8], kind: Kind = .text, program: Program = .none, depth: Int = 0, _ replace: ValueReplacement
    ) -> [UInt8] {
        var scan = AssignmentScan(bytes: bytes, kind: kind, depth: depth, program: program)
        // A reference without a scheme, as in `//user@host`, has no colon before its user.
        if kind == .path, bytes.hasText("//", at: 0), let user = scan.user(from: 2, needsPassword: false) {
            scan.replaceUser(in: user, replace)
        }
        while let assignment = scan.next() { scan.replaceValue(of: assignment, replace) }
        guard scan.copied > 0 else { return bytes }
        return scan.output + bytes[scan.copied...]
    }

    /// Returns the next assignment, and moves the index after its delimiter; nil at the end.
    private mutating func next() -> Assignment? {
        let delimiter = bytes.end(of: Self.beforeDelimiters, from: index)
        guard delimiter < bytes.count else { return nil }
        let nameEnd = bytes.start(of: .blanks, before: delimiter, from: index)
        let nameStart = bytes.start(of: Self.nameBytes, before: nameEnd, from: index)
        index = delimiter + 1
        return Assignment(name: nameStart..<nameEnd, delimiter: delimiter)
    }

    private mutating func replaceValue(of assignment: Assignment, _ replace: ValueReplacement) {
        if let field = field(assignment), replaceField(in: field, named: assignment.name, replace) { return }
        if kind == .head { return }
        switch find(assignment) {
        case .value(let range): replaceValue(in: range, named: assignment.name, replace)
        case .user(let range): replaceUser(in: range, replace)
        case .nothing: break
        }
    }

    /// Replaces the secrets in the value of a header field; false if the value has none to replace.
    private mutating func replaceField(
        in range: Range<Int>, named name: Range<Int>, _ replace: ValueReplacement
    ) -> Bool {
        let value = text(range)
        let replaced = NamedValues.header(value, of: text(name), replace)
        guard replaced != value else { return false }
        write(replaced.utf8, at: range)
        return true
    }

    /// Returns the value of an assignment, or the user of the address that the assignment begins.
    private mutating func find(_ assignment: Assignment) -> Found {
        if let value = value(of: assignment) ?? wordOfLine(assignment) { return .value(placeholder(value)) }
        var user: Range<Int>?
        if bytes.hasText("://", at: assignment.delimiter) {
            user = self.user(from: assignment.delimiter + "://".utf8.count, needsPassword: false)
        } else if kind == .path, assignment.name.lowerBound == 0 {
            // A URL without an authority, as in `mailto:user@host`.
            user = self.user(from: assignment.delimiter + 1, needsPassword: true)
        }
        guard let user else { return .nothing }
        return .user(user)
    }

    private mutating func replaceValue(in value: Range<Int>, named name: Range<Int>, _ replace: ValueReplacement) {
        if let replacement = replacement(of: value, named: name, replace) {
            write(replacement, at: value)
            return
        }
        // Otherwise, the value may contain an address or more assignments.
        index = value.lowerBound
        guard hasPercent(in: value) else { return }
        // A value with escapes is decoded, and scanned by itself.
        index = value.upperBound
        if let replaced = NamedValues.encodedValue(bytes[value], at: nil, depth: depth, replace) {
            write(replaced, at: value)
        }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func write(_ replacement: some Sequence<UInt8>, at range: Range<Int>) {
        output += bytes[copied..<range.lowerBound]
        output += replacement
        copied = range.upperBound
        index = copied
    }

    /// The length of the longest value that may be replaced although its name is no secret.
    ///
    /// The values of `a=a=a=…` overlap, so that without a limit the time would grow with the square of the length.
    private static let longestOtherValue = 256

    private mutating func replacement(
        of value: Range<Int>, named name: Range<Int>, _ replace: ValueReplacement
    ) -> String.UTF8View? {
        guard !value.isEmpty else { return nil }
        var decodedName = text(name)
        if hasPercent(in: name) { decodedName = String(decoding: PercentEncoding.decode(bytes[name]), as: UTF8.self) }
        guard value.count <= Self.longestOtherValue || Redaction.isSecret(decodedName) else { return nil }
        if program == .script, !Program.mayBeSecret(inScript: bytes[value], named: decodedName) { return nil }
        let isInAuthorization = kind == .path || isInQuery(name)
        let place = NamedPlace(.assignment, [decodedName], depth: depth, isInAuthorization: isInAuthorization)
        return replace(place, text(value))?.utf8
    }

    /// Returns the range of the placeholder that a value begins with, or the range of the value.
    ///
    /// Other bytes may follow the placeholder, such as the escaped quote of the JSON text that it was written into.
    private func placeholder(_ value: Range<Int>) -> Range<Int> {
        guard bytes[value].starts(with: Redaction.mask.utf8) else { return value }
        let start = value.lowerBound + Redaction.mask.utf8.count
        let end = bytes.end(of: Self.placeholderBytes, from: start, to: value.upperBound)
        if end < value.upperBound, Self.nameBytes.contains(bytes[end]) { return value }
        return value.lowerBound..<end
    }

    private mutating func hasPercent(in range: Range<Int>) -> Bool {
        if nextPercent < range.lowerBound {
            nextPercent = bytes.index(of: UInt8(ascii: "%"), from: range.lowerBound) ?? bytes.count
        }
        return nextPercent < range.upperBound
    }
}

extension AssignmentScan {
    /// Returns the range of the user and the password of an address, up to the last `@`.
    ///
    /// Nil without an `@`, and without a password that is needed. Moves the index to the `@`, if there is one.
    ///
    /// - Parameter needsPassword: Whether the address has no authority, as in `mailto:user@host`, so that a user
    ///   without a password is no secret.
    private mutating func user(from start: Int, needsPassword: Bool) -> Range<Int>? {
        var set = Self.inUser
        if kind == .path { set = Self.beforeSlash }
        let end = bytes.end(of: set, from: start)
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return nil }
        index = at
        let hasPassword = bytes[start..<at].contains(UInt8(ascii: ":"))
        guard hasPassword || !needsPassword else { return nil }
        return start..<at
    }

    /// Replaces the user and the password of an address; equal replacements are written once.
    private mutating func replaceUser(in range: Range<Int>, _ replace: ValueReplacement) {
        let parts = text(range).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let place = NamedPlace(.userInfo, depth: depth)
        let replaced = parts.map { part in
            let decoded = part.removingPercentEncoding ?? part
            return replace(place, decoded) ?? part
        }
        if replaced == parts { return }
        let isOne = Set(replaced).count == 1
        write((isOne ? replaced[0] : replaced.joined(separator: ":")).utf8, at: range)
    }

    /// Returns the range of a secret header field's value, if the field is a whole line or a whole quoted text.
    private func field(_ assignment: Assignment) -> Range<Int>? {
        let (name, delimiter) = (assignment.name, assignment.delimiter)
        guard kind != .path, bytes[delimiter] == UInt8(ascii: ":"), delimiter == name.upperBound else { return nil }
        let quote = quote(before: name.lowerBound)
        if quote == nil {
            let start = bytes.start(of: Self.marginBytes, before: name.lowerBound)
            guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
        }
        guard isSecretField(text(name)), quote != nil || !program.isProgram else { return nil }
        let start = bytes.end(of: .blanks, from: delimiter + 1)
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == quote }
        let value = start..<(end ?? bytes.count)
        return value.isEmpty ? nil : value
    }

    /// The length of the shortest word that counts without quotes.
    private static let shortestWord = 8
    private static let shownBytes = ByteSet { $0 > UInt8(ascii: " ") }
    /// The bytes before a name in a line, as in a list of YAML.
    private static let lineMarginBytes = ByteSet("<>* \t-")

    /// Returns the range of the only word of a line after a secret name, as in `password: hunter22`.
    ///
    /// The word has eight bytes or more, with letters and digits. So `password: required` and `password: String!` are
    /// no such lines.
    private func wordOfLine(_ assignment: Assignment) -> Range<Int>? {
        guard kind == .text, !program.isProgram else { return nil }
        let (name, delimiter) = (assignment.name, assignment.delimiter)
        guard !name.isEmpty, bytes[delimiter] == UInt8(ascii: ":"), delimiter == name.upperBound else { return nil }
        let margin = bytes.start(of: Self.lineMarginBytes, before: name.lowerBound)
        guard margin == 0 || bytes[margin - 1] == UInt8(ascii: "\n") else { return nil }
        guard Redaction.isSecret(text(name)) else { return nil }
        let start = bytes.end(of: .blanks, from: delimiter + 1)
        let value = start..<bytes.end(of: Self.shownBytes, from: start)
        guard value.count >= Self.shortestWord else { return nil }
        let end = bytes.end(of: .blanks, from: value.upperBound)
        guard end == bytes.count || "\r\n".utf8.contains(bytes[end]) else { return nil }
        let word = bytes[value]
        guard word.contains(where: \.isASCIIDigit), word.contains(where: \.isASCIILetter) else { return nil }
        return value
    }

    private func isSecretField(_ name: String) -> Bool {
        kind == .head ? Redaction.isSecret(name) : Redaction.isSecretField(name)
    }

    /// Returns the quote before an index; nil for another byte.
    private func quote(before index: Int) -> UInt8? {
        guard index > 0, "\"'`".utf8.contains(bytes[index - 1]) else { return nil }
        return bytes[index - 1]
    }

    /// Returns the range of the value that is assigned to a name; nil without one.
    private mutating func value(of assignment: Assignment) -> Range<Int>? {
        if assignment.name.isEmpty { return nil }
        let start = assignment.delimiter + 1
        let isInQuery = isInQuery(assignment.name)
        let isInAddress = isInQuery || kind == .path
        // A comparison or the arrow of a function.
        if !isInAddress, start < bytes.count, "=>".utf8.contains(bytes[start]) { return nil }
        let first = bytes.end(of: .blanks, from: start)
        if first < bytes.count, "\"'".utf8.contains(bytes[first]) { return bytes.quotedText(from: first) }
        // A value without quotes has no blank before or after its equals sign.
        let isEquals = bytes[assignment.delimiter] == UInt8(ascii: "=")
        guard isEquals, assignment.delimiter == assignment.name.upperBound else { return nil }
        if isInAddress || isAfterQuote(assignment.name) { return unquotedValue(from: start, isInQuery: isInQuery) }
        if program.isProgram { return nil }
        let value = unquotedValue(from: start, isInQuery: false)
        return isCall(value) ? nil : value
    }

    /// Returns whether a name follows `?`, `&` or `#`; `a&&b=c` is a condition.
    private func isInQuery(_ name: Range<Int>) -> Bool {
        guard name.lowerBound > 0 else { return false }
        switch bytes[name.lowerBound - 1] {
        case UInt8(ascii: "?"), UInt8(ascii: "#"): return true
        case UInt8(ascii: "&"): return !bytes.hasText("&&", at: name.lowerBound - 2)
        default: return false
        }
    }

    /// Returns whether a name begins a quoted text, as a string of a script does.
    private func isAfterQuote(_ name: Range<Int>) -> Bool {
        if kind == .script, name.lowerBound == 0 { return true }
        return quote(before: name.lowerBound) != nil
    }

    /// Returns whether a value is a function or a call of one: `function(`, `a.b(`.
    private func isCall(_ value: Range<Int>) -> Bool {
        let end = bytes.end(of: Self.calledNames, from: value.lowerBound, to: value.upperBound)
        return end > value.lowerBound && end < bytes.count && bytes[end] == UInt8(ascii: "(")
    }

    /// Returns the range of the value without quotes that begins at an index.
    private mutating func unquotedValue(from start: Int, isInQuery: Bool) -> Range<Int> {
        let last = isInQuery ? lastQueryValue : lastOtherValue
        // A value that begins inside of the last one ends with it.
        if last.contains(start) { return start..<last.upperBound }
        let value = start..<bytes.end(of: unquotedBytes(isInQuery: isInQuery), from: start)
        if isInQuery { lastQueryValue = value } else { lastOtherValue = value }
        return value
    }

    /// Returns the bytes that a value without quotes may have.
    private func unquotedBytes(isInQuery: Bool) -> ByteSet {
        switch kind {
        case .path: Self.inPath
        case .text, .script, .head: isInQuery ? Self.inQuery : Self.inText
        }
    }
}
