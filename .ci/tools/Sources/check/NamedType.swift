/// A type that another file names.
struct NamedType {
    private static let nestedLineLimit = 40

    let path: String
    let declaration: SwiftFile.Declaration
    /// Whether a reader who knows the name of the type opens its file.
    let isFound: Bool

    /// Returns the types of a module that another file of the module, or one of another module, names.
    static func all(in files: [SwiftFile], of module: String, _ mentions: Mentions) -> [NamedType] {
        files.flatMap { file in
            file.declarations.compactMap { type in
                guard type.access > .private else { return nil }
                let folderOfUsers = type.access == .internal ? "\(module)/" : ""
                guard mentions.areThere(of: type, outside: file.path, below: folderOfUsers) else { return nil }
                return NamedType(path: file.path, declaration: type, isFound: isFound(type, in: file))
            }
        }
    }

    /// Returns whether a reader who knows the name of a type opens its file.
    ///
    /// The file is `Name.swift`, `Outer.Name.swift`, or, for a nested type of at most 40 lines, the file of the
    /// type around it.
    private static func isFound(_ type: SwiftFile.Declaration, in file: SwiftFile) -> Bool {
        let owner = file.stem.split(separator: "+").first?.split(separator: ".").last.map(String.init)
        if owner == type.name { return true }
        let isSmall = type.lines.count <= nestedLineLimit
        return isSmall && owner == type.outer.last && !file.stem.contains("+")
    }
}
