import Foundation
import HTTPMock

/// The parts of a response that a contract describes.
struct CheckedResponse: Sendable {
    let status: Int
    let fields: HTTPMock.HeaderFields
    /// The whole body; nil if it is not known, or too long to be checked.
    let body: Data?
    /// The value of ``readableBody`` as JSON, or the error of its parsing; nil until ``json(of:)`` has parsed the body.
    private let parsed = Locked<Result<JSONValue, JSONSyntaxError>?>(nil)

    init(status: Int, fields: HTTPMock.HeaderFields, body: Data?) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The body; nil if its content can't be checked, as `HeaderFields.readable(_:)` decides.
    var readableBody: Data? { fields.readable(body) }

    /// Returns the value of ``readableBody`` as JSON; a later call returns the result of an earlier one.
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

    /// Creates the response of a record, without a body of which the record has only a part.
    ///
    /// - Parameters:
    ///   - record: The record of a request that has ended.
    ///   - status: The status of the response.
    ///   - bodyLimit: The largest body in bytes; a longer one is left out.
    init(_ record: RecordedRequest, status: Int, bodyLimit: Int) {
        let isWhole = !record.isResponseBodyCut && record.responseBody.count <= bodyLimit
        self.init(status: status, headers: record.joinedHeaders, body: isWhole ? record.responseBody : nil)
    }
}
