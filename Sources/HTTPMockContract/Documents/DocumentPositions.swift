import Foundation
import HTTPMock

/// The positions of all values of a document.
struct DocumentPositions: Sendable {
    /// A value; in the list of nodes, the values inside it come after it.
    fileprivate struct Node: Sendable {
        /// The key of a member; nil for an element and for the root.
        let name: String?
        /// The offset of the key, or of the value without a key.
        let offset: Int
        /// The index in the list after the value and all values inside it.
        var end: Int
        /// The index in the list of the value that an alias refers to; nil for an alias of a key, and without an alias.
        var target: Int?
    }

    private let nodes: [Node]
    private let text: YAMLText
    /// The offsets at which the lines begin.
    private let lines: [Int]
    /// The number of code points before each block of the text, and in the whole text.
    ///
    /// Kept, because counting a long line again for each position would be slow.
    private let codePoints: [Int]

    /// The number of bytes in a block.
    private static let blockSize = 1_024

    /// Finds the positions in a document in YAML, which includes JSON.
    ///
    /// - Throws: `DocumentSyntaxError` for a text that is not YAML.
    init(_ data: Data) throws(DocumentSyntaxError) {
        let text = try YAMLText(data)
        nodes = try text.parsed(by: Collector()).nodes
        lines = [0] + text.bytes.indices.lazy.filter { text.bytes[$0] == .lineFeed }.map { $0 + 1 }
        var count = 0
        var codePoints = [count]
        for start in stride(from: 0, to: text.count, by: Self.blockSize) {
            let block = text.bytes[start..<min(start + Self.blockSize, text.count)]
            count += block.count { !$0.isContinuation }
            codePoints.append(count)
        }
        self.codePoints = codePoints
        self.text = text
    }

    /// Returns the position of the value at a pointer, or of the nearest outer value; nil for a text without values.
    ///
    /// The position of a member is that of its key.
    func position(of pointer: JSONPointer) -> TextPosition? {
        guard !nodes.isEmpty else { return nil }
        var node = 0
        for token in pointer.tokens {
            guard let next = child(token, of: node) else { break }
            node = next
        }
        return position(at: nodes[node].offset)
    }

    private func position(at offset: Int) -> TextPosition {
        // The number of lines that begin at or before the offset, which is the number of the line from 1.
        let line = lines.partitioningIndex { $0 > offset }
        let start = lines[line - 1]
        return TextPosition(line: line, column: 1 + codePoints(before: offset) - codePoints(before: start))
    }

    /// Returns the number of code points before an offset.
    private func codePoints(before offset: Int) -> Int {
        let block = offset / Self.blockSize
        return codePoints[block] + text.bytes[(block * Self.blockSize)..<offset].count { !$0.isContinuation }
    }

    /// Returns the index of a token's member or element, or else of the member that the merge key `<<` adds.
    private func child(_ token: String, of node: Int) -> Int? {
        let container = nodes[node].target ?? node
        var merged: Int?
        for (index, child) in children(of: container).enumerated() {
            guard let name = nodes[child].name else {
                if token == "\(index)" { return child }
                continue
            }
            if name.hasSameCodeUnits(as: token) { return child }
            if name == "<<" { merged = child }
        }
        guard let merged else { return nil }
        if let found = child(token, of: merged) { return found }
        // The value of the merge key may be a list of maps.
        return children(of: merged).lazy.compactMap { child(token, of: $0) }.first
    }

    /// Returns the indexes of the values directly inside a value.
    private func children(of node: Int) -> [Int] {
        var found: [Int] = []
        var next = node + 1
        while next < nodes[node].end {
            found.append(next)
            next = nodes[next].end
        }
        return found
    }
}

extension DocumentPositions {
    /// Collects the values in the order of the text.
    private struct Collector: YAMLReceiver {
        /// A key of a mapping.
        private struct Key {
            let name: String
            let offset: Int
        }

        /// A collection whose end has not been read yet.
        private struct Container {
            /// The index of the collection.
            let node: Int
            let isMapping: Bool
            /// The key that waits for its value; nil while the next key is expected, and in a sequence.
            var key: Key?
        }

        /// A value with an anchor.
        private struct Anchored {
            /// The index of the value; nil for a key.
            let node: Int?
            /// The text of a scalar, for an alias as a key; nil for a collection.
            let text: String?
        }

        var nodes: [Node] = []
        private var open: [Container] = []
        private var anchors: [ExactText: Anchored] = [:]
        /// The text of the last scalar or alias.
        private var lastText: String?

        init() {}

        mutating func scalar(_ scalar: YAMLScalar, _ properties: YAMLProperties, at offset: Int) throws(YAMLError) {
            let node = add(scalar.text, at: offset)
            if let anchor = properties.anchor { anchors[ExactText(anchor)] = Anchored(node: node, text: scalar.text) }
        }

        mutating func alias(_ name: String, at offset: Int) throws(YAMLError) {
            let anchor = anchors[ExactText(name)]
            if let node = add(anchor?.text ?? "", at: offset) { nodes[node].target = anchor?.node }
        }

        mutating func begin(isMapping: Bool, _ properties: YAMLProperties, at offset: Int) throws(YAMLError) {
            let node = addNode(at: offset)
            if let anchor = properties.anchor { anchors[ExactText(anchor)] = Anchored(node: node, text: nil) }
            open.append(Container(node: node, isMapping: isMapping))
        }

        mutating func beginMappingWithLastElement() throws(YAMLError) {
            guard let last = nodes.popLast() else { return }
            try begin(isMapping: true, YAMLProperties(), at: last.offset)
            open[open.count - 1].key = Key(name: lastText ?? "", offset: last.offset)
        }

        mutating func end() throws(YAMLError) {
            if let container = open.popLast() { nodes[container.node].end = nodes.count }
        }

        /// Adds a scalar or an alias, and returns its index; nil for a key, which is added with its value.
        private mutating func add(_ text: String, at offset: Int) -> Int? {
            lastText = text
            if let last = open.indices.last, open[last].isMapping, open[last].key == nil {
                open[last].key = Key(name: text, offset: offset)
                return nil
            }
            return addNode(at: offset)
        }

        /// Adds a value with the key that waits for its value, and returns the value's index.
        private mutating func addNode(at offset: Int) -> Int {
            let key = open.last?.key
            if let last = open.indices.last { open[last].key = nil }
            nodes.append(Node(name: key?.name, offset: key?.offset ?? offset, end: nodes.count + 1))
            return nodes.count - 1
        }
    }
}
