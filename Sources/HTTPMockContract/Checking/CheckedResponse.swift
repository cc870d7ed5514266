import Foundation
import HTTPMock

/// The parts of a response that a contract describes.
struct CheckedResponse: Sendable {
    let status: Int
    let fields: HTTPMock.HeaderFields
    /// The whole body; nil if it is not known, or too long to be checked.
    let body: Data?
    /// The body as JSON, or the error of its parsing; nil if the body was not parsed yet.
    private let parsed = Locked<Result<JSONValue, JSONSyntaxError>?>(nil)

    init(status: Int, fields: HTTPMock.HeaderFields, body: Data?) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The body, if its content is checked; see `HeaderFields.readable(_:)`.
    var readableBody: Data? { fields.readable(body) }

    /// Parses ``readableBody`` as JSON, once for all who need the value.
    ///
    /// - Parameter readable: The body that ``readableBody`` has returned.
    /// - Throws: `JSONSyntaxError` for a text that is not JSON.
    func json(of readable: Data) throws(JSONSyntaxError) -> JSONValue {
        if let known = parsed.withLock({ $0 }) { return try known.get() }
        let made = Result { () throws(JSONSyntaxError) in try JSONValue(parsing: readable) }
        parsed.withLock { $0 = made }
        return try made.get()
    }
}

extension CheckedResponse {
    init(status: Int, headers: [String: String], body: Data?) {
        self.init(status: status, fields: HTTPMock.HeaderFields(headers), body: body)
    }
}
