/// A pattern for a request's host, such as `*.example.com:8080`.
///
/// `*` is any run of characters inside one label, `**` any number of labels. Case doesn't count; an
/// internationalised label and its `xn--` form are the same. IPv6 addresses stand in brackets, and are compared as
/// they are spelled.
struct HostPattern: Hashable, Sendable {
    /// What the host must consist of, beginning with a separator or a `**` in its place.
    let symbols: [Symbol]
    /// The port that a request must have; any will do if nil.
    let port: Int?
    /// How many characters are no wildcard, dots and the port included.
    let literalCount: Int
    /// How many `*` there are; a `**` is two.
    let starCount: Int

    /// Parses a pattern.
    ///
    /// - Parameter text: The pattern, with a port or without.
    /// - Throws: What makes the pattern one that can't match.
    init(_ text: String) throws(PatternProblem) {
        var parser = HostPatternParser(text)
        try parser.parse()
        symbols = parser.symbols
        port = parser.port
        // The first label has no dot before it; a port has a colon.
        let portCount = parser.port.map { String($0).count + 1 } ?? 0
        literalCount = parser.symbols.literalCount + parser.labelCount - 1 + portCount
        starCount = parser.symbols.starCount
    }

    /// Whether the pattern takes one host alone, on any port or one.
    var isExact: Bool { starCount == 0 }

    /// The pattern in its normal form, the same for all spellings of it: `API.Example.com` is `api.example.com`.
    var text: String {
        let isAddress = symbols.dropFirst().first == .byte(UInt8(ascii: "["))
        let host = symbols.patternText(escaping: isAddress ? Self.reservedInAddress : Self.reserved).dropFirst()
        return port.map { "\(host):\($0)" } ?? String(host)
    }

    /// Whether the pattern takes a request's host and port.
    func matches(_ target: RequestTarget) -> Bool {
        matchesPort(of: target) && matchesName(of: target)
    }

    /// Whether the pattern takes a request's host, whatever its port.
    func matchesName(of target: RequestTarget) -> Bool {
        var walk = SymbolWalk(over: target, from: 0)
        return walk.advance(from: 0, over: symbols) && walk.positions.last == target.hostEnd
    }

    /// Whether the pattern takes a request's port; a scheme's default port is as good as one in the URL.
    func matchesPort(of target: RequestTarget) -> Bool {
        port == nil || port == target.port
    }

    /// How much of a request's host the pattern goes along with, in bytes and separators from its beginning.
    ///
    /// A measure of how near a miss is: of two patterns, the one that fails later is nearer.
    func reach(in target: RequestTarget) -> Int {
        var walk = SymbolWalk(over: target, from: 0)
        return walk.reach(over: symbols)
    }

    private static let reserved = Set("*{}%/?#.:@[] ".utf8)
    private static let reservedInAddress = Set("*%".utf8)
}
