import HTTPMock

/// A JSON value whose strings are equal only if their code points are equal.
///
/// JSON Schema compares code points, but Swift's strings are equal if they are canonically equivalent.
struct ExactValue: Hashable {
    let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    static func == (lhs: ExactValue, rhs: ExactValue) -> Bool {
        switch (lhs.value, rhs.value) {
        case (.string(let left), .string(let right)):
            return left.hasSameCodeUnits(as: right)
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { ExactValue($0) == ExactValue($1) }
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            return left.allSatisfy { name, member in
                guard let other = right[name], right.contains(exactly: name) else { return false }
                return ExactValue(member) == ExactValue(other)
            }
        default:
            return lhs.value == rhs.value
        }
    }

    func hash(into hasher: inout Hasher) {
        // Equal values have equal hashes, because strings with the same code points are equal in Swift too.
        value.hash(into: &hasher)
    }
}
