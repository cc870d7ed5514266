import Foundation
import HTTPMock

/// Operations of a document by path, found in the order of specificity.
///
/// A tree of segments: literal ones first, then partly templated ones, then parameters. A look-up visits each node at
/// most once, whatever the templates are.
struct PathTemplateIndex: Sendable {
    private struct Node: Sendable {
        var literals: [ExactText: Int] = [:]
        /// Templated segments, the most specific first.
        var templates: [Template] = []
        /// The path that ends here, and its operations by method.
        var path: String?
        var operations: [String: Int] = [:]
        var isUsable = true

        /// Returns the operation for a method; `GET` also answers `HEAD`.
        func operation(for method: String) -> Int? {
            if let own = operations[method] { return own }
            guard method == "HEAD" else { return nil }
            return operations["GET"]
        }
    }

    /// A templated segment, with the node that it leads to.
    private struct Template: Sendable {
        let segment: PathSegment
        let node: Int
    }

    /// A path that matches, with the operation of the requested method.
    struct Match: Sendable {
        let path: String
        let operation: Int?
        let methods: [String]
        let parameters: [String: String]
        /// False if the path has a defect, so that its operations are not known.
        let isUsable: Bool
    }

    private var nodes = [Node()]

    /// Adds a path or an operation.
    mutating func insert(_ entry: ContractRoutes.Entry) {
        var node = 0
        for text in entry.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            node = child(of: node, PathSegment(text))
        }
        nodes[node].path = nodes[node].path ?? entry.path
        if !entry.isUsable { nodes[node].isUsable = false }
        if let method = entry.method { nodes[node].operations[method] = entry.operation }
    }

    /// Returns the most specific path that matches and has the method; `GET` also answers `HEAD`.
    ///
    /// If no matching path has the method, the most specific path that matches is returned. A path with a defect counts
    /// as one that has the method, because its operations are not known.
    ///
    /// - Parameters:
    ///   - path: A path with its escapes.
    ///   - method: A method in upper case.
    func match(_ path: Substring, _ method: String) -> Match? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        var work: [(node: Int, depth: Int, parameters: [String: String])] = [(0, 0, [:])]
        var withoutMethod: Match?
        while let (index, depth, parameters) = work.popLast() {
            let node = nodes[index]
            if depth == segments.count {
                guard let path = node.path else { continue }
                let match = Match(
                    path: path, operation: node.operation(for: method), methods: node.operations.keys.sorted(),
                    parameters: parameters, isUsable: node.isUsable)
                if match.operation != nil || !match.isUsable { return match }
                withoutMethod = withoutMethod ?? match
                continue
            }
            // The node that was pushed last is visited first.
            for template in node.templates.reversed() {
                guard let values = template.segment.values(in: segments[depth]) else { continue }
                work.append((template.node, depth + 1, parameters.merging(values) { first, _ in first }))
            }
            let literal = ExactText(segments[depth].decoded)
            if let child = node.literals[literal] { work.append((child, depth + 1, parameters)) }
        }
        return withoutMethod
    }

    private mutating func child(of node: Int, _ segment: PathSegment) -> Int {
        if let literal = segment.literal {
            if let child = nodes[node].literals[ExactText(literal)] { return child }
            nodes.append(Node())
            nodes[node].literals[ExactText(literal)] = nodes.count - 1
            return nodes.count - 1
        }
        if let known = nodes[node].templates.first(where: { $0.segment == segment }) { return known.node }
        nodes.append(Node())
        let child = nodes.count - 1
        let position = nodes[node].templates.firstIndex { $0.segment.literalCount < segment.literalCount }
        let template = Template(segment: segment, node: child)
        nodes[node].templates.insert(template, at: position ?? nodes[node].templates.endIndex)
        return child
    }
}
