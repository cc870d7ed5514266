import HTTPMock

extension RequestDifference {
    /// The parts without which both requests would be equal; empty if there are none, or too many.
    ///
    /// A value that changes with each run is such a part: a time, a random identifier.
    var ignorableParts: [Cassette.Part] {
        let (key, recorded) = requests
        guard key.method == recorded.method, key.scheme == recorded.scheme, key.host == recorded.host,
            key.port == recorded.port, key.path == recorded.path
        else { return [] }
        var parts: [Cassette.Part] = Self.differingItems(key.query, recorded.query).map { .query($0.name) }
        parts += Set(key.headers.keys).union(recorded.headers.keys).sorted()
            .filter { key.headers[$0] != recorded.headers[$0] }.map { .header($0) }
        switch (key.body, recorded.body) {
        case _ where key.body == recorded.body: break
        case (.form(let items), .form(let others)): parts += Self.differingItems(items, others).map { .form($0.name) }
        case (.json(let value), .json(let other)):
            var paths: [String] = []
            Self.collectPaths(value, other, [], into: &paths)
            guard !paths.isEmpty, !paths.contains("") else { return [] }
            parts += paths.map { .json($0) }
        default: return []
        }
        return parts.count <= Self.partLimit ? parts : []
    }

    /// The most parts that an advice names.
    private static let partLimit = 3

    /// Collects the paths of the members that differ, each once; an empty path for a difference in no member.
    private static func collectPaths(
        _ value: JSONValue, _ other: JSONValue, _ names: [String], into paths: inout [String]
    ) {
        switch (value, other) {
        // More than the limit are not needed, and many would make the search for each of them slow.
        case _ where paths.count > partLimit || value == other: break
        case (.object(let members), .object(let others)):
            for name in Set(members.keys).union(others.keys).sorted() {
                guard let member = members[name], let expected = others[name] else {
                    insert(names + [name], into: &paths)
                    continue
                }
                collectPaths(member, expected, names + [name], into: &paths)
            }
        case (.array(let elements), .array(let others)) where elements.count == others.count:
            for (element, expected) in zip(elements, others) { collectPaths(element, expected, names, into: &paths) }
        default: insert(names, into: &paths)
        }
    }

    private static func insert(_ names: [String], into paths: inout [String]) {
        let path = names.joined(separator: ".")
        if !paths.contains(path) { paths.append(path) }
    }
}
