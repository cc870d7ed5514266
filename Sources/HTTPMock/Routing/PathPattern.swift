import Foundation

/// A pattern for a request's path, such as `/users/{id}` or `/files/**`.
///
/// `*` matches any run of characters inside one segment, `{name}` does the same and captures them, `**` matches any
/// number of segments. Next to other characters, `**` matches any run of characters and slashes. All other characters
/// are literal. Literals are compared byte by byte after percent-decoding, so case counts and two normalization forms
/// of an accented letter differ.
package struct PathPattern: CompiledPattern {
    private(set) var tokens: [PatternToken] = []
    /// The name of each `*` or `{name}` in order; nil for a `*`, and no entry for a `**`.
    private(set) var parameterNames: [String?] = []

    var hasParameters: Bool { parameterNames.contains { $0 != nil } }

    var literalCount: Int { literalTokenCount }

    var unnamed: PathPattern {
        PathPattern(tokens: tokens, parameterNames: parameterNames.map { _ in nil })
    }

    /// The pattern in its normal form, the same for all spellings of it: `/caf%C3%A9` is `/café`.
    var text: String {
        // Only a pattern with an escaped colon contains "://", which would be read as a scheme.
        tokens.patternText(parameterNames: parameterNames, escaping: Self.reserved).replacing("://", with: "%3A//")
    }

    /// The pattern in its normal form, with secrets masked.
    var maskedText: String { Redaction.text(ofAddress: text) }

    package func matches(_ target: RequestTarget) -> Bool { matchesTokens(of: target) }

    static func range(in target: RequestTarget) -> Range<Int> {
        target.hostEnd..<target.tokens.count
    }

    private static let reserved = Set("*{}%/?#".utf8)
}

extension PathPattern {
    /// Returns the decoded values of the parameters in a path; empty without a match.
    ///
    /// If the pattern matches in several ways, the last wildcard matches as much as possible, then the one before it:
    /// `/{a}-{b}` captures `1` and `2-3` from `/1-2-3`.
    func parameters(in target: RequestTarget) -> [String: String] {
        guard hasParameters else { return [:] }
        // The sets of positions before each token and after the last, in order.
        var matcher = PatternMatcher(target, from: target.hostEnd)
        var sets = [matcher.positions]
        for token in tokens {
            matcher.advance(from: 0, over: token)
            sets.append(matcher.positions)
        }
        guard matcher.positions.last == target.tokens.count else { return [:] }

        // From the end of the path backwards: each token starts at the earliest position from which it can reach the
        // start of the next token.
        var values: [String: String] = [:]
        var names = parameterNames.reversed().makeIterator()
        var end = target.tokens.count
        for (token, starts) in zip(tokens, sets).reversed() {
            let earliest: Int?
            switch token {
            case .star:
                // Inside the segment that ends at `end`.
                let separator = target.tokens[..<end].lastIndex { !$0.isByte } ?? -1
                earliest = starts.first { $0 > separator }
            case .pathSpan:
                earliest = starts.first
            case .pathSegments:
                // From a separator on, or nothing.
                earliest = starts.first { $0 < end && target.tokens[$0] == .pathSeparator }
            default:
                // A byte or a separator is one token.
                earliest = end - 1
            }
            let start = earliest ?? end
            // Each star has an entry, which is nil for a `*`.
            if token == .star, let name = names.next() ?? nil {
                values[name] = String(decoding: target.tokens[start..<end].compactMap(\.byte), as: UTF8.self)
            }
            end = start
        }
        return values
    }

    /// Returns a function that returns a parameter's decoded value in the path of one request.
    ///
    /// The first call finds all values.
    ///
    /// - Parameter warn: Gets a warning if the path has other names. A handler may be meant for paths with and without
    ///   parameters, so a path without names causes none.
    func reader(
        warn: @escaping @Sendable (String) -> Void
    ) -> @Sendable (_ name: String, _ target: RequestTarget) -> String? {
        let cache = Locked<[String: String]?>(nil)
        return { name, target in
            let values = cache.withLock { cached in
                let values = cached ?? parameters(in: target)
                cached = values
                return values
            }
            return values[name] ?? missing(name, warn)
        }
    }

    /// Warns about a name that the path does not have, although it has others; returns nil.
    private func missing(_ name: String, _ warn: (String) -> Void) -> String? {
        let names = parameterNames.compactMap(\.self)
        if names.isEmpty || names.contains(name) { return nil }
        let nearest = names.min { EditDistance.between($0, name) < EditDistance.between($1, name) } ?? ""
        var cure = "write pathParameter(\(nearest.swiftLiteral))"
        if Self.isParameterName(name) { cure += ", or {\(name)} in the path" }
        let list = names.map { "{\($0)}" }.joined(separator: ", ")
        warn(
            "HTTPMock: pathParameter(\(name.swiftLiteral)) is nil, because \(text.swiftLiteral) has only \(list). "
                + "To fix this, \(cure).")
        return nil
    }
}

extension PathPattern {
    /// Parses a pattern, with or without a leading `/`; throws the reason why it can't match.
    package init(_ text: String) throws(PatternProblem) {
        if text.contains("://") {
            throw PatternProblem(
                path: text, "has a scheme", fix: "write only the path, and the host as the host; a literal :// is %3A//"
            )
        }
        if let mark = text.firstIndex(of: "?") {
            let maskedQuery = Redaction.text(ofAddress: String(text[mark...]))
            let query = HTTPMock.Query(encoded: Array(maskedQuery.utf8.dropFirst()))
            let path = mark == text.startIndex ? "/" : text[..<mark]
            // The mark itself may belong to an optional group that ends a segment, another group or the text.
            let hasOptionalGroup = text.contains(/\)\?([\/)]|$)/)
            if hasOptionalGroup || Self.seemsToBeRegularExpression(String(text[..<mark])) {
                throw PatternProblem(
                    path: text, "seems to be a regular expression",
                    fix: "write * for a segment, ** for any number of them; a literal ? is %3F")
            }
            throw PatternProblem(
                path: text, "has a query",
                fix: "write \(String(path).swiftLiteral) as the path and query: \(query.swiftSource()); "
                    + "a literal ? is %3F")
        }
        if text.utf8.contains(UInt8(ascii: "#")) {
            throw PatternProblem(
                path: text, "has a fragment, which no request sends", fix: "leave out the fragment; a literal # is %23")
        }
        let slash = UInt8(ascii: "/")
        var relative = Array(text.utf8)[...]
        if relative.first == slash { relative.removeFirst() }
        let segments = relative.split(separator: slash, omittingEmptySubsequences: false)
        for segment in segments { try parse(segment: segment, of: text) }
    }

    private mutating func parse(segment: ArraySlice<UInt8>, of text: String) throws(PatternProblem) {
        if segment.count > 1, segment.allSatisfy({ $0 == UInt8(ascii: "*") }) { return tokens.append(.pathSegments) }
        tokens.append(.pathSeparator)
        var rest = segment
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "{"):
                rest = try parse(parameter: rest, of: text)
            case UInt8(ascii: "}"):
                throw Self.unbalancedBrace(text)
            default:
                tokens.append(PatternToken.next(in: &rest, span: .pathSpan))
                if tokens.last == .star { parameterNames.append(nil) }
            }
        }
    }

    /// Parses a `{name}`, and returns the bytes after it.
    private mutating func parse(
        parameter rest: ArraySlice<UInt8>, of text: String
    ) throws(PatternProblem) -> ArraySlice<UInt8> {
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { throw Self.unbalancedBrace(text) }
        let name = String(decoding: rest[..<close].dropFirst(), as: UTF8.self)
        guard Self.isParameterName(name) else {
            throw PatternProblem(
                path: text, "has the parameter name \(name.swiftLiteral), which is not a name",
                fix: "write a name of letters, digits, _ and -, or * for a parameter without a name")
        }
        if parameterNames.contains(name) {
            throw PatternProblem(
                path: text, "has the parameter {\(name)} twice", fix: "write a different name for each parameter")
        }
        tokens.append(.star)
        parameterNames.append(name)
        return rest[(close + 1)...]
    }

    private static func isParameterName(_ name: String) -> Bool {
        guard !name.isEmpty else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }

    /// Returns the problem of `/users/{id` and `/users/id}`.
    private static func unbalancedBrace(_ text: String) -> PatternProblem {
        PatternProblem(
            path: text, "has a brace without its counterpart in the same segment",
            fix: "write {name}; a literal brace is %7B or %7D")
    }

    /// Returns whether a text has the notation of a regular expression, which few paths have.
    static func seemsToBeRegularExpression(_ text: String) -> Bool {
        text.contains(notation)
    }

    /// The notation of regular expressions.
    ///
    /// In order: an escape, an anchor at the start and at the end, a repeated dot at the end of a group or at the start
    /// of a segment. Then a repeated set, a repeated or optional group, and a group with a choice or a repetition.
    // Safe, because it captures nothing and never changes. Created once, because creating it costs more than a request.
    nonisolated(unsafe) private static let notation =
        /\\[dwsDWS.\/]|^\/?\^|\$$|\.[*+]\)|\/\.[*+]|\][+{]|\)[?+]|\([^()]*[|+][^()]*\)/

    /// Returns the pattern that matches only a path, which is percent-encoded already.
    static func literal(_ path: String) -> String {
        escapingWildcards(path).replacingOccurrences(of: "://", with: "%3A//")
    }

    static func escapingWildcards(_ text: String) -> String {
        text.replacingOccurrences(of: "*", with: "%2A").replacingOccurrences(of: "{", with: "%7B")
            .replacingOccurrences(of: "}", with: "%7D")
    }
}
