/// A scanner that replaces values in assignments: `name=value`, `name="value"` and `name: "value"`.
///
/// Each end of a value is looked up once, so the time is in proportion to the length of the text.
struct AssignmentScan {
    /// The surroundings of an assignment, which decide where its value ends.
    enum Surroundings {
        /// Prose, a header's value, or a program: quotes, white space, commas and semicolons end a value.
        case text
        /// The path of a URL: its delimiters end a value, as in `/a;sid=1/b`.
        case path
    }

    private let bytes: [UInt8]
    private let surroundings: Surroundings
    private let depth: Int
    private var index = 0
    /// The last value without quotes that was found, in a query and elsewhere.
    private var lastValues: (query: Range<Int>, other: Range<Int>) = (0..<0, 0..<0)
    private var nextPercent = 0
    /// Whether the text is a program, in which only quoted values count.
    private lazy var isProgram = NamedValues.isProgram(bytes)

    private init(_ bytes: [UInt8], _ surroundings: Surroundings, depth: Int) {
        self.bytes = bytes
        self.surroundings = surroundings
        self.depth = depth
    }

    /// Returns a text with some of its values, and of the users of its URLs, replaced.
    static func replacing(
        in bytes: [UInt8], _ surroundings: Surroundings, depth: Int, _ replace: ValueReplacement
    ) -> [UInt8] {
        guard "=:".utf8.contains(where: { bytes.index(of: $0, from: 0) != nil }) else { return bytes }
        var scan = AssignmentScan(bytes, surroundings, depth: depth)
        return scan.replacing(replace)
    }

    private mutating func replacing(_ replace: ValueReplacement) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        while index < bytes.count {
            guard Self.isNameByte(bytes[index]) else {
                if let at = userEnd() {
                    let user = String(decoding: bytes[(index + 2)..<at], as: UTF8.self)
                    output += "//\(NamedValues.user(user, depth: depth, replace))".utf8
                    index = at
                } else {
                    output.append(bytes[index])
                    index += 1
                }
                continue
            }
            let name = bytes[index...].prefix(while: Self.isNameByte)
            index = name.endIndex
            output += name
            if let field = field(named: name) {
                let value = String(decoding: bytes[field], as: UTF8.self)
                let replaced = NamedValues.header(value, of: String(decoding: name, as: UTF8.self), replace)
                if replaced != value {
                    output += bytes[index..<field.lowerBound] + replaced.utf8
                    index = field.upperBound
                    continue
                }
            }
            guard let value = value(after: name.startIndex).map(placeholder) else { continue }
            output += bytes[index..<value.lowerBound]
            if let replacement = replacement(of: value, named: name, replace) {
                output += replacement
                index = value.upperBound
            } else if hasPercent(in: value) {
                output += NamedValues.encodedValue(bytes[value], at: nil, depth: depth, replace) ?? Array(bytes[value])
                index = value.upperBound
            } else {
                // The value may contain an address or more assignments.
                index = value.lowerBound
            }
        }
        return output
    }

    /// The length of the longest value whose name is no secret and that may be replaced.
    ///
    /// The values of `a=a=a=…` overlap, so that without a limit the time would grow with the square of the length.
    private static let longestOtherValue = 256

    private func replacement(
        of value: Range<Int>, named name: ArraySlice<UInt8>, _ replace: ValueReplacement
    ) -> String.UTF8View? {
        let text = String(decoding: PercentEncoding.decode(name), as: UTF8.self)
        guard !value.isEmpty, value.count <= Self.longestOtherValue || Redaction.isSecret(text) else { return nil }
        let place = NamedPlace(.assignment, text, depth: depth)
        return replace(place, String(decoding: bytes[value], as: UTF8.self))?.utf8
    }

    /// Returns the range of the placeholder that a value begins with, or the range of the value.
    ///
    /// The escaped quote of a JSON text follows a placeholder that was written into the text.
    private func placeholder(_ value: Range<Int>) -> Range<Int> {
        guard bytes[value].starts(with: Redaction.mask.utf8) else { return value }
        let rest = bytes[value].dropFirst(Redaction.mask.utf8.count).drop {
            $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return rest.first.map(Self.isNameByte) == true ? value : value.lowerBound..<rest.startIndex
    }

    /// Returns the range of the value of a header field with a secret that has a line or a quoted text for itself.
    ///
    /// Curl's log has `>` before the field.
    private mutating func field(named name: ArraySlice<UInt8>) -> Range<Int>? {
        guard case .text = surroundings, index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
        var start = name.startIndex
        let quote = start > 0 && "\"'`".utf8.contains(bytes[start - 1]) ? bytes[start - 1] : nil
        if quote == nil {
            while start > 0, "<>* \t".utf8.contains(bytes[start - 1]) { start -= 1 }
            guard start == 0 || bytes[start - 1] == 0x0A else { return nil }
        }
        guard Redaction.isSecretField(String(decoding: name, as: UTF8.self)), quote != nil || !isProgram else {
            return nil
        }
        start = index + 1
        skipSpace(&start)
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D || $0 == quote } ?? bytes.count
        return start < end ? start..<end : nil
    }

    /// Returns the range of the value assigned to the name before `index`; nil without one.
    private mutating func value(after nameStart: Int) -> Range<Int>? {
        let previous = nameStart > 0 ? bytes[nameStart - 1] : 0
        let isCondition = nameStart > 1 && previous == UInt8(ascii: "&") && bytes[nameStart - 2] == previous
        let isInQuery = "?&#".utf8.contains(previous) && !isCondition
        var position = index
        skipSpace(&position)
        guard position < bytes.count, "=:".utf8.contains(bytes[position]) else { return nil }
        let isTight = position == index && bytes[position] == UInt8(ascii: "=")
        position += 1
        let start = position
        // A comparison or the arrow of a function.
        if !isInQuery, case .text = surroundings, start < bytes.count, "=>".utf8.contains(bytes[start]) { return nil }
        skipSpace(&position)
        if position < bytes.count, "\"'".utf8.contains(bytes[position]) { return quotedValue(from: position) }
        guard isTight else { return nil }
        let value = unquotedValue(from: start, isInQuery: isInQuery)
        if isInQuery || "\"'`".utf8.contains(previous) { return value }
        guard case .text = surroundings else { return value }
        return isCall(value) || isProgram ? nil : value
    }

    /// Returns whether a value is a function or a call of one: `function(`, `a.b(`.
    private func isCall(_ value: Range<Int>) -> Bool {
        let name = bytes[value].prefix { $0.isASCIILetterOrDigit || "_.$".utf8.contains($0) }
        return !name.isEmpty && name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: "(")
    }

    private func quotedValue(from start: Int) -> Range<Int> {
        let quote = bytes[start]
        // A GraphQL block string has three quotes.
        let quotes = bytes[start...].prefix(3).allSatisfy { $0 == quote } && start + 3 <= bytes.count ? 3 : 1
        var end = start + quotes
        while end < bytes.count, !bytes[end...].starts(with: repeatElement(quote, count: quotes)) {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return start + quotes..<min(end, bytes.count)
    }

    private mutating func unquotedValue(from start: Int, isInQuery: Bool) -> Range<Int> {
        let last = isInQuery ? lastValues.query : lastValues.other
        if last.contains(start) { return start..<last.upperBound }
        let ends: String.UTF8View
        switch surroundings {
        case .text where isInQuery: ends = "&#\"'<> \t\r\n".utf8
        case .text: ends = "&#\"'<> \t\r\n,;)".utf8
        case .path: ends = "/;".utf8
        }
        let value = start..<(bytes[start...].firstIndex { ends.contains($0) } ?? bytes.count)
        if isInQuery { lastValues.query = value } else { lastValues.other = value }
        return value
    }

    private mutating func hasPercent(in range: Range<Int>) -> Bool {
        if nextPercent < range.lowerBound {
            nextPercent = bytes[range.lowerBound...].firstIndex(of: UInt8(ascii: "%")) ?? bytes.count
        }
        return nextPercent < range.upperBound && bytes[nextPercent] == UInt8(ascii: "%")
    }

    /// Returns the index of the `@` after a user, for a `//` at `index`; nil without one.
    private func userEnd() -> Int? {
        guard index > 0, bytes[index - 1] == UInt8(ascii: ":"), bytes[index...].starts(with: "//".utf8) else {
            return nil
        }
        let authority = bytes[(index + 2)...].prefix { $0 > 0x20 && !"/?#\"'<>".utf8.contains($0) }
        return authority.lastIndex(of: UInt8(ascii: "@"))
    }

    private func skipSpace(_ position: inout Int) {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte >= 0x80 || "_-.[]%".utf8.contains(byte)
    }
}
