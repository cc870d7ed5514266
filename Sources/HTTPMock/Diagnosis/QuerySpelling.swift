/// A way to write a query in Swift: numbers and booleans may be literals of their own.
struct QuerySpelling: Sendable {
    /// The query as the spelling writes it.
    let text: String
    /// The names of the items whose values are literals without quotes.
    private let unquotedNames: Set<String>

    private init(_ query: HTTPMock.Query, unquotedNames: some Sequence<String>) {
        self.unquotedNames = Set(unquotedNames)
        text = query.swiftSource(unquoting: self.unquotedNames)
    }

    /// Returns the spellings of a query, first the one with quotes around all values.
    ///
    /// If more than ``namesLimit`` names have numbers or booleans, all of these values or none are written without
    /// quotes.
    static func all(of query: HTTPMock.Query) -> [QuerySpelling] {
        var names: [String] = []
        for item in query.items where item.value.unquotedSource != nil && !names.contains(item.name) {
            names.append(item.name)
        }
        guard names.count <= namesLimit else { return [[], names].map { QuerySpelling(query, unquotedNames: $0) } }
        // Each choice is a number with a bit for each name: 1 for values without quotes.
        let choiceCount = 1 << names.count
        return (0..<choiceCount).map { choice in
            let unquoted = names.indices.filter { choice & (1 << $0) != 0 }
            return QuerySpelling(query, unquotedNames: unquoted.map { names[$0] })
        }
    }

    /// The number of names up to which each choice of quotes is a spelling of its own: at most 16 spellings.
    private static let namesLimit = 4

    /// Returns another query in this spelling.
    func spelling(of query: HTTPMock.Query) -> String {
        query.swiftSource(unquoting: unquotedNames)
    }
}
