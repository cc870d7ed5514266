import Foundation
import HTTPMock

/// The response that answered a request, from which variants are made.
package struct AnsweredResponse: Sendable {
    let status: Int
    let headers: HTTPMock.HeaderFields
    /// The body, as far as it was delivered.
    let body: Data

    package init(status: Int, headers: HTTPMock.HeaderFields, body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
