/// Parses GraphQL documents: operations, fragments, and the definitions of a type system.
///
/// - SeeAlso: [GraphQL §2.2](https://spec.graphql.org/September2025/#sec-Document)
struct GraphQLParser {
    private let bytes: [UInt8]
    private var lexer: GraphQLLexer
    /// The next token, which is not read yet.
    var token: GraphQLToken
    private var depth = 0

    /// The deepest nesting of selections and values.
    ///
    /// The searches for cycles of fragments and of input types, and the checks of the values of variables, have the
    /// same limit.
    static let depthLimit = 500

    private init(_ bytes: [UInt8]) throws(GraphQLSyntaxError) {
        self.bytes = bytes
        lexer = GraphQLLexer(bytes)
        if let offset = bytes.firstInvalidUTF8 {
            throw GraphQLSyntaxError(reason: "the text is not UTF-8", offset: offset)
        }
        token = try lexer.next()
    }

    /// Parses a document.
    ///
    /// - Throws: ``GraphQLSyntaxError`` for the first defect.
    static func definitions(of source: GraphQLSource) throws(GraphQLSyntaxError) -> [Syntax.Definition] {
        var parser = try GraphQLParser(source.bytes)
        var definitions: [Syntax.Definition] = []
        repeat { definitions.append(try parser.definition()) } while !parser.isAtEnd
        return definitions
    }

    /// Parses a value without variables, as a default value in an answer to an introspection query.
    static func value(of text: String) throws(GraphQLSyntaxError) -> Syntax.Value {
        var parser = try GraphQLParser(Array(text.utf8))
        let value = try parser.value(isConstant: true)
        guard parser.isAtEnd else { throw parser.unexpected() }
        return value
    }
}

// MARK: - Tokens

extension GraphQLParser {
    var isAtEnd: Bool {
        if case .end = token.kind { true } else { false }
    }

    /// Reads the token, so that the one after it is next.
    mutating func advance() throws(GraphQLSyntaxError) { token = try lexer.next() }

    /// Returns whether the next token is a punctuator.
    func isNext(_ punctuator: Unicode.Scalar) -> Bool { token.isPunctuator(UInt8(ascii: punctuator)) }

    /// Skips a punctuator if it is next, and returns whether it was.
    mutating func skip(_ punctuator: Unicode.Scalar) throws(GraphQLSyntaxError) -> Bool {
        guard isNext(punctuator) else { return false }
        try advance()
        return true
    }

    /// Reads a punctuator, which has to be there.
    mutating func expect(_ punctuator: Unicode.Scalar) throws(GraphQLSyntaxError) {
        guard try skip(punctuator) else { throw unexpected("\"\(punctuator)\"") }
    }

    /// The text of the next token.
    var tokenText: String { String(decoding: bytes[token.start..<token.end], as: UTF8.self) }

    /// Returns whether the next token is a name with this text.
    func isNextWord(_ word: StaticString) -> Bool {
        guard case .name = token.kind, token.end - token.start == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { bytes[token.start..<token.end].elementsEqual($0) }
    }

    /// Skips a word if it is next, and returns whether it was.
    mutating func skipWord(_ word: StaticString) throws(GraphQLSyntaxError) -> Bool {
        guard isNextWord(word) else { return false }
        try advance()
        return true
    }

    /// Reads a name.
    mutating func name() throws(GraphQLSyntaxError) -> Syntax.Name {
        guard case .name = token.kind else { throw unexpected("a name") }
        let name = Syntax.Name(text: tokenText, offset: token.start)
        try advance()
        return name
    }

    /// Returns the error about the next token.
    func unexpected(_ expected: String? = nil) -> GraphQLSyntaxError {
        let found = isAtEnd ? "the end" : tokenText.quoted
        var reason = "unexpected \(found)"
        if let expected { reason = "expected \(expected), found \(found)" }
        return GraphQLSyntaxError(reason: reason, offset: token.start)
    }

    /// Counts a level of nesting, until ``leave()``.
    mutating func enter() throws(GraphQLSyntaxError) {
        depth += 1
        guard depth <= Self.depthLimit else {
            throw GraphQLSyntaxError(reason: "nested deeper than \(Self.depthLimit) levels", offset: token.start)
        }
    }

    mutating func leave() { depth -= 1 }

    /// Reads elements between two punctuators, at least one.
    mutating func list<Element>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar,
        _ element: (inout GraphQLParser) throws(GraphQLSyntaxError) -> Element
    ) throws(GraphQLSyntaxError) -> [Element] {
        try expect(open)
        var elements: [Element] = []
        repeat { elements.append(try element(&self)) } while try !skip(close)
        return elements
    }

    /// Reads elements between two punctuators, if the first is there.
    mutating func optionalList<Element>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar,
        _ element: (inout GraphQLParser) throws(GraphQLSyntaxError) -> Element
    ) throws(GraphQLSyntaxError) -> [Element] {
        isNext(open) ? try list(open, close, element) : []
    }
}

// MARK: - Values and types

extension GraphQLParser {
    /// Reads a value, which has no variables if it is constant.
    mutating func value(isConstant: Bool) throws(GraphQLSyntaxError) -> Syntax.Value {
        try enter()
        defer { leave() }
        let start = token.start
        let kind: Syntax.Value.Kind
        switch token.kind {
        case .punctuator(UInt8(ascii: "[")):
            kind = .list(try elements(isConstant: isConstant))
        case .punctuator(UInt8(ascii: "{")):
            kind = .object(try members(isConstant: isConstant))
        case .punctuator(UInt8(ascii: "$")) where !isConstant:
            try advance()
            kind = .variable(try name().text)
        case .int, .float, .string, .blockString, .name:
            kind = try scalar()
        default:
            throw unexpected("a value")
        }
        return Syntax.Value(kind: kind, offset: start)
    }

    private mutating func scalar() throws(GraphQLSyntaxError) -> Syntax.Value.Kind {
        let text = tokenText
        let kind: Syntax.Value.Kind
        switch token.kind {
        case .int: kind = .int(text)
        case .float: kind = .float(text)
        case .string, .blockString: return .string(try stringValue())
        default:
            switch text {
            case "true": kind = .boolean(true)
            case "false": kind = .boolean(false)
            case "null": kind = .null
            default: kind = .enumValue(text)
            }
        }
        try advance()
        return kind
    }

    /// Reads a string or a block string.
    mutating func stringValue() throws(GraphQLSyntaxError) -> String {
        let text: String
        if case .blockString = token.kind {
            let quoteCount = GraphQLText.blockQuotes.count
            text = GraphQLText.blockValue(of: bytes[(token.start + quoteCount)..<(token.end - quoteCount)])
        } else {
            text = try GraphQLText.value(of: bytes[(token.start + 1)..<(token.end - 1)])
        }
        try advance()
        return text
    }

    private mutating func elements(isConstant: Bool) throws(GraphQLSyntaxError) -> [Syntax.Value] {
        try expect("[")
        var elements: [Syntax.Value] = []
        while try !skip("]") { elements.append(try value(isConstant: isConstant)) }
        return elements
    }

    private mutating func members(isConstant: Bool) throws(GraphQLSyntaxError) -> [Syntax.Argument] {
        try expect("{")
        var members: [Syntax.Argument] = []
        while try !skip("}") { members.append(try argument(isConstant: isConstant)) }
        return members
    }

    /// Reads a name and a value: an argument, or a member of an object.
    mutating func argument(isConstant: Bool) throws(GraphQLSyntaxError) -> Syntax.Argument {
        let name = try name()
        try expect(":")
        return Syntax.Argument(name: name, value: try value(isConstant: isConstant))
    }

    /// Reads a type: `[User!]!`.
    mutating func type() throws(GraphQLSyntaxError) -> Syntax.TypeReference {
        let start = token.start
        var listCount = 0
        while try skip("[") {
            listCount += 1
            guard listCount <= TypeWrappers.listLimit else {
                let reason = "a type has more than \(TypeWrappers.listLimit) lists"
                throw GraphQLSyntaxError(reason: reason, offset: token.start)
            }
        }
        let name = try name()
        var wrappers = TypeWrappers.none
        if try skip("!") { wrappers = wrappers.withoutNull() }
        for _ in 0..<listCount {
            try expect("]")
            wrappers = wrappers.inList()
            if try skip("!") { wrappers = wrappers.withoutNull() }
        }
        return Syntax.TypeReference(name: name, wrappers: wrappers, offset: start)
    }

    /// Reads directives, none or more.
    mutating func directives(isConstant: Bool) throws(GraphQLSyntaxError) -> [Syntax.Directive] {
        var directives: [Syntax.Directive] = []
        while isNext("@") {
            let start = token.start
            try advance()
            let name = try name()
            let arguments = try optionalList("(", ")") { parser throws(GraphQLSyntaxError) in
                try parser.argument(isConstant: isConstant)
            }
            directives.append(Syntax.Directive(name: name, arguments: arguments, offset: start))
        }
        return directives
    }
}

extension [UInt8] {
    /// The index of the first byte that is not UTF-8; nil if all are.
    fileprivate var firstInvalidUTF8: Int? {
        if utf8Text != nil { return nil }
        var validCount = 0
        var decoder = UTF8()
        var bytes = makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) { validCount += UTF8.width(scalar) }
        return validCount
    }
}
