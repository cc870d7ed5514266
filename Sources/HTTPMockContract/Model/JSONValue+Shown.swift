import HTTPMock

extension JSONValue {
    /// The value with its type, for messages, as in `string "a"`.
    ///
    /// Long values are cut off. Secret members are masked.
    var shown: String {
        switch self {
        case .null: "null"
        case .bool(let value): "boolean \(value)"
        case .array, .object, .string, .number: "\(type) \(shortText)"
        }
    }

    /// The value for messages, cut off where it is long.
    var shortText: String {
        var writer = ShortText()
        writer.write(self, depth: 0)
        return writer.text
    }
}

/// Writes the beginning of a value, however large and deep the value is.
private struct ShortText {
    private(set) var text = ""
    private var isFull = false

    private static let limit = 60
    private static let depthLimit = 10

    mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .array(let elements) where depth < Self.depthLimit:
            append("[")
            for (index, element) in elements.enumerated() where !isFull {
                if index > 0 { append(",") }
                write(element, depth: depth + 1)
            }
            append("]")
        case .object(let members) where depth < Self.depthLimit:
            append("{")
            for (index, (name, member)) in members.sorted(by: { $0.key < $1.key }).enumerated() where !isFull {
                if index > 0 { append(",") }
                write(.string(name), depth: depth)
                append(":")
                write(Redaction.isSecretInDiagnosis(name) ? .string(Redaction.mask) : member, depth: depth + 1)
            }
            append("}")
        case .array, .object: append("…")
        case .string(let text): append(JSONValue.string(String(text.prefix(Self.limit + 1))).text)
        default: append(value.text)
        }
    }

    private mutating func append(_ part: String) {
        guard !isFull else { return }
        text += part
        if text.count > Self.limit {
            text = "\(text.prefix(Self.limit))…"
            isFull = true
        }
    }
}
