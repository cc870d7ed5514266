/// A module, with the types that other files name.
struct SwiftModule {
    let path: String
    let sources: [SwiftFile]
    let named: [NamedType]

    var name: String { String(path.split(separator: "/").last ?? "") }
    var lineCount: Int { sources.reduce(0) { $0 + $1.codeLineCount } }
    var ternaries: [(path: String, ternary: Expressions.Ternary)] {
        sources.flatMap { file in Expressions.ternaries(in: file.tokens).map { (file.path, $0) } }
    }
    /// The share of the named types whose file bears their name, in percent.
    var share: Int { named.isEmpty ? 100 : 100 * named.count(where: \.isFound) / named.count }

    /// Returns the modules of a folder, with what they name of each other.
    static func all(below root: String) -> [SwiftModule] {
        let paths = Dictionary(grouping: files(below: root, ending: ".swift")) { path in
            let folder = path.dropFirst(root.count + 1).split(separator: "/").first ?? ""
            return folder.hasSuffix(".swift") ? root : "\(root)/\(folder)"
        }
        let parsed = paths.mapValues { $0.map { SwiftFile(path: $0, text: contents(of: $0)) } }
        let mentions = Mentions(parsed.flatMap(\.value))
        return parsed.sorted { $0.key < $1.key }.map { path, own in
            SwiftModule(path: path, sources: own, named: NamedType.all(in: own, of: path, mentions))
        }
    }
}
