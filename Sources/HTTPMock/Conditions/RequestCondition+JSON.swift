import Foundation

extension RequestCondition {
    /// Matches a body that equals a value as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count.
    ///
    /// - Parameter value: The value, encoded at once with dates in ISO 8601. A value that can't be encoded never
    ///   matches, which the diagnosis reports.
    public static func json(_ value: some Encodable) -> RequestCondition {
        json(try JSONExpectation(encoding: value), of: type(of: value), allowingMore: false)
    }

    /// Matches a body that equals a literal as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count. `.any` and `.matching(_:)` match many values:
    ///
    /// ```swift
    /// .json(["id": .any, "name": .matching("A*"), "tags": ["new"]])
    /// ```
    ///
    /// - Parameter value: The literal, of any JSON types.
    public static func json(_ value: JSONLiteral) -> RequestCondition {
        json(value.expectation, of: JSONLiteral.self, allowingMore: false)
    }

    /// Matches a body that equals an object as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count.
    ///
    /// - Parameter members: The values by name, of any types that can be encoded, `.any` or `.matching(_:)`. A value
    ///   that can't be encoded never matches, which the diagnosis reports.
    public static func json(_ members: [String: any Encodable]) -> RequestCondition {
        json(try JSONExpectation(encoding: members), of: type(of: members), allowingMore: false)
    }

    /// Matches a JSON body that contains a value.
    ///
    /// Objects may have more members. Arrays must have the same length.
    ///
    /// - Parameter value: The part, encoded at once with dates in ISO 8601. A value that can't be encoded never
    ///   matches, which the diagnosis reports.
    public static func json(containing value: some Encodable) -> RequestCondition {
        json(try JSONExpectation(encoding: value), of: type(of: value), allowingMore: true)
    }

    /// Matches a JSON body that contains a literal.
    ///
    /// Objects may have more members. Arrays must have the same length. `.any` and `.matching(_:)` match many values.
    ///
    /// - Parameter value: The part as a literal, of any JSON types.
    public static func json(containing value: JSONLiteral) -> RequestCondition {
        json(value.expectation, of: JSONLiteral.self, allowingMore: true)
    }

    /// Matches a JSON body that contains an object.
    ///
    /// Objects may have more members. Arrays must have the same length.
    ///
    /// - Parameter members: The values by name, of any types that can be encoded, `.any` or `.matching(_:)`. A value
    ///   that can't be encoded never matches, which the diagnosis reports.
    public static func json(containing members: [String: any Encodable]) -> RequestCondition {
        json(try JSONExpectation(encoding: members), of: type(of: members), allowingMore: true)
    }

    private static func json(
        _ expected: @autoclosure () throws -> JSONExpectation, of type: Any.Type, allowingMore: Bool
    ) -> RequestCondition {
        let title = allowingMore ? "body is JSON containing" : "body is JSON"
        let source = allowingMore ? ".json(containing: …)" : ".json(…)"
        guard let expected = try? expected() else {
            return RequestCondition("\(title) of a \(type)", source: source, work: .headOnly) { _ in
                "a \(type) can't be encoded as JSON, so no body matches"
            }
        }
        let description = "\(title) \(expected)"
        return RequestCondition(
            description, identity: "\(title) \(expected.text)", source: source, work: .readsBody
        ) { request in
            guard !request.body.isEmpty else { return "\(description): the body is empty" }
            do {
                let body = try JSONValue(parsing: request.body)
                let differences = body.differences(from: expected, allowingMore: allowingMore)
                if differences.areSurplus, let text = differences.text {
                    let edit = ConditionEdit(source, suggested: ".json(containing: …)")
                    return Mismatch("\(description): \(text)", edit: edit)
                }
                return Mismatch(differences, after: "\(description): ", in: source)
            } catch {
                return "\(description): \(request.compression ?? "the body is not JSON: \(error)")"
            }
        }
    }
}
