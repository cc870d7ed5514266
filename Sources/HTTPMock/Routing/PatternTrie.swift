/// A radix trie of the patterns with wildcards, over the tokens of host and path.
///
/// Patterns share their common prefixes: an edge has all tokens up to the next branch. A look-up visits only the
/// nodes that the request's address leads to, with the set of positions the patterns may have reached (see
/// ``PatternMatcher``). A look-up needs at most about as many steps as there are pattern tokens times tokens in the
/// address. In practice a look-up follows the address and the patterns that match.
struct PatternTrie: Sendable {
    private struct Node {
        /// The tokens between the parent and this node, as a range of `labels`.
        var label: Range<Int>
        /// The edges sorted by token, so that wildcards come last.
        var edges: [Edge] = []
        /// The routes whose pattern ends here, sorted by specificity.
        var routes: [Route] = []
    }

    private struct Edge {
        /// The first token of the child's label; a search need not read the children.
        var token: PatternToken
        var child: Int
    }

    /// The labels of all nodes; splitting a node divides a range and copies nothing.
    private var labels: [PatternToken] = []
    private var nodes = [Node(label: 0..<0)]
    private var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func insert(_ route: Route, at pattern: [PatternToken]) {
        var node = 0
        var rest = pattern[...]
        while let token = rest.first {
            let edge = edgeIndex(for: token, in: nodes[node].edges)
            guard edge < nodes[node].edges.count, nodes[node].edges[edge].token == token else {
                nodes[node].edges.insert(Edge(token: token, child: nodes.count), at: edge)
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
        nodes[node].routes.insertSorted(route)
        count += 1
    }

    mutating func remove(_ route: Route, at pattern: [PatternToken]) {
        var (node, parent) = (0, 0)
        var rest = pattern[...]
        while let token = rest.first {
            guard let edge = edge(for: token, in: nodes[node].edges) else { return }
            (node, parent) = (edge.child, node)
            rest = rest.dropFirst(nodes[node].label.count)
        }
        nodes[node].routes.removeAll { $0 === route }
        count -= 1
        if isEmpty {
            self = PatternTrie()
        } else if nodes[node].routes.isEmpty, nodes[node].edges.isEmpty {
            // No look-up visits the node any more; its memory is released with the last route.
            nodes[parent].edges.removeAll { $0.child == node }
        }
    }

    /// Returns all routes whose pattern matches an address, unordered, and the number of steps.
    func routes(for target: RequestTarget) -> (found: [Route], steps: Int) {
        var found: [Route] = []
        var matcher = PatternMatcher(target, from: 0)
        // The nodes to visit, each with the set of positions reached at the end of its label.
        var pending = [(node: 0, set: 0..<1)]

        func follow(_ edge: Edge, from set: Range<Int>) {
            let start = matcher.positions.count
            matcher.push(copyOf: set)
            if matcher.advance(from: start, over: labels[nodes[edge.child].label]) {
                pending.append((edge.child, start..<matcher.positions.count))
            }
        }

        while let (node, set) = pending.popLast() {
            matcher.pop(to: set.upperBound)
            if matcher.positions.last == target.tokens.count {
                found += nodes[node].routes.lazy.filter { target.hasPort($0.key.host.port) }
            }
            let edges = nodes[node].edges
            var first = edges.startIndex
            if set.count == 1 {
                // From a single position at most one literal edge matches.
                if let edge = matcher.token(at: set.lowerBound).flatMap({ edge(for: $0, in: edges) }) {
                    follow(edge, from: set)
                }
                first = edgeIndex(for: .star, in: edges)
            }
            for edge in edges[first...] {
                follow(edge, from: set)
            }
        }
        return (found, matcher.steps)
    }

    /// Returns the index of the edge with a token, or the index for a new edge.
    private func edgeIndex(for token: PatternToken, in edges: [Edge]) -> Int {
        edges.partitioningIndex { $0.token.code >= token.code }
    }

    private func edge(for token: PatternToken, in edges: [Edge]) -> Edge? {
        let index = edgeIndex(for: token, in: edges)
        return index < edges.count && edges[index].token == token ? edges[index] : nil
    }

    /// Moves the end of a node's label, its edges and its routes to a new child.
    private mutating func split(_ node: Int, at index: Int) {
        var child = nodes[node]
        child.label = index..<child.label.upperBound
        nodes[node] = Node(
            label: nodes[node].label.lowerBound..<index, edges: [Edge(token: labels[index], child: nodes.count)])
        nodes.append(child)
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element satisfies a predicate, as all elements after it do.
    func partitioningIndex(where belongsToSuffix: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if belongsToSuffix(self[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
