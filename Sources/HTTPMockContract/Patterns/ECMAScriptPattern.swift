/// Translates a regular expression of ECMA-262 for `NSRegularExpression`, and refuses texts that are no pattern.
///
/// The grammar is that of patterns with the `u` flag. Nevertheless, escapes of other signs, as in `\_`, and a literal
/// `{`, `}` or `]` are accepted, because published documents have them. A quantifier after look-around is accepted too,
/// and a hyphen next to a set in a class. Unknown properties are left to `NSRegularExpression`.
///
/// - SeeAlso: [ECMA-262 §22.2](https://tc39.es/ecma262/#sec-regexp-regular-expression-objects)
struct ECMAScriptPattern {
    private let scalars: [Unicode.Scalar]
    /// The index of the next scalar to read.
    private var index = 0
    private var output = ""
    /// The flags that count for the next part of the pattern.
    private var flags: Set<Character>
    /// The open groups, the outermost group first.
    private var openGroups: [OpenGroup] = []
    /// The number of groups that capture and were opened.
    private var captureCount = 0
    /// Whether a quantifier may follow what was written last.
    private var canRepeat = false
    private var groups: PatternGroups

    /// A group that is not closed yet.
    private struct OpenGroup {
        /// The flags that counted before the group.
        let outerFlags: Set<Character>
        /// The number of a group that captures; nil for any other group.
        var number: Int?
    }

    /// Returns the pattern for `NSRegularExpression`.
    ///
    /// - Parameters:
    ///   - source: The pattern.
    ///   - flags: The flags at the beginning of `source`; nil for a pattern without them.
    /// - Throws: ``PatternError`` if the text is no pattern.
    static func translated(_ source: String, _ flags: InlineFlags? = nil) throws -> String {
        var pattern = ECMAScriptPattern((flags?.rest ?? source).unicodeScalars, flags: Set(flags?.names ?? ""))
        if let name = pattern.groups.repeatedName { throw PatternError(reason: "two groups have the name \(name)") }
        try pattern.translate()
        if let flags { return "(?\(flags.names):\(pattern.output))" }
        // `NSRegularExpression` refuses an empty pattern.
        guard !pattern.output.isEmpty else { return "(?:)" }
        return pattern.output
    }

    private init(_ scalars: String.UnicodeScalarView, flags: Set<Character>) {
        self.scalars = Array(scalars)
        self.flags = flags
        groups = PatternGroups(in: self.scalars)
    }

    // MARK: Structure

    private mutating func translate() throws {
        while let next = peek() {
            index += 1
            switch next {
            case "\\": try escape()
            case "[": try characterClass()
            case "(": try openGroup()
            case ")":
                guard let group = openGroups.popLast() else { throw PatternError(reason: "a ) closes nothing") }
                flags = group.outerFlags
                emit(groups.close(group.number), canRepeat: true)
            case "*", "+", "?":
                guard canRepeat else { throw PatternError(reason: "\(next) has nothing to repeat") }
                emit(String(next) + lazyMark(), canRepeat: false)
            case "{": try brace()
            case "|": emit("|", canRepeat: false)
            case "^": emit("^", canRepeat: false)
            // Without the flag `m`, `$` is the end of the text. For `NSRegularExpression`, a last line feed may follow.
            case "$" where flags.contains("m"): emit("(?=[\\n\\r\\u2028\\u2029]|\\z)", canRepeat: false)
            case "$": emit("\\z", canRepeat: false)
            case "." where flags.contains("s"): emit("[\\s\\S]", canRepeat: true)
            case ".": emit("[^\\n\\r\\u2028\\u2029]", canRepeat: true)
            default: emit(Self.literal(next), canRepeat: true)
            }
        }
        guard openGroups.isEmpty else { throw PatternError(reason: "a ( is not closed") }
    }

    /// Translates the beginning of a group, after its parenthesis.
    private mutating func openGroup() throws {
        openGroups.append(OpenGroup(outerFlags: flags))
        guard skip("?") else { return openCapture() }
        for mark in [":", "=", "!", "<=", "<!"] {
            if skip(mark) { return emit("(?\(mark)", canRepeat: false) }
        }
        if skip("<") {
            let name = try text(until: ">")
            guard let first = name.first, !first.isNumber else { throw PatternError(reason: "a group has no name") }
            // The group has a number too. `NSRegularExpression` allows fewer names, and no repeated ones.
            return openCapture()
        }
        // ECMA-262 has modifiers only for a group, as in `(?i:…)`.
        let modifiers = String(
            String.UnicodeScalarView(scalars[index...].prefix { "ims-".unicodeScalars.contains($0) }))
        if !modifiers.isEmpty, skip(modifiers) {
            if skip(":") {
                changeFlags(modifiers)
                return emit("(?\(modifiers):", canRepeat: false)
            }
            if skip(")") {
                let reason = "(?\(modifiers)) is an inline flag, which ECMA-262 has only for a group: (?\(modifiers):…)"
                throw PatternError(reason: reason)
            }
        }
        throw PatternError(reason: "(? is followed by \(peek().map { "\($0)" } ?? "nothing")")
    }

    /// Translates the beginning of a group that captures.
    private mutating func openCapture() {
        captureCount += 1
        openGroups[openGroups.count - 1].number = captureCount
        emit(groups.beginning(of: captureCount), canRepeat: false)
    }

    /// Sets the flags before a hyphen, and removes those after it.
    private mutating func changeFlags(_ modifiers: String) {
        let parts = modifiers.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        flags.formUnion(parts[0])
        flags.subtract(parts.dropFirst().joined())
    }

    /// Translates a quantifier in braces, or a literal brace.
    private mutating func brace() throws {
        let start = index
        let minimum = digits()
        let hasComma = skip(",")
        var maximum: String?
        if hasComma { maximum = digits() }
        guard let minimum, skip("}") else {
            // Not a quantifier, so a literal.
            index = start
            return emit("\\{", canRepeat: true)
        }
        guard canRepeat else { throw PatternError(reason: "{\(minimum)} has nothing to repeat") }
        let least = Int(minimum) ?? .max
        if let maximum, (Int(maximum) ?? .max) < least {
            throw PatternError(reason: "{\(minimum),\(maximum)} is out of order")
        }
        var limits = minimum
        if hasComma { limits += ",\(maximum ?? "")" }
        emit("{\(limits)}\(lazyMark())", canRepeat: false)
    }

    // MARK: Escapes

    /// Translates an escape outside of a class, after its backslash.
    private mutating func escape() throws {
        guard let next = peek() else { throw PatternError(reason: "a \\ ends it") }
        index += 1
        switch next {
        case "b": emit(Self.wordBoundary, canRepeat: false)
        case "B": emit(Self.noWordBoundary, canRepeat: false)
        case "1"..."9":
            index -= 1
            let number = digits() ?? ""
            guard let group = Int(number), group <= groups.count else {
                throw PatternError(reason: "\\\(number) is no group")
            }
            emit(groups.reference(to: [group]), canRepeat: true)
        case "k":
            guard skip("<"), let numbers = groups.numbers[try text(until: ">")] else {
                throw PatternError(reason: "\\k is no group")
            }
            emit(groups.reference(to: numbers), canRepeat: true)
        default:
            if let set = Self.sets[next] { return emit("[\(set)]", canRepeat: true) }
            emit(try character(after: next), canRepeat: true)
        }
    }

    /// Translates an escaped character or property, inside or outside of a class.
    ///
    /// - Parameter next: The scalar after the backslash, which was read.
    private mutating func character(after next: Unicode.Scalar) throws -> String {
        switch next {
        case "t", "n", "r", "f": return "\\\(next)"
        case "v": return "\\x0B"
        case "0":
            if let digit = peek(), ("0"..."9").contains(digit) { throw PatternError(reason: "\\0 has digits") }
            return "\\x00"
        case "c":
            guard let letter = peek(), letter.isASCII, letter.properties.isAlphabetic else {
                throw PatternError(reason: "\\c has no letter")
            }
            index += 1
            // Control characters have the last five bits of their letters.
            return Self.escaped(letter.value % 32)
        case "x": return Self.escaped(try hexadecimal(count: 2))
        case "u": return Self.escaped(try unicodeEscape())
        case "p", "P":
            guard skip("{") else { throw PatternError(reason: "\\\(next) has no property") }
            let property = try text(until: "}")
            guard !property.isEmpty else { throw PatternError(reason: "\\\(next) has no property") }
            return "\\\(next){\(property)}"
        default:
            let isLetterOrDigit = next.properties.isAlphabetic || ("0"..."9").contains(next)
            if next.isASCII, isLetterOrDigit { throw PatternError(reason: "\\\(next) is no escape") }
            return Self.literal(next)
        }
    }

    /// Reads the code point after `\u`; a pair of surrogates, as in `\uD83D\uDE00`, is one code point.
    private mutating func unicodeEscape() throws -> UInt32 {
        if skip("{") {
            guard let value = UInt32(digits: try text(until: "}").utf8, radix: 16), value <= 0x10_FFFF else {
                throw PatternError(reason: "\\u{ is no character")
            }
            return value
        }
        let unit = try hexadecimal(count: 4)
        guard UTF16.isLeadSurrogate(UInt16(unit)), scalars[index...].starts(with: ["\\", "u"]) else { return unit }
        let start = index
        index += 2
        guard let second = try? hexadecimal(count: 4), UTF16.isTrailSurrogate(UInt16(second)) else {
            index = start
            return unit
        }
        return UTF16.decode(UTF16.EncodedScalar([UInt16(unit), UInt16(second)])).value
    }

    /// Reads a number of exactly `count` hexadecimal digits.
    private mutating func hexadecimal(count: Int) throws -> UInt32 {
        let text = String(String.UnicodeScalarView(scalars[index...].prefix(count)))
        guard text.utf8.count == count, let value = UInt32(digits: text.utf8, radix: 16) else {
            throw PatternError(reason: "an escape lacks its \(count) hexadecimal digits")
        }
        index += count
        return value
    }

    // MARK: Classes

    /// Translates a class, after its opening bracket.
    private mutating func characterClass() throws {
        let negation = skip("^") ? "^" : ""
        if skip("]") {
            // An empty class matches nothing, and a negated empty class matches any character.
            guard negation.isEmpty else { return emit("[\\s\\S]", canRepeat: true) }
            return emit("(?!)", canRepeat: true)
        }
        var members = ""
        while true {
            guard let next = peek() else { throw PatternError(reason: "a [ is not closed") }
            index += 1
            if next == "]" { break }
            let member = try classMember(next)
            members += member.text
            // A hyphen makes a range unless it is the first or last member.
            guard peek() == "-", let end = scalars.dropFirst(index + 1).first, end != "]" else { continue }
            index += 1
            guard let lower = member.codePoint else {
                // After a set, the hyphen is a member.
                members += "\\-"
                continue
            }
            index += 1
            let last = try classMember(end)
            guard let upper = last.codePoint else {
                // Before a set, the hyphen is a member too.
                members += "\\-\(last.text)"
                continue
            }
            guard lower <= upper else {
                throw PatternError(reason: "the range \(Self.shown(lower))-\(Self.shown(upper)) is out of order")
            }
            members += "-\(last.text)"
        }
        emit("[\(negation)\(members)]", canRepeat: true)
    }

    /// Translates a member of a class, and returns its code point for a range; nil for a set.
    ///
    /// - Parameter next: The first scalar of the member, which was read.
    private mutating func classMember(_ next: Unicode.Scalar) throws -> (text: String, codePoint: UInt32?) {
        guard next == "\\" else { return (Self.literal(next), next.value) }
        guard let escaped = peek() else { throw PatternError(reason: "a [ is not closed") }
        index += 1
        if escaped == "b" { return ("\\x08", 8) }
        if let set = Self.sets[escaped] {
            guard set.hasPrefix("^") else { return (set, nil) }
            return ("[\(set)]", nil)
        }
        let start = index
        let text = try character(after: escaped)
        if escaped == "p" || escaped == "P" { return (text, nil) }
        // The escape is read again as a code point.
        index = start
        return (text, try codePoint(after: escaped))
    }

    /// Reads an escape that ``character(after:)`` has accepted.
    private mutating func codePoint(after next: Unicode.Scalar) throws -> UInt32 {
        switch next {
        case "t": return 9
        case "n": return 10
        case "v": return 11
        case "f": return 12
        case "r": return 13
        case "0": return 0
        case "c":
            let letter = scalars[index]
            index += 1
            return letter.value % 32
        case "x": return try hexadecimal(count: 2)
        case "u": return try unicodeEscape()
        default: return next.value
        }
    }

    // MARK: Reading and writing

    /// Returns the next scalar, which stays the next; nil at the end.
    private func peek() -> Unicode.Scalar? {
        guard index < scalars.count else { return nil }
        return scalars[index]
    }

    /// Skips a text if it is next, and returns whether it was.
    private mutating func skip(_ text: String) -> Bool {
        guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
        index += text.unicodeScalars.count
        return true
    }

    /// Reads the text before a scalar, and skips the scalar.
    private mutating func text(until end: Unicode.Scalar) throws -> String {
        guard let position = scalars[index...].firstIndex(of: end) else {
            throw PatternError(reason: "a \(end) is missing")
        }
        let text = scalars[index..<position]
        index = position + 1
        return String(String.UnicodeScalarView(text))
    }

    /// Reads the digits that are next; nil for none.
    private mutating func digits() -> String? {
        let found = scalars[index...].prefix { ("0"..."9").contains($0) }
        index += found.count
        guard !found.isEmpty else { return nil }
        return String(String.UnicodeScalarView(found))
    }

    /// Reads the mark of a lazy quantifier; empty for none.
    private mutating func lazyMark() -> String {
        skip("?") ? "?" : ""
    }

    /// Adds a text to the translation.
    private mutating func emit(_ text: String, canRepeat: Bool) {
        output += text
        self.canRepeat = canRepeat
    }

    /// Returns the pattern of a scalar that stands for itself.
    private static func literal(_ scalar: Unicode.Scalar) -> String {
        // Signs are escaped, because some of them have a meaning in patterns.
        let isSign = scalar.isASCII && scalar >= " " && !scalar.properties.isAlphabetic
        guard isSign, !("0"..."9").contains(scalar) else { return String(scalar) }
        return "\\\(scalar)"
    }

    /// Returns a code point for messages; half of a surrogate pair as an escape.
    private static func shown(_ value: UInt32) -> String {
        Unicode.Scalar(value).map(String.init) ?? "\\u\(String(value, radix: 16, uppercase: true))"
    }

    /// Returns the escape of a code point.
    private static func escaped(_ value: UInt32) -> String {
        "\\x{\(String(value, radix: 16))}"
    }

    /// The sets of escapes as members of a class, by the letter of the escape; `^` negates the whole set.
    ///
    /// ECMA-262 defines some of these sets for ASCII where other engines use Unicode.
    private static let sets: [Unicode.Scalar: String] = [
        "d": "0-9", "D": "^0-9", "w": "A-Za-z0-9_", "W": "^A-Za-z0-9_", "s": space, "S": "^\(space)",
    ]
    private static let space =
        "\\t\\n\\x0B\\f\\r\\x20\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF"
    private static let wordBoundary =
        "(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))"
    private static let noWordBoundary =
        "(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))"
}
