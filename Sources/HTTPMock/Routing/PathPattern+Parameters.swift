extension PathPattern {
    /// Returns the values of the parameters in a path, decoded.
    ///
    /// Empty if the path doesn't match.
    ///
    /// If the pattern matches in several ways, the last wildcard matches as much as possible, then the one before it:
    /// `/{a}-{b}` captures `1` and `2-3` from `/1-2-3`.
    func parameters(in target: RequestTarget) -> [String: String] {
        guard parameterNames.contains(where: { $0 != nil }) else { return [:] }
        // The sets of positions before each token and after the last, in order.
        var matcher = PatternMatcher(target, from: target.hostEnd)
        var sets = [0..<1]
        for token in tokens {
            let set = sets[sets.count - 1]
            matcher.push(copyOf: set)
            matcher.advance(from: set.upperBound, over: token)
            sets.append(set.upperBound..<matcher.positions.count)
        }
        guard sets[sets.count - 1].contains(where: { matcher.positions[$0] == target.tokens.count }) else { return [:] }

        // From the end of the path backwards: each token starts at the earliest position from which it can reach the
        // start of the next token.
        var values: [String: String] = [:]
        var names = parameterNames.reversed().makeIterator()
        var end = target.tokens.count
        for (token, set) in zip(tokens, sets).reversed() {
            let start = earliestStart(of: token, endingAt: end, among: matcher.positions[set], in: target.tokens)
            if token == .star, let name = names.next() ?? nil {
                values[name] = String(decoding: target.tokens[start..<end].compactMap(\.byte), as: UTF8.self)
            }
            end = start
        }
        return values
    }

    private func earliestStart(
        of token: PatternToken, endingAt end: Int, among starts: ArraySlice<Int>, in input: [PatternToken]
    ) -> Int {
        switch token {
        case .star:
            let separator = input[..<end].lastIndex { !$0.isByte } ?? -1
            return starts.first { $0 > separator } ?? end
        case .pathSpan:
            return starts.first ?? end
        case .pathSegments:
            return starts.first { $0 < end && input[$0] == .pathSeparator } ?? end
        default:
            return end - 1
        }
    }
}
