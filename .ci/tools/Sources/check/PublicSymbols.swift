import Foundation

/// Checks that each public declaration is in the symbol graph of its module, and so in the documentation.
///
/// The compiler leaves out what is marked as internal documentation, and all members of an extension with that mark. A
/// declaration may be left out if the mark is its own or that of its type, and in an extension with the mark, if it is
/// unavailable. The graphs are those of Linux, so code for other systems is not looked at.
enum PublicSymbols {
    /// The part of a symbol graph that is read here.
    private struct Graph: Decodable {
        struct Symbol: Decodable {
            var location: Location?
        }
        struct Location: Decodable {
            struct Position: Decodable { var line: Int }
            var uri: String
            var position: Position
        }

        var symbols: [Symbol]
    }

    /// A line of a file, by the part of the path below the folder of the modules.
    private struct Line: Hashable {
        let path: String
        let number: Int
    }

    static func check(_ sources: String, graphs: String) throws -> Report {
        let parsed = files(below: sources, ending: ".swift")
            .map { (file: PublicDeclarations(contents(of: $0)), path: $0) }
        let root = sources.split(separator: "/").last.map { "/\($0)/" } ?? "/"
        let known = try symbolLines(in: graphs, below: root)
        let owners = PublicDeclarations.Owners(parsed.map(\.file))
        var count = 0
        var findings: [String] = []
        for (file, path) in parsed {
            let name = String(path.dropFirst(sources.count + 1))
            for declaration in file.declarations where owners.isVisible(declaration) {
                count += 1
                if !known.contains(Line(path: name, number: declaration.line)) {
                    findings.append("\(path):\(declaration.line + 1): \(declaration.name) is not in the documentation")
                }
            }
        }
        // The samples of tests have few files.
        return Report(findings, of: count, "public declarations", atLeast: min(100, parsed.count))
    }

    private static func symbolLines(in folder: String, below root: String) throws -> Set<Line> {
        var lines: Set<Line> = []
        for path in files(below: folder, ending: ".symbols.json") {
            let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
            for location in graph.symbols.compactMap(\.location) {
                let uri = location.uri.removingPercentEncoding ?? location.uri
                guard let start = uri.range(of: root) else { continue }
                lines.insert(Line(path: String(uri[start.upperBound...]), number: location.position.line))
            }
        }
        return lines
    }
}
