import Foundation
import HTTPMock

/// A value for the generated answers of a GraphQL service: a literal, or the result of a closure.
///
/// ```swift
/// mock.registerExamples(from: contract, values: [
///     "Character.name": "Rick",
///     "Query.character": ["status": "ALIVE"],
///     "Character.image": .made { field in "https://example.com/\(field.path).png" },
/// ])
/// ```
public struct GraphQLValue: Sendable {
    /// A field of an answer for which a value is made.
    public struct Field: Sendable {
        /// The name of the field in the schema.
        public let name: String
        /// The arguments with their defaults, without those that are null.
        ///
        /// They are strings, integers, numbers, Booleans, arrays and dictionaries, which have no nulls either.
        public let arguments: [String: any Sendable]
        /// The name of the object type that has the field.
        public let objectType: String
        /// The location in the data of the answer: `viewer.pets[0].name`.
        public let path: String
        /// The request.
        public let request: MockRequest
    }

    private enum Content: Sendable {
        case literal(any Encodable & Sendable)
        case made(@Sendable (Field) throws -> any Encodable)
    }

    private let content: Content

    /// Makes the value for each field.
    ///
    /// - Parameter value: Returns the value of a field. If the closure throws, the request fails with the error.
    public static func made(_ value: @escaping @Sendable (Field) throws -> JSONLiteral) -> GraphQLValue {
        GraphQLValue(content: .made { try value($0) })
    }

    /// Makes the value for each field from a value of any type that can be encoded.
    ///
    /// - Parameter value: Returns the value of a field. If the closure throws, the request fails with the error.
    public static func made(_ value: @escaping @Sendable (Field) throws -> some Encodable & Sendable) -> GraphQLValue {
        GraphQLValue(content: .made { try value($0) })
    }

    private init(content: Content) {
        self.content = content
    }

    /// The value of a literal; nil for a closure.
    ///
    /// - Throws: `EncodingError` for a literal with `.any` or `.matching`.
    var literal: JSONValue? {
        get throws {
            guard case .literal(let literal) = content else { return nil }
            return try Self.value(of: literal)
        }
    }

    /// Returns the value of a field; the field is made only for a closure.
    func value(of field: @autoclosure () -> Field) throws -> JSONValue {
        switch content {
        case .literal(let literal): try Self.value(of: literal)
        case .made(let make): try Self.value(of: make(field()))
        }
    }

    private static func value(of encodable: any Encodable) throws -> JSONValue {
        try JSONValue(parsing: JSONEncoder.mockDefault.encode(encodable))
    }
}

extension GraphQLValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    /// Creates an object with some of its fields; the others are generated.
    public init(dictionaryLiteral members: (String, JSONLiteral)...) {
        content = .literal(Dictionary(members) { _, last in last })
    }

    /// Creates a list.
    public init(arrayLiteral elements: JSONLiteral...) {
        content = .literal(elements)
    }

    /// Creates a string, an ID or the value of an enum.
    public init(stringLiteral value: String) {
        content = .literal(value)
    }

    /// Creates a number.
    public init(integerLiteral value: Int) {
        content = .literal(value)
    }

    /// Creates a number.
    public init(floatLiteral value: Double) {
        content = .literal(JSONLiteral(floatLiteral: value))
    }

    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) {
        content = .literal(value)
    }

    /// Creates `null`.
    public init(nilLiteral: ()) {
        content = .literal(JSONLiteral(nilLiteral: ()))
    }
}
