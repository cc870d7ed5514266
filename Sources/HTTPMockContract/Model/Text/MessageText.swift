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

    /// Returns the value for messages; masked if a member on its path has a secret name.
    func shown(at path: [PathStep]) -> String {
        for case .member(let name) in path where Redaction.isAlwaysSecret(name) {
            return "\(type) \(Redaction.mask)"
        }
        return shown
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

    /// The most characters before the text is cut off.
    private static let limit = 60
    /// The deepest nesting that is written.
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
            for (index, (name, member)) in members.sorted().enumerated() where !isFull {
                if index > 0 { append(",") }
                write(.string(name), depth: depth)
                append(":")
                let isSecret = Redaction.isSecretMember(name, member, among: members.keys)
                write(isSecret ? .string(Redaction.mask) : member, depth: depth + 1)
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

extension JSONValue {
    /// The type of the value; a number without a fraction is an integer.
    var type: InstanceType {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number(let number) where number.isInteger: .integer
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

extension String {
    /// The text for messages, cut off after 200 characters.
    var short: String {
        // The bytes are compared first, because their number is known, and characters have to be counted.
        guard utf8.count > Self.shownLimit, count > Self.shownLimit else { return self }
        return "\(prefix(Self.shownLimit))…"
    }

    /// The text in quotes for messages, cut off after 200 characters.
    var quoted: String { "\"\(short)\"" }

    /// A JSON pointer for messages, with each name cut off after 200 characters.
    var withShortTokens: String {
        guard utf8.count > Self.shownLimit else { return self }
        return split(separator: "/", omittingEmptySubsequences: false).map { String($0).short }.joined(separator: "/")
    }

    private static var shownLimit: Int { 200 }
}

extension [String] {
    /// The texts as alternatives: `string, integer or null`; `nothing` without any.
    var alternatives: String {
        guard count > 1, let last else { return first ?? "nothing" }
        return "\(dropLast().joined(separator: ", ")) or \(last)"
    }

    /// The texts as an enumeration: `200, 404 and default`; `nothing` without any.
    var listed: String {
        guard count > 1, let last else { return first ?? "nothing" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The verb for an enumeration.
    var verb: String { count > 1 ? "are" : "is" }
}
