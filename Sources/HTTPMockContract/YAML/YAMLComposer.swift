import HTTPMock

/// Makes the JSON value of a document.
///
/// Keys are strings, so `200` and `'200'` are the same key.
struct YAMLComposer: YAMLReceiver {
    /// A value with an anchor.
    private struct Anchored {
        let value: JSONValue
        /// The text of a scalar, which may be a key.
        let text: String?
        /// The number of values and keys in the value, including the value itself.
        let count: Int
        /// The depth of the collections in the value; zero for a scalar.
        let height: Int
    }

    /// A key of a mapping.
    private struct Key {
        let name: String
        let offset: Int
    }

    /// A collection whose end was not read yet.
    private struct Container {
        let isMapping: Bool
        let anchor: String?
        let offset: Int
        /// The index in `values` of the container's first value.
        let firstValue: Int
        /// The index in `keys` of the container's first key.
        let firstKey: Int
        /// The number of values and keys in the document before the container.
        let countBefore: Int
        /// The depth of the collections in the container, including the container itself.
        var height = 1
        /// The index in `keys` of the merge key; nil without one.
        var mergeKey: Int?
    }

    private(set) var root: JSONValue?
    private var open: [Container] = []
    /// The values of the open collections, those of the outermost collection first.
    private var values: [JSONValue] = []
    /// The keys of the open mappings, those of the outermost mapping first.
    private var keys: [Key] = []
    /// The text of the last value or key; nil after a collection.
    private var lastText: String?
    /// The offset of the last value or key.
    private var lastOffset = 0
    /// The last value with each anchor.
    private var anchors: [ExactText: Anchored] = [:]
    /// The anchors whose last value is an open collection, with the collection's offset.
    private var openAnchors: [ExactText: Int] = [:]
    /// The number of values and keys so far, including those of aliases.
    private var count = 0
    /// The number of values and keys that aliases added.
    private var aliasCount = 0

    /// The deepest nesting, the same as in the JSON parser.
    static let depthLimit = 512
    /// The most values and keys that the aliases of a document may add.
    static let aliasLimit = 1_000_000

    /// True if the innermost collection is a mapping that waits for a key.
    private var isAtKey: Bool {
        guard let container = open.last, container.isMapping else { return false }
        return keys.count - container.firstKey == values.count - container.firstValue
    }

    mutating func scalar(_ scalar: YAMLScalar, _ properties: YAMLProperties, at offset: Int) throws(YAMLError) {
        guard let value = scalar.value(properties.tag) else {
            let tag = properties.tag?.rawValue ?? ""
            throw YAMLError(reason: "the value does not fit its tag !!\(tag)", offset: offset)
        }
        if let anchor = properties.anchor.map({ ExactText($0) }) {
            anchors[anchor] = Anchored(value: value, text: scalar.text, count: 1, height: 0)
            openAnchors[anchor] = nil
        }
        let isMergeKey = !scalar.isString && scalar.text == "<<" && properties.tag == nil
        count += 1
        try add(value, text: scalar.text, height: 0, at: offset, isMergeKey: isMergeKey)
    }

    mutating func alias(_ name: String, at offset: Int) throws(YAMLError) {
        guard openAnchors[ExactText(name)] == nil else {
            throw YAMLError(reason: "the alias *\(name.short) is inside its own anchor", offset: offset)
        }
        guard let anchored = anchors[ExactText(name)] else {
            throw YAMLError(reason: "the alias *\(name.short) has no anchor before it", offset: offset)
        }
        count += anchored.count
        aliasCount += anchored.count
        guard aliasCount <= Self.aliasLimit else {
            throw YAMLError(reason: "the aliases add more than \(Self.aliasLimit) values", offset: offset)
        }
        try checkDepth(anchored.height, at: offset)
        try add(anchored.value, text: anchored.text, height: anchored.height, at: offset)
    }

    mutating func begin(isMapping: Bool, _ properties: YAMLProperties, at offset: Int) throws(YAMLError) {
        let tag = isMapping ? YAMLTag.map : .seq
        if let given = properties.tag, given != tag, given != .nonSpecific {
            throw YAMLError(reason: "the value does not fit its tag !!\(given.rawValue)", offset: offset)
        }
        guard !isAtKey else { throw YAMLError(reason: "a key must be a scalar", offset: offset) }
        try checkDepth(1, at: offset)
        if let anchor = properties.anchor { openAnchors[ExactText(anchor)] = offset }
        open.append(
            Container(
                isMapping: isMapping, anchor: properties.anchor, offset: offset, firstValue: values.count,
                firstKey: keys.count, countBefore: count))
        count += 1
    }

    mutating func beginMappingWithLastElement() throws(YAMLError) {
        guard let text = lastText, values.popLast() != nil else {
            throw YAMLError(reason: "a key must be a scalar", offset: lastOffset)
        }
        let offset = lastOffset
        try begin(isMapping: true, YAMLProperties(), at: offset)
        keys.append(Key(name: text, offset: offset))
    }

    mutating func end() throws(YAMLError) {
        guard let container = open.popLast() else { return }
        let value: JSONValue
        if container.isMapping {
            value = try mapping(container)
        } else {
            value = .array(Array(values[container.firstValue...]))
        }
        values.removeLast(values.count - container.firstValue)
        // Another value with the same anchor may have begun inside.
        if let anchor = container.anchor.map({ ExactText($0) }), openAnchors[anchor] == container.offset {
            openAnchors[anchor] = nil
            anchors[anchor] = Anchored(
                value: value, text: nil, count: count - container.countBefore, height: container.height)
        }
        try add(value, text: nil, height: container.height, at: container.offset)
    }

    /// Checks the nesting of a value in the innermost collection.
    ///
    /// - Parameters:
    ///   - height: The depth of the collections in the value.
    ///   - offset: The offset of the value.
    private func checkDepth(_ height: Int, at offset: Int) throws(YAMLError) {
        guard open.count + height <= Self.depthLimit else {
            throw YAMLError(reason: "the nesting is deeper than \(Self.depthLimit)", offset: offset)
        }
    }

    /// Adds a key or a value to the innermost collection; without a collection, the value is the document's.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - text: The text of a scalar, which may be a key; nil for a collection.
    ///   - height: The depth of the collections in the value.
    ///   - offset: The offset of the value.
    ///   - isMergeKey: Whether the value is `<<`, which merges other mappings where a key is expected.
    private mutating func add(
        _ value: JSONValue, text: String?, height: Int, at offset: Int, isMergeKey: Bool = false
    ) throws(YAMLError) {
        lastText = text
        lastOffset = offset
        guard let innermost = open.indices.last else {
            root = value
            return
        }
        guard isAtKey else {
            values.append(value)
            open[innermost].height = max(open[innermost].height, height + 1)
            return
        }
        guard let text else { throw YAMLError(reason: "a key must be a scalar", offset: offset) }
        if isMergeKey, open[innermost].mergeKey == nil { open[innermost].mergeKey = keys.count }
        keys.append(Key(name: text, offset: offset))
    }

    /// Makes the value of a mapping, and removes its keys.
    private mutating func mapping(_ container: Container) throws(YAMLError) -> JSONValue {
        let keyCount = keys.count - container.firstKey
        defer { keys.removeLast(keyCount) }
        // The capacity is reserved, because a dictionary that grows hashes each key again.
        var members = JSONObject(minimumCapacity: keyCount)
        for position in 0..<keyCount {
            members[keys[container.firstKey + position].name] = values[container.firstValue + position]
        }
        // Equal keys have made one member.
        guard members.count == keyCount else { throw duplicate(in: container) }
        guard let mergeKey = container.mergeKey else { return .object(members) }
        let merged = members["<<"] ?? .null
        members["<<"] = nil
        for source in merged.elements ?? [merged] {
            guard case .object(let further) = source else {
                throw YAMLError(reason: "expected a map, or a list of maps, to merge", offset: keys[mergeKey].offset)
            }
            members.merge(further) { own, _ in own }
        }
        return .object(members)
    }

    /// Returns the error about the first key that repeats an earlier key of its mapping.
    private func duplicate(in container: Container) -> YAMLError {
        var known: Set<ExactText> = []
        for key in keys[container.firstKey...] where !known.insert(ExactText(key.name)).inserted {
            return YAMLError(
                reason: "the key \(JSONValue.string(key.name.short).text) is there twice", offset: key.offset)
        }
        return YAMLError(reason: "a key is there twice", offset: container.offset)
    }
}
