import Foundation

/// Finds the public declarations without documentation in the symbol graphs of a folder.
enum Undocumented {
    private struct Graph: Decodable {
        var symbols: [Symbol]
    }

    private struct Symbol: Decodable {
        struct Identifier: Decodable { var precise: String }
        struct Kind: Decodable { var identifier: String }
        struct Comment: Decodable {}
        struct Location: Decodable { var uri: String }

        var identifier: Identifier
        var kind: Kind
        var pathComponents: [String]
        var docComment: Comment?
        var location: Location?

        /// Whether the declaration is written in a source file, and is not synthesized.
        var isDeclared: Bool {
            location != nil && kind.identifier != "swift.extension" && !identifier.precise.contains("::SYNTHESIZED::")
        }
    }

    static func check(_ folder: String) throws -> Report {
        let declared = try files(below: folder, ending: ".symbols.json").flatMap { file in
            try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(fileURLWithPath: file))).symbols
                .filter(\.isDeclared)
        }
        let findings = declared.filter { $0.docComment == nil }.map { symbol in
            "no documentation: \(symbol.pathComponents.joined(separator: ".")) (\(symbol.location?.uri ?? ""))"
        }
        return Report(findings, of: declared.count, "public declarations")
    }
}
