import Foundation
import HTTPMock

/// A request with its response, as a recording has them.
package struct RecordedExchange: Sendable {
    let request: CheckedRequest
    let response: CheckedResponse

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - status: The status code of its response.
    ///   - headers: The header fields of the response.
    ///   - body: The body of the response, without its content encoding.
    package init(_ request: MockRequest, status: Int, headers: [(name: String, value: String)], body: Data) {
        self.request = CheckedRequest(request)
        let fields = headers.map { HTTPMock.HeaderFields.Field($0.name, $0.value) }
        response = CheckedResponse(status: status, fields: HTTPMock.HeaderFields(fields), body: body)
    }
}
