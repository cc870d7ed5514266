/// Matches patterns against an address, with the set of all positions that a pattern may have reached.
///
/// This simulates a nondeterministic finite automaton by its state sets, as Ken Thompson described. A wildcard leads to
/// many positions, which are kept as a set and never tried in turn. A pattern of p tokens therefore needs at most about
/// p steps for each token of the address, wherever its wildcards are.
///
/// The sets share one array. A search over many patterns pushes the set of the next branch on top of the sets that it
/// will return to.
///
/// - SeeAlso: [K. Thompson, Regular Expression Search Algorithm, 1968](https://doi.org/10.1145/363347.363387)
struct PatternMatcher {
    /// The sets, each sorted and without duplicates; the current one is last.
    private(set) var positions: [Int] = []
    /// The number of positions read or added so far: the cost of the match.
    private(set) var steps = 0
    private let input: [PatternToken]
    private let hostEnd: Int

    init(_ target: RequestTarget, from start: Int) {
        self.init(target.tokens, hostEnd: target.hostEnd, from: start)
    }

    /// Starts at one position of a list of tokens.
    ///
    /// - Parameter hostEnd: The index where the tokens of a path begin; the count for a text, which has no path.
    init(_ input: [PatternToken], hostEnd: Int, from position: Int) {
        self.input = input
        self.hostEnd = hostEnd
        positions.reserveCapacity(64)
        positions.append(position)
    }

    /// Advances the last set, from its start in `positions`, over one token.
    mutating func advance(from start: Int, over token: PatternToken) {
        steps += positions.count - start
        switch token {
        case .star: spread(from: start)
        case .hostSpan: fill(after: start, upTo: hostEnd)
        case .pathSpan: fill(after: start, upTo: input.count)
        case .hostLabels: enter(from: start, at: .hostSeparator, upTo: hostEnd)
        case .pathSegments: enter(from: start, at: .pathSeparator, upTo: input.count)
        default: pass(from: start, literal: token)
        }
    }

    /// Advances the last set over many tokens; returns whether any position is left.
    mutating func advance(from start: Int, over tokens: some Sequence<PatternToken>) -> Bool {
        for token in tokens where positions.count > start { advance(from: start, over: token) }
        return positions.count > start
    }

    /// Starts again at a position, and advances until the pattern fails or ends.
    ///
    /// - Returns: The furthest position of the last set that is not empty.
    mutating func matchedPrefixEnd(of tokens: some Sequence<PatternToken>, from position: Int) -> Int {
        positions.removeAll(keepingCapacity: true)
        positions.append(position)
        var end = position
        for token in tokens {
            advance(from: 0, over: token)
            guard let last = positions.last else { break }
            end = last
        }
        return end
    }

    mutating func push(copyOf set: Range<Int>) {
        for index in set { positions.append(positions[index]) }
    }

    /// Removes all sets that begin at or after an index of `positions`.
    mutating func pop(to end: Int) {
        positions.removeLast(positions.count - end)
    }

    /// Returns the token at the position with an index in `positions`; nil at the end.
    func token(at index: Int) -> PatternToken? {
        positions[index] < input.count ? input[positions[index]] : nil
    }

    /// Matches one byte or separator: keeps the positions that have the token, each moved past the token.
    private mutating func pass(from start: Int, literal: PatternToken) {
        var end = start
        for index in start..<positions.count {
            let position = positions[index]
            if position < input.count, input[position] == literal {
                positions[end] = position + 1
                end += 1
            }
        }
        pop(to: end)
    }

    /// Matches `*`: adds every later position in the same label or segment.
    private mutating func spread(from start: Int) {
        let end = positions.count
        // The last position that was added, so that the runs of two positions add none twice.
        var covered = -1
        for index in start..<end where positions[index] > covered {
            covered = positions[index]
            positions.append(covered)
            while covered < input.count, input[covered].isByte {
                covered += 1
                positions.append(covered)
            }
        }
        steps += positions.count - end
        positions.removeSubrange(start..<end)
    }

    /// Matches `**` inside a label or a segment: keeps the position at an index, and adds all later ones up to a limit.
    private mutating func fill(after kept: Int, upTo limit: Int) {
        guard kept < positions.count, positions[kept] < limit else { return }
        let next = positions[kept] + 1
        pop(to: kept + 1)
        positions.append(contentsOf: next...limit)
        steps += limit - next + 1
    }

    /// Matches `**` as a whole label or segment: adds all positions after the first one that is at a separator.
    private mutating func enter(from start: Int, at separator: PatternToken, upTo limit: Int) {
        guard let entrance = (start..<positions.count).first(where: { token(at: $0) == separator }) else { return }
        fill(after: entrance, upTo: limit)
    }
}
