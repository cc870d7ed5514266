import Foundation

/// The operations of a document by path, found in the order of specificity.
///
/// A tree of segments: literal ones first, then partly templated ones, then parameters. A look-up visits each node at
/// most once, whatever the templates are.
struct PathTemplateIndex: Sendable {
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        /// Templated segments, the most specific first.
        var templates: [(segment: PathSegment, node: Int)] = []
        /// The path that ends here, and its operations by method.
        var path: String?
        var operations: [String: Int] = [:]
        var isUsable = true
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
        if let (method, number) = entry.operation { nodes[node].operations[method] = number }
    }

    /// Returns the most specific path that matches and has a method; `GET` also answers `HEAD`.
    ///
    /// If no matching path has the method, the most specific path that matches is returned.
    ///
    /// - Parameters:
    ///   - path: A path with its escapes.
    ///   - method: A method in upper case.
    func match(_ path: Substring, _ method: String) -> Match? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        var work: [(node: Int, depth: Int, parameters: [String: String])] = [(0, 0, [:])]
        var other: Match?
        while let (index, depth, parameters) = work.popLast() {
            let node = nodes[index]
            guard depth < segments.count else {
                guard let path = node.path else { continue }
                let match = Match(
                    path: path, operation: node.operations[method] ?? (method == "HEAD" ? node.operations["GET"] : nil),
                    methods: node.operations.keys.sorted(), parameters: parameters, isUsable: node.isUsable)
                if match.operation != nil || !match.isUsable { return match }
                other = other ?? match
                continue
            }
            // The node that was pushed last is visited first.
            for (segment, child) in node.templates.reversed() {
                guard let values = segment.values(in: segments[depth]) else { continue }
                work.append((child, depth + 1, parameters.merging(values) { first, _ in first }))
            }
            if let child = node.literals[segments[depth].decoded] { work.append((child, depth + 1, parameters)) }
        }
        return other
    }

    private mutating func child(of node: Int, _ segment: PathSegment) -> Int {
        if let literal = segment.literal {
            if let child = nodes[node].literals[literal] { return child }
            nodes.append(Node())
            nodes[node].literals[literal] = nodes.count - 1
            return nodes.count - 1
        }
        if let known = nodes[node].templates.first(where: { $0.segment == segment }) { return known.node }
        nodes.append(Node())
        let child = nodes.count - 1
        let position = nodes[node].templates.firstIndex { $0.segment.literalCount < segment.literalCount }
        nodes[node].templates.insert((segment, child), at: position ?? nodes[node].templates.endIndex)
        return child
    }
}

/// A segment of a path template: literal, a parameter, or partly templated as in `{id}.json`.
struct PathSegment: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    let parts: [Part]

    /// Parses a segment of a path template.
    ///
    /// - Parameter text: A segment as the document has it.
    init(_ text: Substring) {
        var parts: [Part] = []
        var rest = text
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]).decoded)) }
            parts.append(.parameter(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest).decoded)) }
        self.parts = parts
    }

    /// The text of a segment without parameters.
    var literal: String? {
        if parts.isEmpty { return "" }
        guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
        return text
    }

    /// The number of literal characters; a template with more of them is more specific.
    var literalCount: Int {
        parts.reduce(0) { count, part in
            if case .literal(let text) = part { count + text.count } else { count }
        }
    }

    /// Returns the parameters' values in a matching segment, with escapes; otherwise nil.
    ///
    /// A parameter has at least one character, and ends where the next literal first begins.
    func values(in segment: String) -> [String: String]? {
        if parts.count == 1, case .parameter(let name) = parts[0] { return segment.isEmpty ? nil : [name: segment] }
        // Literals may be escaped in the segment, although they are not in the template.
        return values(inText: segment) ?? values(inText: segment.decoded)?.mapValues(\.escapingPercents)
    }

    private func values(inText segment: String) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = Substring(segment)
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let text):
                guard rest.hasPrefix(text) else { return nil }
                rest = rest.dropFirst(text.count)
            case .parameter(let name):
                guard let end = end(of: index, in: rest) else { return nil }
                values[name] = String(rest[..<end])
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? values : nil
    }

    private func end(of index: Int, in rest: Substring) -> String.Index? {
        guard let first = rest.indices.first else { return nil }
        let afterFirst = rest.index(after: first)
        guard index + 1 < parts.count else { return rest.endIndex }
        guard case .literal(let next) = parts[index + 1] else { return afterFirst }
        if index + 2 == parts.count {
            // The last literal ends the segment.
            guard rest.hasSuffix(next), rest.count > next.count else { return nil }
            return rest.index(rest.endIndex, offsetBy: -next.count)
        }
        return rest[afterFirst...].range(of: next)?.lowerBound
    }
}

extension String {
    /// The text with its escapes decoded, or unchanged if the escapes are invalid.
    var decoded: String { validlyDecoded ?? self }

    /// The text with its escapes decoded; nil if the escapes are invalid.
    var validlyDecoded: String? {
        // Foundation needs a microsecond even for a text without an escape.
        utf8.contains(UInt8(ascii: "%")) ? removingPercentEncoding : self
    }
}
