import Foundation

/// Checks that each folder of each module mentions only types of the folders below it.
///
/// Types are found by their declarations at the top level of a file, or in an extension of `HTTPMock`. That type is a
/// namespace as well as the facade. Members of types are not seen.
enum Layers {
    /// Checks all modules of a package.
    ///
    /// - Parameters:
    ///   - root: The folder of the modules.
    ///   - orders: The folders of each module, the lowest first.
    ///   - exceptions: The mentions that may break the order; an exception that no file needs is a finding.
    static func check(
        _ root: String, orders: [String: [String]] = LayerOrder.folders,
        exceptions: [(file: String, type: String)] = LayerOrder.exceptions
    ) throws -> Report {
        let modules = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
            .filter { !files(below: "\(root)/\($0)", ending: ".swift").isEmpty }
        var findings: [String] = []
        var used: Set<Int> = []
        var count = 0
        for module in modules {
            let path = "\(root)/\(module)"
            let folders = Set(files(below: path, ending: ".swift").map { folder(of: $0, path) })
            guard let order = orders[module] else {
                findings.append("\(path): no order of its folders is known; add it to LayerOrder.swift")
                continue
            }
            findings += folders.subtracting(order + [top]).sorted().map { "\(path)/\($0): is no folder of the order" }
            findings += Set(order).subtracting(folders).sorted().map {
                "\(path)/\($0): the order names it, but it is gone"
            }
            for mention in upwardMentions(in: path, order: order, count: &count) {
                let exception = exceptions.firstIndex { mention.path.hasSuffix($0.file) && $0.type == mention.type }
                if let exception {
                    used.insert(exception)
                } else {
                    findings.append("\(mention.path):\(mention.line): \(mention.type) belongs to \(mention.owner)")
                }
            }
        }
        for (index, exception) in exceptions.enumerated() where !used.contains(index) {
            findings.append("exceptions: \(exception.file) does not mention \(exception.type)")
        }
        return Report(findings, of: count, "files in \(modules.count) modules, \(exceptions.count) exceptions")
    }

    /// A type of a higher folder, at its first mention in a file.
    private struct Mention {
        let path: String
        let line: Int
        let type: String
        let owner: String
    }

    private static func upwardMentions(in root: String, order: [String], count: inout Int) -> [Mention] {
        let sources = files(below: root, ending: ".swift").map { (path: $0, text: SourceText(contents(of: $0))) }
        count += sources.count
        var declarations: [String: Set<String>] = [:]
        for (path, text) in sources {
            for name in declaredTypes(in: text.code) { declarations[name, default: []].insert(folder(of: path, root)) }
        }
        // A name that two folders declare belongs to neither.
        let owners = declarations.filter { $0.value.count == 1 }.compactMapValues(\.first)
        func layer(_ folder: String) -> Int? { folder == top ? order.count : order.firstIndex(of: folder) }

        return sources.flatMap { path, text -> [Mention] in
            let own = folder(of: path, root)
            guard let ownLayer = layer(own) else { return [] }
            var seen = Set(nestedTypes(in: text.code))
            return text.code.enumerated().flatMap { number, line in
                mentions(in: line).compactMap { name in
                    guard let owner = owners[name], let other = layer(owner), other > ownLayer,
                        seen.insert(name).inserted
                    else { return nil }
                    return Mention(path: path, line: number + 1, type: name, owner: owner)
                }
            }
        }
    }

    /// The name of the files outside of the folders, which are the highest layer.
    private static let top = "top"

    /// Returns the folder below a module's folder.
    private static func folder(of path: String, _ root: String) -> String {
        let parts = path.dropFirst(root.count + 1).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : top
    }

    /// Returns the names of the types that a file declares for others.
    static func declaredTypes(in code: [String]) -> [String] {
        var (names, depth, isNamespace) = ([String](), 0, false)
        for line in code {
            let isTop = depth == 0
            if isTop, line.contains(/extension HTTPMock[ :]/) { isNamespace = true }
            let mayDeclare = isTop || (depth == 1 && isNamespace)
            if mayDeclare, !line.contains("private ") {
                if let match = line.firstMatch(of: /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)/) {
                    names.append(String(match.1))
                }
            }
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            if depth == 0 { isNamespace = false }
        }
        return names
    }

    /// Returns the names of all types that a file declares at any depth.
    static func nestedTypes(in code: [String]) -> [String] {
        code.flatMap { line in
            line.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias|associatedtype)\s+([A-Z]\w*)/)
                .map { String($0.1) }
        }
    }

    /// Returns the names of types in a line, without members of other types than `HTTPMock`.
    ///
    /// In `Outer.Inner` and in `extension Outer` the outer name is that of a namespace, and no mention of the type.
    static func mentions(in line: String) -> [String] {
        let tokens = SwiftToken.all(in: [line])
        return tokens.indices.filter { isMention(at: $0, in: tokens) }.map { tokens[$0].text }
    }

    private static func isMention(at index: Int, in tokens: [SwiftToken]) -> Bool {
        guard tokens[index].isTypeName else { return false }
        func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
        if text(index + 1) == ".", tokens.indices.contains(index + 2), tokens[index + 2].isTypeName { return false }
        var before = index - 1
        if text(before) == ".", let last = text(before - 1).last {
            if text(before - 1) == "HTTPMock" {
                before -= 2
            } else if last.isLetter || last.isNumber || "_])?>".contains(last) {
                // A member of a value or of another type; nothing is before the dot of an implicit member.
                return false
            }
        }
        return !["extension", "import"].contains(text(before))
    }
}
