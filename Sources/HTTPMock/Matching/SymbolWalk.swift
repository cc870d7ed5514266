/// The places in a request's address that a pattern may have come to, symbol by symbol.
///
/// A wildcard leads to many places at once. They are kept as a set, never tried one after the other, so that a
/// pattern of p symbols takes at most about p steps for each symbol of the address, however its wildcards are laid.
///
/// The sets lie one behind the other in one array: a walk of many patterns at once puts the set for the next branch
/// on top of those it will come back to.
struct SymbolWalk {
    /// The sets, each sorted and without repetitions, the current one last.
    private(set) var positions: [Int] = []
    /// How many positions have been looked at or made: the cost of the walk.
    private(set) var steps = 0

    private let input: [Symbol]
    private let hostEnd: Int

    /// Begins at one position.
    init(over target: RequestTarget, from position: Int) {
        input = target.symbols
        hostEnd = target.hostEnd
        positions.reserveCapacity(64)
        positions.append(position)
    }

    /// Begins again at one position.
    mutating func restart(at position: Int) {
        positions.removeAll(keepingCapacity: true)
        positions.append(position)
    }

    /// Moves the set at the top over one symbol of a pattern.
    ///
    /// - Parameters:
    ///   - start: Where in `positions` the set begins; it ends with the array.
    ///   - symbol: The symbol to pass.
    mutating func advance(from start: Int, over symbol: Symbol) {
        steps += positions.count - start
        switch symbol {
        case .star: spread(from: start)
        case .hostSpan: fill(behind: start, upTo: hostEnd)
        case .pathSpan: fill(behind: start, upTo: input.count)
        case .hostLabels: enter(from: start, at: .hostSeparator, upTo: hostEnd)
        case .pathSegments: enter(from: start, at: .pathSeparator, upTo: input.count)
        default: pass(from: start, literal: symbol)
        }
    }

    /// Moves the set at the top over symbols of a pattern.
    ///
    /// - Returns: Whether any position is left.
    mutating func advance(from start: Int, over symbols: some Sequence<Symbol>) -> Bool {
        for symbol in symbols where positions.count > start {
            advance(from: start, over: symbol)
        }
        return positions.count > start
    }

    /// Moves a walk that has just begun over a pattern until that fails.
    ///
    /// - Returns: How many symbols of the address the pattern went along with.
    mutating func reach(over symbols: [Symbol]) -> Int {
        let start = positions[0]
        var reach = start
        for symbol in symbols {
            advance(from: 0, over: symbol)
            guard let last = positions.last else { break }
            reach = last
        }
        return reach - start
    }

    /// Puts a copy of a set on top.
    mutating func push(copyOf set: Range<Int>) {
        for index in set {
            positions.append(positions[index])
        }
    }

    /// Drops all sets that begin at or behind a place in `positions`.
    mutating func pop(to end: Int) {
        positions.removeLast(positions.count - end)
    }

    /// The symbol of the address at the position that a place in `positions` holds, nil at the address's end.
    func symbol(at index: Int) -> Symbol? {
        positions[index] < input.count ? input[positions[index]] : nil
    }

    private mutating func pass(from start: Int, literal: Symbol) {
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

    /// `*`: from each position to the end of its label or segment.
    private mutating func spread(from start: Int) {
        let end = positions.count
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

    /// `**` inside a segment: the first position and all that follow it.
    private mutating func fill(behind kept: Int, upTo limit: Int) {
        guard kept < positions.count, positions[kept] < limit else { return }
        let next = positions[kept] + 1
        pop(to: kept + 1)
        positions.append(contentsOf: next...limit)
        steps += limit - next + 1
    }

    /// `**` as a whole segment: the positions themselves, and all behind the first separator among them.
    private mutating func enter(from start: Int, at separator: Symbol, upTo limit: Int) {
        guard let entrance = (start..<positions.count).first(where: { symbol(at: $0) == separator })
        else { return }
        fill(behind: entrance, upTo: limit)
    }
}
