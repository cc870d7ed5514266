import Foundation

extension RequestCondition {
    /// The body is this value as JSON: key order and the spelling of numbers don't count.
    ///
    /// - Parameter value: The value, encoded at once with dates in ISO 8601; one that can't be encoded never matches,
    ///   which the diagnosis says.
    public static func json(_ value: some Encodable) -> RequestCondition {
        json(value, "body is JSON", allowingMore: false)
    }

    /// The body is this value as JSON: key order and the spelling of numbers don't count.
    ///
    /// - Parameter value: The value as a literal, its parts of any JSON types.
    @_disfavoredOverload
    public static func json(_ value: JSONLiteral) -> RequestCondition {
        json(value, "body is JSON", allowingMore: false)
    }

    /// The body is this object as JSON: key order and the spelling of numbers don't count.
    ///
    /// - Parameter members: The values by name, of any types that can be encoded.
    @_disfavoredOverload
    public static func json(_ members: [String: any Encodable]) -> RequestCondition {
        json(members.mapValues(EncodableMember.init), "body is JSON", allowingMore: false)
    }

    /// The body is JSON that has all of this: a subset of each object at every depth, arrays of one length.
    ///
    /// - Parameter value: The part, encoded at once with dates in ISO 8601; one that can't be encoded never matches,
    ///   which the diagnosis says.
    public static func json(containing value: some Encodable) -> RequestCondition {
        json(value, "body is JSON containing", allowingMore: true)
    }

    /// The body is JSON that has all of this: a subset of each object at every depth, arrays of one length.
    ///
    /// - Parameter value: The part as a literal, its parts of any JSON types.
    @_disfavoredOverload
    public static func json(containing value: JSONLiteral) -> RequestCondition {
        json(value, "body is JSON containing", allowingMore: true)
    }

    /// The body is JSON that has all of this: a subset of each object at every depth, arrays of one length.
    ///
    /// - Parameter members: The values by name, of any types that can be encoded.
    @_disfavoredOverload
    public static func json(containing members: [String: any Encodable]) -> RequestCondition {
        json(members.mapValues(EncodableMember.init), "body is JSON containing", allowingMore: true)
    }

    private static func json(_ value: some Encodable, _ title: String, allowingMore: Bool) -> RequestCondition {
        guard let data = try? JSONEncoder.mockDefault.encode(value), let expected = JSONValue(data) else {
            let text = "\(title) of a \(type(of: value)), which can't be encoded"
            return RequestCondition(text, work: .headOnly) { _ in text }
        }
        return RequestCondition("\(title) \(expected)", identity: "\(title) \(expected.identity)", work: .readsBody) {
            request in
            guard !request.body.isEmpty else { return "body is empty, expected JSON \(expected)" }
            do {
                let body = try JSONValue(parsing: request.body)
                return body.difference(from: expected, allowingMore: allowingMore).map { "body JSON: \($0)" }
            } catch {
                return "body is not JSON: \(error)"
            }
        }
    }
}

/// A value whose type is not known, encoded as the encoder has values of its type.
private struct EncodableMember: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
