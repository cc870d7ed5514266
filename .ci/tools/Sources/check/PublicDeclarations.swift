/// The public declarations of a Swift file, as they are compiled on Linux.
struct PublicDeclarations {
    /// A declaration with the word `public`, a case of a public enum, or a requirement of a public protocol.
    struct Declaration {
        var name: String
        /// The line of the name, from 0.
        var line: Int
        /// The names of the types and extensions around the declaration, the outermost first.
        var outer: [String]
        /// Whether the declaration has no documentation because of a mark of its own, or of its extension.
        var isHidden: Bool
    }

    private(set) var declarations: [Declaration] = []
    /// The types with their access, and whether their documentation is internal.
    private(set) var types: [(name: String, access: SwiftFile.Access, isHidden: Bool)] = []

    /// The types of all files, by name.
    struct Owners {
        private var access: [String: SwiftFile.Access] = [:]
        private var hidden: Set<String> = []

        init(_ files: [PublicDeclarations]) {
            for type in files.flatMap(\.types) {
                access[type.name] = max(access[type.name] ?? .private, type.access)
                if type.isHidden { hidden.insert(type.name) }
            }
        }

        /// Returns whether the documentation has a declaration: nothing around the declaration hides it.
        func isVisible(_ declaration: Declaration) -> Bool {
            let isInPublic = declaration.outer.allSatisfy { (access[$0] ?? .public) == .public }
            return !declaration.isHidden && isInPublic && hidden.isDisjoint(with: declaration.outer)
        }
    }

    /// The declaration that an open brace has begun.
    private struct Scope {
        var names: [String] = []
        /// Whether members are public without a word.
        var hasPublicMembers: Bool { isPublicEnum || isPublicProtocol }
        var isPublicEnum = false
        var isPublicProtocol = false
        var isHiddenExtension = false
    }

    /// The modifiers and attributes before the keyword of a declaration.
    private struct Prefix {
        /// Internal also for what is private, because neither is in the documentation.
        var access = SwiftFile.Access.internal
        /// Whether `@_documentation(visibility: internal)` is there.
        var hasMark = false
        var isUnavailable = false
    }

    private static let keywords: Set<String> = [
        "struct", "class", "enum", "protocol", "actor", "extension", "func", "init", "subscript", "var", "let",
        "typealias", "associatedtype", "case",
    ]

    init(_ text: String) {
        let all = SwiftToken.all(in: SourceText(text).code)
        let inactive = Self.inactiveLines(all)
        let tokens = all.filter { !inactive.contains($0.line) }
        var scopes: [Scope] = []
        var begun: Scope?
        var depth = 0
        for (index, token) in tokens.enumerated() {
            switch token.text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{":
                scopes.append(depth == 0 ? begun ?? Scope() : Scope())
                if depth == 0 { begun = nil }
            case "}":
                _ = scopes.popLast()
            case let keyword where Self.keywords.contains(keyword) && depth == 0:
                guard Self.isKeyword(at: index, in: tokens) else { continue }
                let scope = read(at: index, of: tokens, in: scopes)
                if let scope { begun = scope }
            default: break
            }
        }
    }

    /// Reads the declaration whose keyword is at an index, and returns the scope that it opens.
    private mutating func read(at index: Int, of tokens: [SwiftToken], in scopes: [Scope]) -> Scope? {
        let keyword = tokens[index].text
        let prefix = Self.prefix(before: index, in: tokens)
        let owner = scopes.last
        let outer = scopes.flatMap(\.names)
        let isNamedByKeyword = keyword == "init" || keyword == "subscript"
        let nameIndex = isNamedByKeyword ? index : index + 1
        guard nameIndex < tokens.count else { return nil }
        let name = tokens[nameIndex]
        if keyword == "extension" {
            let names = Self.dottedNames(at: nameIndex, in: tokens)
            return Scope(names: names, isHiddenExtension: prefix.hasMark)
        }
        let isRequirement = owner?.isPublicProtocol == true
        let isCase = keyword == "case" && owner?.isPublicEnum == true
        if prefix.access == .public || isRequirement || isCase {
            let isHiddenByExtension = owner?.isHiddenExtension == true && prefix.isUnavailable
            let isHidden = prefix.hasMark || isHiddenByExtension
            declarations.append(Declaration(name: name.text, line: name.line, outer: outer, isHidden: isHidden))
        }
        guard ["struct", "class", "enum", "protocol", "actor"].contains(keyword) else { return nil }
        types.append((name.text, prefix.access, prefix.hasMark))
        let isPublic = prefix.access == .public
        return Scope(
            names: [name.text], isPublicEnum: isPublic && keyword == "enum",
            isPublicProtocol: isPublic && keyword == "protocol")
    }

    private static func isKeyword(at index: Int, in tokens: [SwiftToken]) -> Bool {
        guard index + 1 < tokens.count, !tokens[index].isLabel else { return false }
        let next = tokens[index + 1].text
        switch tokens[index].text {
        case "class": return tokens[index + 1].isTypeName
        case "case": return tokens[index].isFirstOfLine && next != "." && next != "let"
        case "init": return ["(", "<", "?", "!"].contains(next)
        default: return next != ":"
        }
    }

    private static func dottedNames(at index: Int, in tokens: [SwiftToken]) -> [String] {
        var names = [tokens[index].text]
        var position = index + 1
        while position + 1 < tokens.count, tokens[position].text == "." {
            names.append(tokens[position + 1].text)
            position += 2
        }
        return names
    }

    /// Reads modifiers and attributes backwards from a keyword.
    private static func prefix(before index: Int, in tokens: [SwiftToken]) -> Prefix {
        var prefix = Prefix()
        var position = index - 1
        while position >= 0 {
            let text = tokens[position].text
            if text == ")" {
                guard let start = beginning(of: position, in: tokens) else { break }
                let words = tokens[start...position].map(\.text)
                let name = start > 0 ? tokens[start - 1].text : ""
                if name == "_documentation", words.contains("internal") { prefix.hasMark = true }
                if name == "available", words.contains("unavailable") { prefix.isUnavailable = true }
                position = start - 1
            } else if SwiftToken.modifiers.contains(text) {
                switch text {
                case "public", "open": prefix.access = .public
                case "package": prefix.access = .package
                default: break
                }
                position -= 1
            } else if position > 0, tokens[position - 1].text == "@" {
                position -= 2
            } else {
                break
            }
        }
        return prefix
    }

    private static func beginning(of index: Int, in tokens: [SwiftToken]) -> Int? {
        var depth = 0
        for position in (0...index).reversed() {
            if tokens[position].text == ")" { depth += 1 }
            if tokens[position].text == "(" { depth -= 1 }
            if depth == 0 { return position }
        }
        return nil
    }
}

extension PublicDeclarations {
    /// The lines that the compiler skips on Linux, and those of the conditions.
    private static func inactiveLines(_ tokens: [SwiftToken]) -> Set<Int> {
        let lines = Dictionary(grouping: tokens, by: \.line)
        guard let last = lines.keys.max() else { return [] }
        var inactive: Set<Int> = []
        // For each open `#if`, whether its present branch is compiled, and whether one has been.
        var branches: [(isActive: Bool, hasBeenActive: Bool)] = []
        for number in 0...last {
            let words = (lines[number] ?? []).map(\.text)
            let directive = words.first == "#" ? words.dropFirst().first : nil
            switch directive {
            case "if":
                let isActive = isTrue(words.dropFirst(2))
                branches.append((isActive, isActive))
            case "elseif", "else":
                guard let branch = branches.popLast() else { continue }
                let isActive = !branch.hasBeenActive && (directive == "else" || isTrue(words.dropFirst(2)))
                branches.append((isActive, branch.hasBeenActive || isActive))
            case "endif":
                _ = branches.popLast()
            default:
                if branches.contains(where: { !$0.isActive }) { inactive.insert(number) }
                continue
            }
            inactive.insert(number)
        }
        return inactive
    }

    /// Returns whether a condition holds on Linux, with the newest compiler.
    private static func isTrue(_ words: ArraySlice<String>) -> Bool {
        words.split(separator: "||").contains { terms in
            terms.split(separator: "&&").allSatisfy { term in
                let isNegated = term.first == "!"
                let words = Array(isNegated ? term.dropFirst() : term)
                return isNegated != isTrueTerm(words)
            }
        }
    }

    private static func isTrueTerm(_ words: [String]) -> Bool {
        guard words.count > 2 else { return false }
        switch words[0] {
        case "os": return words[2] == "Linux"
        case "canImport": return !["Darwin", "ObjectiveC", "Combine", "Musl", "UIKit", "AppKit"].contains(words[2])
        case "compiler", "swift": return true
        default: return false
        }
    }
}
