/// The declarations of a Swift file, and the names that the file mentions, as far as its tokens show them.
///
/// Types, functions and tuples are found by their keywords and braces. Texts and comments are left out, the code of
/// interpolations is read. Code of every `#if` is read.
struct SwiftFile {
    /// A struct, class, enum, protocol or actor.
    struct Declaration {
        var name: String
        /// The names of the types and extensions around the type, the outermost first.
        var outer: [String]
        var access: Access
        /// The first and the last line, from 0.
        var lines: ClosedRange<Int>
        /// The names after the colon.
        var conformances: [String] = []

        var qualifiedName: String { (outer + [name]).joined(separator: ".") }
    }

    /// A stored or computed property of a type.
    struct Property {
        var name: String
        var outer: [String]
        var line: Int
        /// The words and signs of the first line of the declaration.
        var words: [String]

        var qualifiedName: String { (outer + [name]).joined(separator: ".") }
    }

    /// An alias of a tuple with two or more members.
    struct TupleAlias {
        var name: String
        var outer: [String]
        var line: Int
    }

    /// A function, initializer, subscript, or property with a body.
    struct Function {
        var name: String
        var outer: [String]
        var line: Int
        /// The tokens of the body, without its braces.
        var body: Range<Int>

        var qualifiedName: String { (outer + [name]).joined(separator: ".") }
    }

    /// A type's name in the code, other than in the declaration of that type.
    struct Mention: Hashable {
        var name: String
        /// The word before the dot, as in `Outer.Name`; nil without a dot.
        var qualifier: String?
        /// The names of the types and extensions around the mention.
        var scope: [String]
    }

    enum Access: Int, Comparable {
        case `private`, `internal`, package, `public`

        static func < (left: Access, right: Access) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    let path: String
    let tokens: [SwiftToken]
    private let code: [String]
    private let comments: [String]
    private let texts: [String]
    /// The number of lines with code.
    let codeLineCount: Int
    let lineCount: Int
    private(set) var declarations: [Declaration] = []
    private(set) var extensions: [Extension] = []
    private(set) var tupleAliases: [TupleAlias] = []
    private(set) var functions: [Function] = []
    private(set) var properties: [Property] = []
    private(set) var mentions: Set<Mention> = []

    /// An extension, with the names of the types that it conforms to.
    struct Extension {
        var name: String
        var conformances: [String]
        var lines: ClosedRange<Int>
    }

    /// The declaration that an open brace has begun.
    private enum Scope {
        case type(Int)
        case `extension`(Int)
        case function(Int)
        case other
    }

    init(path: String, text: String) {
        self.path = path
        let source = SourceText(text)
        code = source.code
        comments = source.comments
        texts = source.texts.map(\.content)
        tokens = SwiftToken.all(in: code)
        codeLineCount = code.count { !$0.allSatisfy(\.isWhitespace) }
        lineCount = code.last?.isEmpty == true ? code.count - 1 : code.count
        readDeclarations()
    }

    /// The name of the file without its ending.
    var stem: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

    /// The words of the code, and the literals that are one word.
    var words: Set<String> {
        Set(tokens.map(\.text)).union(texts.filter { !$0.contains(" ") })
    }

    /// Returns the first paragraph of the documentation above a line; empty without one.
    func summary(above line: Int) -> String {
        var paragraph: [String] = []
        var index = line - 1
        while index >= 0 {
            let isAttribute = code[index].trimmingPrefix(while: \.isWhitespace).hasPrefix("@")
            let isDocumentation = comments[index].hasPrefix("/") && code[index].allSatisfy(\.isWhitespace)
            guard isAttribute || isDocumentation else { break }
            if isDocumentation {
                let text = comments[index].dropFirst().drop { $0 == " " }
                // What comes after an empty line is no summary.
                if text.isEmpty { paragraph = [] } else { paragraph.insert(String(text), at: 0) }
            }
            index -= 1
        }
        return paragraph.joined(separator: " ")
    }

    /// The headings of FoundationOnLinux.md that comments cite.
    var citedHeadings: [String] {
        let text = comments.joined(separator: " ").replacing(/[\s\/]+/, with: " ")
        return text.matches(of: /FoundationOnLinux(?:\.md)?[,>]? "([^"]+)"(?: and "([^"]+)")?/).flatMap { match in
            [match.1, match.2].compactMap { $0.map(String.init) }
        }
    }

    private mutating func readDeclarations() {
        // The scope of each open brace, and what the next braces at these tokens begin.
        var scopes: [Scope] = []
        var begun: [Int: Scope] = [:]
        for (index, token) in tokens.enumerated() {
            if let property = property(at: index, in: scopes) { properties.append(property) }
            switch token.text {
            case "{":
                scopes.append(begun[index] ?? .other)
            case "}":
                close(scopes.popLast(), at: index)
            case "struct", "class", "enum", "protocol", "actor":
                guard let name = typeName(after: index), let brace = brace(after: index + 1) else { continue }
                let outer = names(of: scopes)
                let line = token.line
                let isHidden = scopes.contains { isPrivate($0) }
                let access = isHidden ? .private : access(before: index)
                declarations.append(
                    Declaration(
                        name: name, outer: outer, access: access, lines: line...line,
                        conformances: typeNames(in: index + 2..<brace)))
                begun[brace] = .type(declarations.count - 1)
            case "extension":
                guard typeName(after: index) != nil, let brace = brace(after: index + 1) else { continue }
                extensions.append(readExtension(at: index, brace: brace))
                begun[brace] = .extension(extensions.count - 1)
            case "typealias":
                readAlias(at: index, outer: names(of: scopes))
            case "func", "init", "deinit", "subscript", "var":
                guard let (name, brace) = functionBody(at: index) else { continue }
                functions.append(
                    Function(name: name, outer: names(of: scopes), line: token.line, body: brace + 1..<brace + 1))
                begun[brace] = .function(functions.count - 1)
            default:
                guard token.isTypeName, !isDeclaredName(at: index) else { continue }
                let isMember = index > 0 && tokens[index - 1].text == "."
                var qualifier: String?
                if isMember { qualifier = index > 1 ? tokens[index - 2].text : "" }
                mentions.insert(Mention(name: token.text, qualifier: qualifier, scope: names(of: scopes)))
            }
        }
    }

    /// Returns the property of a type whose keyword is at an index; nil if none is there.
    private func property(at index: Int, in scopes: [Scope]) -> Property? {
        let token = tokens[index]
        guard token.text == "let" || token.text == "var", index + 1 < tokens.count else { return nil }
        switch scopes.last {
        case .type, .extension: break
        case .function, .other, nil: return nil
        }
        let words = tokens[index...].prefix { $0.line == token.line }.map(\.text)
        return Property(name: tokens[index + 1].text, outer: names(of: scopes), line: token.line, words: words)
    }

    /// Returns the names of types up to a `where` clause.
    private func typeNames(in range: Range<Int>) -> [String] {
        tokens[range].prefix { $0.text != "where" }.filter(\.isTypeName).map(\.text)
    }

    /// Notes where a scope ends.
    private mutating func close(_ scope: Scope?, at index: Int) {
        let line = tokens[index].line
        switch scope {
        case .type(let number):
            declarations[number].lines = declarations[number].lines.lowerBound...line
        case .extension(let number):
            extensions[number].lines = extensions[number].lines.lowerBound...line
        case .function(let number):
            functions[number].body = functions[number].body.lowerBound..<index
        case .other, nil:
            break
        }
    }

    /// The names of the types and extensions of scopes, the outermost first.
    private func names(of scopes: [Scope]) -> [String] {
        scopes.flatMap { scope -> [String] in
            switch scope {
            case .type(let number): [declarations[number].name]
            case .extension(let number): extensions[number].name.split(separator: ".").map(String.init)
            case .function, .other: []
            }
        }
    }

    /// Returns whether nothing outside of the file sees the members of a scope.
    private func isPrivate(_ scope: Scope) -> Bool {
        switch scope {
        case .type(let number): declarations[number].access == .private
        case .extension: false
        // A type in a function.
        case .function, .other: true
        }
    }

    /// Returns the access of the declaration whose keyword is at an index.
    private func access(before index: Int) -> Access {
        let modifiers = tokens[..<index].reversed().prefix { SwiftToken.modifiers.contains($0.text) }.map(\.text)
        if modifiers.contains("private") || modifiers.contains("fileprivate") { return .private }
        if modifiers.contains("public") || modifiers.contains("open") { return .public }
        return modifiers.contains("package") ? .package : .internal
    }

    /// Returns the name of the type whose keyword is at an index; nil if the word is no keyword there.
    private func typeName(after index: Int) -> String? {
        let isMember = index > 0 && tokens[index - 1].text == "."
        // Extensions of arrays and the like are written with brackets.
        guard !isMember, index + 1 < tokens.count, tokens[index + 1].isTypeName else { return nil }
        return tokens[index + 1].text
    }

    private func isDeclaredName(at index: Int) -> Bool {
        guard index > 0 else { return false }
        return ["struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype", "case"]
            .contains(tokens[index - 1].text)
    }

    private func readExtension(at index: Int, brace: Int) -> Extension {
        var end = index + 2
        while end + 1 < brace, tokens[end].text == "." {
            end += 2
        }
        let name = tokens[index + 1..<end].map(\.text).joined()
        let line = tokens[index].line
        return Extension(name: name, conformances: typeNames(in: end..<brace), lines: line...line)
    }

    private mutating func readAlias(at index: Int, outer: [String]) {
        guard index + 1 < tokens.count, let equals = tokens[index...].firstIndex(where: { $0.text == "=" }) else {
            return
        }
        let first = tokens[equals...].dropFirst().firstIndex { $0.text != "@" && $0.text != "Sendable" }
        guard let first, tokens[first].text == "(", let end = SwiftToken.end(of: first, in: tokens) else { return }
        let isFunction = tokens[(end + 1)...].prefix(3).contains { $0.text == "->" }
        guard !isFunction, SwiftToken.commaCount(in: first + 1..<end, of: tokens) > 0 else { return }
        tupleAliases.append(TupleAlias(name: tokens[index + 1].text, outer: outer, line: tokens[index].line))
    }

    /// Returns the name of the function whose keyword is at an index, and its opening brace; nil without a body.
    private func functionBody(at index: Int) -> (name: String, brace: Int)? {
        let isMember = index > 0 && tokens[index - 1].text == "."
        guard !isMember, index + 1 < tokens.count else { return nil }
        let next = tokens[index + 1].text
        switch tokens[index].text {
        case "var":
            // A property whose value is computed: its type, and then a brace.
            guard index + 2 < tokens.count, tokens[index + 2].text == ":" else { return nil }
            return brace(after: index + 3, stopsAtValue: true).map { (next, $0) }
        case "func":
            return brace(after: index + 2).map { (next, $0) }
        case "deinit":
            return next == "{" ? ("deinit", index + 1) : nil
        default:
            guard ["(", "<", "?", "!"].contains(next) else { return nil }
            return brace(after: index + 1).map { (tokens[index].text, $0) }
        }
    }

    /// Returns the first brace after an index that is in no parentheses; nil if another declaration comes first.
    ///
    /// - Parameter stopsAtValue: Whether the search ends at a comma or an assignment, as for the type of a property.
    private func brace(after start: Int, stopsAtValue: Bool = false) -> Int? {
        var index = start
        while index < tokens.count {
            let token = tokens[index]
            switch token.text {
            case "(", "[":
                guard let end = SwiftToken.end(of: index, in: tokens) else { return nil }
                index = end
            case "{":
                return index
            case "," where !stopsAtValue:
                break
            case "}", ";", ",", ")", "]":
                return nil
            case "=" where stopsAtValue:
                return nil
            default:
                if token.isFirstOfLine, index > start, SwiftToken.beginners.contains(token.text) { return nil }
            }
            index += 1
        }
        return nil
    }
}
