extension PathPattern {
    /// The same pattern with a plain `*` for each `{name}`.
    var unnamed: PathPattern {
        guard parameterNames.contains(where: { $0 != nil }) else { return self }
        var text = ""
        var isName = false
        for character in self.text {
            if character == "{" { text.append("*") }
            isName = character == "{" || isName && character != "}"
            if !isName, character != "}" { text.append(character) }
        }
        return (try? PathPattern(text)) ?? self
    }

    /// What the `{name}`s stand for in a path, decoded; empty if the path doesn't match.
    ///
    /// Where there is more than one way to match, the last wildcard takes as much as it can, then the one before it:
    /// `/{a}-{b}` makes `1` and `2-3` of `/1-2-3`.
    func parameters(in target: RequestTarget) -> [String: String] {
        guard parameterNames.contains(where: { $0 != nil }) else { return [:] }
        // The sets of positions before each symbol and after the last, one behind the other.
        var walk = SymbolWalk(over: target, from: target.hostEnd)
        var sets = [0..<1]
        for symbol in symbols {
            let set = sets[sets.count - 1]
            walk.push(copyOf: set)
            walk.advance(from: set.upperBound, over: symbol)
            sets.append(set.upperBound..<walk.positions.count)
        }
        guard sets[sets.count - 1].contains(where: { walk.positions[$0] == target.symbols.count }) else { return [:] }

        // Back from the end of the path, each symbol from the earliest position that leads to where the next began.
        var values: [String: String] = [:]
        var names = parameterNames.reversed().makeIterator()
        var end = target.symbols.count
        for (symbol, set) in zip(symbols, sets).reversed() {
            let start = earliestStart(of: symbol, endingAt: end, among: walk.positions[set], in: target.symbols)
            if symbol == .star, let name = names.next() ?? nil {
                values[name] = String(decoding: target.symbols[start..<end].compactMap(\.byte), as: UTF8.self)
            }
            end = start
        }
        return values
    }

    private func earliestStart(
        of symbol: Symbol, endingAt end: Int, among starts: ArraySlice<Int>, in input: [Symbol]
    ) -> Int {
        switch symbol {
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
