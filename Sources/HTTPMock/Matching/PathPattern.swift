/// A pattern for a request's path, such as `/users/{id}` or `/files/**`.
///
/// `*` is any run of characters inside one segment, `{name}` the same and keeps it, `**` any number of segments.
/// All else is literal and compared after percent-decoding, byte by byte: case counts, and so does the way in which
/// an accented letter is composed.
struct PathPattern: Hashable, Sendable {
    /// What the path must consist of, beginning with a separator or a `**` in its place.
    let symbols: [Symbol]
    /// The name of each star, in order; nil for a plain `*`.
    let parameterNames: [String?]
    /// How many characters are no wildcard, separators included.
    let literalCount: Int
    /// How many `*` there are; a `{name}` is one, a `**` two.
    let starCount: Int

    /// Parses a pattern.
    ///
    /// - Parameter text: The pattern; a leading `/` is added if it lacks one.
    /// - Throws: What makes the pattern one that can't match.
    init(_ text: String) throws(PatternProblem) {
        var parser = PathPatternParser(text)
        try parser.parse()
        symbols = parser.symbols
        parameterNames = parser.parameterNames
        literalCount = parser.symbols.literalCount + parser.segmentCount
        starCount = parser.symbols.starCount
    }

    /// Whether the pattern takes one path alone.
    var isExact: Bool { starCount == 0 }

    /// The pattern in its normal form, the same for all spellings of it: `/caf%C3%A9` is `/café`.
    var text: String {
        // Only a pattern with an escaped colon has this, and it would be taken for a scheme.
        symbols.patternText(parameterNames: parameterNames, escaping: Self.reserved)
            .replacing("://", with: "%3A//")
    }

    /// Whether the pattern takes a request's path.
    func matches(_ target: RequestTarget) -> Bool {
        var walk = SymbolWalk(over: target, from: target.hostEnd)
        return walk.advance(from: 0, over: symbols) && walk.positions.last == target.symbols.count
    }

    /// How much of a request's path the pattern goes along with, in bytes and separators from its beginning.
    ///
    /// A measure of how near a miss is: of two patterns, the one that fails later is nearer.
    func reach(in target: RequestTarget) -> Int {
        var walk = SymbolWalk(over: target, from: target.hostEnd)
        return walk.reach(over: symbols)
    }

    private static let reserved = Set("*{}%/?#".utf8)
}
