/// Patterns with wildcards, sharing what they begin with, walked all at once.
///
/// A radix trie over the symbols of host and path together: an edge holds all symbols up to the next branch. The
/// walk goes down only where the request's address leads, with the set of places in the address that the patterns so
/// far may have come to (see ``SymbolWalk``). It takes at most about as many steps as there are pattern symbols
/// times symbols in the address, and in practice follows the address and what matches it.
struct PatternTrie: Sendable {
    private struct Node {
        /// The symbols between the parent and this node, a part of `labels`.
        var label: Range<Int>
        /// Sorted by symbol, so wildcards come last.
        var edges: [Edge] = []
        /// Those whose pattern ends here, sorted by specificity.
        var candidates: [RouteCandidate] = []
    }

    private struct Edge {
        /// The first symbol of the child's label, told apart here so that a search need not touch the children.
        var symbol: Symbol
        var child: Int
    }

    /// The labels of all nodes: a split divides a range, and nothing is copied.
    private var labels: [Symbol] = []
    private var nodes = [Node(label: 0..<0)]

    /// Whether there is no pattern at all.
    var isEmpty: Bool { nodes.count == 1 && nodes[0].candidates.isEmpty }

    /// Adds a pattern.
    ///
    /// - Parameters:
    ///   - candidate: The registration it belongs to.
    ///   - pattern: The symbols of its host and path.
    mutating func insert(_ candidate: RouteCandidate, at pattern: [Symbol]) {
        var node = 0
        var rest = pattern[...]
        while let symbol = rest.first {
            let edge = edgeIndex(for: symbol, in: nodes[node].edges)
            guard edge < nodes[node].edges.count, nodes[node].edges[edge].symbol == symbol else {
                nodes[node].edges.insert(Edge(symbol: symbol, child: nodes.count), at: edge)
                node = nodes.count
                nodes.append(Node(label: labels.count..<labels.count + rest.count))
                labels += rest
                break
            }
            node = nodes[node].edges[edge].child
            let label = nodes[node].label
            let shared = zip(labels[label], rest).prefix { $0 == $1 }.count
            if shared < label.count {
                split(node, at: label.lowerBound + shared)
            }
            rest = rest.dropFirst(shared)
        }
        nodes[node].candidates.insertSorted(candidate)
    }

    /// All candidates whose pattern takes a request's address, in no order, and what it took to find them.
    func candidates(for target: RequestTarget) -> (found: [RouteCandidate], steps: Int) {
        var found: [RouteCandidate] = []
        var walk = SymbolWalk(over: target, from: 0)
        // Where the walk has come to: a node, and the set of positions behind its label.
        var pending = [(node: 0, set: 0..<1)]

        func follow(_ edge: Edge, from set: Range<Int>) {
            let start = walk.positions.count
            walk.push(copyOf: set)
            if walk.advance(from: start, over: labels[nodes[edge.child].label]) {
                pending.append((edge.child, start..<walk.positions.count))
            }
        }

        while let (node, set) = pending.popLast() {
            walk.pop(to: set.upperBound)
            if walk.positions.last == target.symbols.count {
                found += nodes[node].candidates.lazy.filter { $0.takesPort(of: target) }
            }
            let edges = nodes[node].edges
            var first = edges.startIndex
            if set.count == 1 {
                // A single position leaves one literal edge to follow.
                if let edge = walk.symbol(at: set.lowerBound).flatMap({ literalEdge($0, in: edges) }) {
                    follow(edge, from: set)
                }
                first = edgeIndex(for: .star, in: edges)
            }
            for edge in edges[first...] {
                follow(edge, from: set)
            }
        }
        return (found, walk.steps)
    }

    /// All candidates, each with the pattern it was added with.
    var all: [(candidate: RouteCandidate, pattern: [Symbol])] {
        var all: [(RouteCandidate, [Symbol])] = []
        var pending = [(node: 0, prefix: [Symbol]())]
        while let (node, prefix) = pending.popLast() {
            let pattern = prefix + labels[nodes[node].label]
            all += nodes[node].candidates.map { ($0, pattern) }
            pending += nodes[node].edges.map { ($0.child, pattern) }
        }
        return all
    }

    /// Where the edge with a symbol is, or would be.
    private func edgeIndex(for symbol: Symbol, in edges: [Edge]) -> Int {
        var low = 0
        var high = edges.count
        while low < high {
            let middle = low + (high - low) / 2
            if edges[middle].symbol.code < symbol.code {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func literalEdge(_ symbol: Symbol, in edges: [Edge]) -> Edge? {
        let index = edgeIndex(for: symbol, in: edges)
        return index < edges.count && edges[index].symbol == symbol ? edges[index] : nil
    }

    /// Gives the later part of a node's label to a new child, which takes over all that hangs on the node.
    private mutating func split(_ node: Int, at index: Int) {
        var child = nodes[node]
        child.label = index..<child.label.upperBound
        nodes[node] = Node(
            label: nodes[node].label.lowerBound..<index, edges: [Edge(symbol: labels[index], child: nodes.count)])
        nodes.append(child)
    }
}
