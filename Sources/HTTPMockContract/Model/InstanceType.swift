import HTTPMock

/// A type of JSON Schema.
enum InstanceType: String, Sendable, CaseIterable {
    case null
    case boolean
    case integer
    case number
    case string
    case array
    case object
}

extension JSONValue {
    /// The type of the value; a number without a fraction is an integer.
    var type: InstanceType {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number(let number): number.isInteger ? .integer : .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
