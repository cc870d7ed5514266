import Foundation

/// The code of a package, as the maintainers' pages describe it.
struct MapCode {
    let root: String
    /// The files of all modules of Sources.
    let files: [SwiftFile]
    /// The words of each file of Sources and Tests.
    let words: [Set<String>]
    /// The scripts, which name files that they write.
    let scriptText: String
    /// All paths of files and folders of the package, each with its ends: `a/b/c`, `b/c`, `c`.
    let paths: Set<String>

    init(_ root: String) {
        self.root = root
        files = check.files(below: "\(root)/Sources", ending: ".swift").map {
            SwiftFile(path: String($0.dropFirst(root.count + 1)), text: contents(of: $0))
        }
        let tests = check.files(below: "\(root)/Tests", ending: ".swift").map {
            SwiftFile(path: String($0.dropFirst(root.count + 1)), text: contents(of: $0))
        }
        words = (files + tests).map(\.words)
        let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        let names = all.filter { !$0.contains(".build/") && !$0.hasPrefix(".git/") }
        let scripts = names.filter { name in
            let isScript = name.hasPrefix(".ci/") && !name.hasPrefix(".ci/tools/")
            return isScript || name == ".gitignore"
        }
        scriptText = scripts.map { contents(of: "\(root)/\($0)") }.joined()
        paths = Set(
            names.flatMap { name -> [String] in
                let parts = name.split(separator: "/")
                return parts.indices.map { parts[$0...].joined(separator: "/") }
            })
    }

    /// The files of a module.
    func files(of module: String) -> [SwiftFile] {
        files.filter { $0.path.hasPrefix("Sources/\(module)/") }
    }

    /// The names of the modules, the core first.
    var modules: [String] {
        let names = Set(files.compactMap { $0.path.split(separator: "/").dropFirst().first.map(String.init) })
        return names.sorted()
    }

    /// Returns whether a file has all words.
    func hasFile(with words: [String]) -> Bool {
        self.words.contains { $0.isSuperset(of: words) }
    }

    /// Returns the cases of an enum, given by its whole name.
    func cases(of name: String) -> [String] {
        for file in files {
            guard let type = file.declarations.first(where: { $0.qualifiedName == name }) else { continue }
            let owner = file.tokens.filter { type.lines.contains($0.line) }
            return SwitchStatement.labels(in: owner.drop { $0.text != "{" }.dropFirst(), isEnum: true)
        }
        return []
    }
}
