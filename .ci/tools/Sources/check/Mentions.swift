/// The mentions of some files, by the name that is mentioned.
struct Mentions {
    private var entries: [String: [(path: String, mention: SwiftFile.Mention)]] = [:]
    /// The types and aliases around which a name is nested, by name.
    private var outers: [String: Set<String>] = [:]

    init(_ files: [SwiftFile]) {
        for file in files {
            for mention in file.mentions { entries[mention.name, default: []].append((file.path, mention)) }
            for type in file.declarations {
                if let outer = type.outer.last { outers[type.name, default: []].insert(outer) }
            }
        }
    }

    /// Returns whether a file other than its own, below a folder, names a type.
    func areThere(of type: SwiftFile.Declaration, outside path: String, below folder: String = "") -> Bool {
        (entries[type.name] ?? []).contains { entry in
            entry.path != path && entry.path.hasPrefix(folder) && isMention(entry.mention, of: type)
        }
    }

    private func isMention(_ mention: SwiftFile.Mention, of type: SwiftFile.Declaration) -> Bool {
        let outer = type.outer.last
        if let qualifier = mention.qualifier {
            // `HTTPMock` is also the name of a module.
            return qualifier == (outer ?? "HTTPMock")
        }
        if let outer { return mention.scope.contains(outer) }
        let nearer = outers[type.name] ?? []
        return nearer.isDisjoint(with: mention.scope)
    }
}
