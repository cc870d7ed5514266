import Foundation

// Checks that each folder of Sources/HTTPMock mentions only types of the folders below it.
//
// Types are found by their declarations at the top level of a file, or in an extension of `HTTPMock`, which is a
// namespace. Members of types are not seen. Findings in a folder named by `--strict` fail the check, the others are only
// printed; `--strict all` names all folders.

/// The folders, the lowest first.
///
/// A folder may mention its own types, and those of the folders before it.
let layers = [
    "Clock", "Model", "Conditions", "Routing", "Responses", "Diagnosis", "Engine", "URLSession", "API",
]

/// The files outside of the folders whose types all folders may mention.
let shared: Set<String> = []

/// A mention that is allowed although the type belongs to a higher folder.
struct Exception {
    /// The end of the file's path.
    let file: String
    let type: String
    let reason: String
}

let exceptions = [
    Exception(
        file: "Clock/ElapsedTime.swift", type: "HTTPMockError",
        reason: "A clock of the user that throws fails the request with the error that every failure has."),
    Exception(
        file: "Diagnosis/UnmockedDiagnosis.swift", type: "Store",
        reason: "A diagnosis is made from the snapshot that the request was matched with."),
]

@main
enum Layers {
    static func main() {
        let root = CommandLine.arguments[1]
        let strict = option("--strict")
        let sources = files(below: root, ending: ".swift").map { (path: $0, text: SourceText(contents(of: $0))) }
        var declarations: [String: Set<String>] = [:]
        for (path, text) in sources {
            for name in declaredTypes(in: text.code) { declarations[name, default: []].insert(folder(of: path, root)) }
        }
        // A name that two folders declare belongs to neither.
        let owners = declarations.filter { $0.value.count == 1 && $0.key != "HTTPMock" }.compactMapValues(\.first)

        var findings: [String: [String]] = [:]
        var used: Set<Int> = []
        for (path, text) in sources {
            let own = folder(of: path, root)
            guard let layer = layer(of: own) else { continue }
            let local = Set(nestedTypes(in: text.code))
            var seen: Set<String> = []
            for (number, line) in text.code.enumerated() {
                for name in mentions(in: line) where !local.contains(name) && !seen.contains(name) {
                    guard let owner = owners[name], owner != own, let other = Self.layer(of: owner), other > layer
                    else { continue }
                    seen.insert(name)
                    if let index = exceptions.firstIndex(where: { path.hasSuffix($0.file) && $0.type == name }) {
                        used.insert(index)
                        continue
                    }
                    findings[own, default: []].append("\(path):\(number + 1): \(name) belongs to \(owner)")
                }
            }
        }
        for (index, exception) in exceptions.enumerated() where !used.contains(index) {
            findings["exceptions", default: []].append("\(exception.file) does not mention \(exception.type)")
        }
        var failures = 0
        for (folder, lines) in findings.sorted(by: { $0.key < $1.key }) {
            print("\(folder): \(lines.count)")
            for line in lines { print("  \(line)") }
            if strict.contains(folder) || strict.contains("all") || folder == "exceptions" { failures += lines.count }
        }
        print("\(sources.count) files, \(owners.count) types, \(exceptions.count) exceptions, \(failures) errors")
        exit(failures == 0 && !owners.isEmpty ? 0 : 1)
    }

    /// The folder below the root, or "top" for the files that make up the library's surface.
    static func folder(of path: String, _ root: String) -> String {
        let parts = path.dropFirst(root.count + 1).split(separator: "/")
        if parts.count > 1 { return String(parts[0]) }
        return shared.contains(String(parts[0])) ? "shared" : "top"
    }

    static func layer(of folder: String) -> Int? {
        folder == "shared" ? -1 : folder == "top" ? layers.count : layers.firstIndex(of: folder)
    }

    /// The names of the types that a file declares for others.
    static func declaredTypes(in code: [String]) -> [String] {
        var names: [String] = []
        var depth = 0
        var isNamespace = false
        for line in code {
            let isTop = depth == 0
            if isTop, line.contains(/extension HTTPMock[ :]/) { isNamespace = true }
            if isTop || depth == 1 && isNamespace, !line.contains("private ") {
                if let match = line.firstMatch(of: /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)/) {
                    names.append(String(match.1))
                }
            }
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            if depth == 0 { isNamespace = false }
        }
        return names
    }

    /// The names of all types that a file declares at any depth.
    static func nestedTypes(in code: [String]) -> [String] {
        code.flatMap { line in
            line.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias|associatedtype)\s+([A-Z]\w*)/)
                .map { String($0.1) }
        }
    }

    /// The names of types in a line, without members of other types than `HTTPMock`.
    static func mentions(in line: String) -> [String] {
        line.matches(of: /(?:([\w\])?>]+)\s*\.\s*)?\b([A-Z]\w*)/).compactMap { match in
            if let owner = match.1, owner != "HTTPMock" { return nil }
            return String(match.2)
        }
    }
}
