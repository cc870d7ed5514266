import HTTPMock

extension JSONValue {
    /// The value with its type, for messages: `string "a"`; long values are cut off, secret members masked.
    var shown: String {
        switch self {
        case .null: "null"
        case .bool(let value): "boolean \(value)"
        case .array, .object, .string, .number: "\(type) \(text)"
        }
    }

    /// The value for messages, cut off where it is long.
    var text: String {
        let limit = 60
        let text = description
        return text.count > limit ? "\(text.prefix(limit))…" : text
    }
}
