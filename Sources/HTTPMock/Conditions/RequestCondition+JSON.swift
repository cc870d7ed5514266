import Foundation

extension RequestCondition {
    /// Matches a body that equals a value as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count.
    ///
    /// - Parameter value: The value, encoded at once with dates in ISO 8601. A value that can't be encoded never matches,
    ///   which the diagnosis reports.
    public static func json(_ value: some Encodable) -> RequestCondition {
        json(value, "body is JSON", allowingMore: false)
    }

    /// Matches a body that equals a literal as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count.
    ///
    /// - Parameter value: The literal, of any JSON types.
    public static func json(_ value: JSONLiteral) -> RequestCondition {
        json(value, "body is JSON", allowingMore: false)
    }

    /// Matches a body that equals an object as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count.
    ///
    /// - Parameter members: The values by name, of any types that can be encoded.
    public static func json(_ members: [String: any Encodable]) -> RequestCondition {
        json(members.mapValues(EncodableMember.init), "body is JSON", allowingMore: false)
    }

    /// Matches a JSON body that contains a value.
    ///
    /// Objects may have more members. Arrays must have the same length.
    ///
    /// - Parameter value: The part, encoded at once with dates in ISO 8601. A value that can't be encoded never matches,
    ///   which the diagnosis reports.
    public static func json(containing value: some Encodable) -> RequestCondition {
        json(value, "body is JSON containing", allowingMore: true)
    }

    /// Matches a JSON body that contains a literal.
    ///
    /// Objects may have more members. Arrays must have the same length.
    ///
    /// - Parameter value: The part as a literal, of any JSON types.
    public static func json(containing value: JSONLiteral) -> RequestCondition {
        json(value, "body is JSON containing", allowingMore: true)
    }

    /// Matches a JSON body that contains an object.
    ///
    /// Objects may have more members. Arrays must have the same length.
    ///
    /// - Parameter members: The values by name, of any types that can be encoded.
    public static func json(containing members: [String: any Encodable]) -> RequestCondition {
        json(members.mapValues(EncodableMember.init), "body is JSON containing", allowingMore: true)
    }

    private static func json(_ value: some Encodable, _ title: String, allowingMore: Bool) -> RequestCondition {
        guard let data = try? JSONEncoder.mockDefault.encode(value), let expected = JSONValue(data) else {
            let reason = "a \(type(of: value)) can't be encoded as JSON, so no body matches"
            return RequestCondition("\(title) of a \(type(of: value))", work: .headOnly) { _ in reason }
        }
        let description = "\(title) \(expected)"
        return RequestCondition(description, identity: "\(title) \(expected.text)", work: .readsBody) { request in
            guard !request.body.isEmpty else { return "\(description): the body is empty" }
            do {
                let body = try JSONValue(parsing: request.body)
                return body.differences(from: expected, allowingMore: allowingMore).text.map { "\(description): \($0)" }
            } catch {
                return "\(description): the body is not JSON: \(error)"
            }
        }
    }
}

/// Wraps a value of any encodable type, and encodes the value unchanged.
private struct EncodableMember: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
