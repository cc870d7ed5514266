import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The request's own members.
extension RecordedRequest {
    /// The method, in the request's spelling.
    public var method: HTTPMock.HTTPMethod { request.method }

    /// The URL that was requested.
    public var url: URL { request.url }

    /// The path as the URL spells it, percent-encoded; `/` if the URL has none.
    public var path: String { request.path }

    /// The header fields of the request; names compare without case.
    public var headers: HTTPMock.HeaderFields { request.headers }

    /// The body of the request, cut to the log's limit; empty if there is none.
    public var body: Data { request.body }

    /// The body of the request as UTF-8 text; invalid bytes are replaced by U+FFFD.
    public var bodyString: String { request.bodyString }

    /// The fields of the request's form in order, percent-decoded, with `+` as a space.
    public var form: [URLQueryItem] { request.form }

    /// Returns the value of a header field of the request.
    ///
    /// - Parameter name: The name, in any case.
    public func header(_ name: String) -> String? { request.header(name) }

    /// Returns the first value of a query item; nil for a missing name or value.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func queryValue(_ name: String) -> String? { request.queryValue(name) }

    /// Returns the first value of a field of the request's form; nil if there is no such field.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func formValue(_ name: String) -> String? { request.formValue(name) }

    /// Decodes the body of the request from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder; unless given, one that reads dates in ISO 8601.
    /// - Throws: `DecodingError` if the body is not JSON, or not the JSON of such a value.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = .mockDefault
    ) throws -> Value {
        try request.json(as: type, decoder: decoder)
    }
}
