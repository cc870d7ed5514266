/// A pattern for a request's path, such as `/users/{id}` or `/files/**`.
///
/// `*` matches any run of characters inside one segment, `{name}` does the same and captures them, `**` matches any
/// number of segments. All other characters are literal. Literals are compared byte by byte after percent-decoding, so
/// case counts and two normalization forms of an accented letter differ.
struct PathPattern: CompiledPattern {
    let tokens: [PatternToken]
    /// The name of each `*` in order; nil for one without a name.
    let parameterNames: [String?]

    /// Parses a pattern.
    ///
    /// - Parameter text: The pattern; a missing leading `/` is added.
    /// - Throws: The reason why the pattern can't match any request.
    init(_ text: String) throws(PatternProblem) {
        var parser = PathPatternParser(text)
        try parser.parse()
        tokens = parser.tokens
        parameterNames = parser.parameterNames
    }

    private init(tokens: [PatternToken], parameterNames: [String?]) {
        self.tokens = tokens
        self.parameterNames = parameterNames
    }

    var literalCount: Int { literalTokenCount }

    /// The same pattern with a plain `*` for each `{name}`.
    var unnamed: PathPattern {
        PathPattern(tokens: tokens, parameterNames: parameterNames.map { _ in nil })
    }

    /// The pattern in its normal form, the same for all spellings of it: `/caf%C3%A9` is `/café`.
    var text: String {
        // Only a pattern with an escaped colon contains "://", which would be read as a scheme.
        tokens.patternText(parameterNames: parameterNames, escaping: Self.reserved)
            .replacing("://", with: "%3A//")
    }

    /// Returns whether the pattern matches a request's path.
    func matches(_ target: RequestTarget) -> Bool {
        matchesTokens(of: target)
    }

    static func range(in target: RequestTarget) -> Range<Int> {
        target.hostEnd..<target.tokens.count
    }

    private static let reserved = Set("*{}%/?#".utf8)
}
