import Foundation

// Lists the public symbols without documentation in the symbol graphs of a directory, and fails if there are any.

struct Graph: Decodable {
    var symbols: [Symbol]
}

struct Symbol: Decodable {
    struct Identifier: Decodable { var precise: String }
    struct Kind: Decodable { var identifier: String }
    struct Comment: Decodable {}
    struct Location: Decodable { var uri: String }

    var identifier: Identifier
    var kind: Kind
    var pathComponents: [String]
    var docComment: Comment?
    var location: Location?

    /// Whether somebody wrote it here: not synthesized, not an extension as such.
    var isDeclared: Bool {
        location != nil && kind.identifier != "swift.extension" && !identifier.precise.contains("::SYNTHESIZED::")
    }
}

let directory = URL(fileURLWithPath: CommandLine.arguments[1])
let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
    .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
let declared = try files.flatMap { file in
    try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols.filter(\.isDeclared)
}
let undocumented = declared.filter { $0.docComment == nil }
for symbol in undocumented {
    print("no documentation: \(symbol.pathComponents.joined(separator: ".")) (\(symbol.location?.uri ?? ""))")
}
print("\(declared.count - undocumented.count) of \(declared.count) public symbols are documented")
exit(undocumented.isEmpty && !declared.isEmpty ? 0 : 1)
