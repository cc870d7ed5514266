import HTTPMock

extension JSONValue {
    /// The greatest depth of values that are handled on the caller's stack.
    static let shallowDepth = 64

    /// Whether the value nests deeper than ``shallowDepth``.
    var isDeep: Bool { isNested(deeperThan: Self.shallowDepth) }

    private func isNested(deeperThan limit: Int) -> Bool {
        switch self {
        case .array(let elements):
            if limit == 0 { return true }
            return elements.contains { $0.isContainer && $0.isNested(deeperThan: limit - 1) }
        case .object(let members):
            if limit == 0 { return true }
            return members.values.contains { $0.isContainer && $0.isNested(deeperThan: limit - 1) }
        default: return false
        }
    }

    /// True for an array and for an object.
    var isContainer: Bool {
        switch self {
        case .object, .array: true
        default: false
        }
    }
}
