import Foundation

extension RequestCondition {
    /// The body is this value as JSON: key order and the spelling of numbers don't count.
    ///
    /// - Parameter value: The value, encoded at once with dates in ISO 8601; one that can't be encoded never matches,
    ///   which the diagnosis says.
    public static func json(_ value: some Encodable) -> RequestCondition {
        json(value, "body is JSON", allowingMore: false)
    }

    /// The body is JSON that has all of this: a subset of each object at every depth, arrays of one length.
    ///
    /// - Parameter value: The part, encoded at once with dates in ISO 8601; one that can't be encoded never matches,
    ///   which the diagnosis says.
    public static func json(containing value: some Encodable) -> RequestCondition {
        json(value, "body is JSON containing", allowingMore: true)
    }

    private static func json(_ value: some Encodable, _ title: String, allowingMore: Bool) -> RequestCondition {
        let encoded = Result { try JSONEncoder.mockDefault.encode(value) }
        guard case .success(let data) = encoded, let expected = JSONValue(data) else {
            let text = "\(title) of a \(type(of: value)), which can't be encoded"
            return RequestCondition(text) { _ in "there is nothing to compare with" }
        }
        let identity = "\(title) \(String(decoding: data, as: UTF8.self))"
        return RequestCondition("\(title) \(expected)", identity: identity) { request in
            guard let actual = JSONValue(request.body) else {
                return request.body.isEmpty ? "the body is empty" : "the body is not JSON"
            }
            return actual.difference(from: expected, allowingMore: allowingMore)
        }
    }
}
