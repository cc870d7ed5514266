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
        /// The children, each with the first token of its label, so that a search need not read all of them.
        var edges: [Edge] = []
        /// The routes whose pattern ends here, sorted by specificity.
        var routes: [Route] = []
    }

    private struct Edge {
        let token: PatternToken
        let child: Int
    }

    /// A node to visit.
    private struct Visit {
        let node: Int
        /// The set that was reached at the end of the node's label, as a range of `positions`.
        let set: Range<Int>
    }

    /// The labels of all nodes; splitting a node divides a range and copies nothing.
    private var labels: [PatternToken] = []
    private var nodes = [Node(label: 0..<0)]
    private var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func insert(_ route: Route) {
        var node = 0
        var rest = route.key.tokens[...]
        while let token = rest.first {
            guard let edge = nodes[node].edges.first(where: { $0.token == token }) else {
                nodes[node].edges.append(Edge(token: token, child: nodes.count))
                node = nodes.count
                nodes.append(Node(label: labels.count..<labels.count + rest.count))
                labels += rest
                break
            }
            node = edge.child
            let label = nodes[node].label
            let shared = zip(labels[label], rest).prefix { $0 == $1 }.count
            if shared < label.count { split(node, at: label.lowerBound + shared) }
            rest = rest.dropFirst(shared)
        }
        nodes[node].routes.insertSorted(route)
        count += 1
    }

    /// Removes a route that was inserted, so its labels need no comparison.
    mutating func remove(_ route: Route) {
        var node = 0
        var parent = 0
        var rest = route.key.tokens[...]
        while let token = rest.first {
            guard let edge = nodes[node].edges.first(where: { $0.token == token }) else { return }
            parent = node
            node = edge.child
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
        // The root, with the set of the start alone.
        var pending = [Visit(node: 0, set: 0..<1)]
        while let visit = pending.popLast() {
            let node = nodes[visit.node]
            // The sets above belong to visits that are over.
            matcher.pop(to: visit.set.upperBound)
            if matcher.positions.last == target.tokens.count {
                found += node.routes.lazy.filter { target.hasPort($0.key.host.port) }
            }
            // From a single position at most one literal edge matches.
            let isSinglePosition = visit.set.count == 1
            let next = matcher.token(at: visit.set.lowerBound)
            for edge in node.edges {
                if isSinglePosition, edge.token != next, !edge.token.isWildcard { continue }
                let start = matcher.positions.count
                matcher.push(copyOf: visit.set)
                if matcher.advance(from: start, over: labels[nodes[edge.child].label]) {
                    pending.append(Visit(node: edge.child, set: start..<matcher.positions.count))
                }
            }
        }
        return (found, matcher.steps)
    }

    /// Moves the end of a node's label, its edges and its routes to a new child.
    private mutating func split(_ node: Int, at index: Int) {
        var child = nodes[node]
        child.label = index..<child.label.upperBound
        let edge = Edge(token: labels[index], child: nodes.count)
        nodes[node] = Node(label: nodes[node].label.lowerBound..<index, edges: [edge])
        nodes.append(child)
    }
}
