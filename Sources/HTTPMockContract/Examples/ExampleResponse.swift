import Foundation
import HTTPMock

/// An example of an operation's response.
struct ExampleResponse: Sendable {
    let status: Int
    let headers: [String: String]
    /// The body and its media type; nil for a response without a body.
    var body: Body?
    /// True for a body that the document has; false for a made one, and without a body.
    var isOfTheDocument = false
    /// The problem of the document's first example if a made body replaces the example; else nil.
    var flawOfReplacedExample: String?

    /// A body with its media type.
    struct Body: Sendable {
        let text: String
        let contentType: String
    }

    /// The reason why an operation has no example.
    struct Missing: Error {
        let text: String
        /// True if the operation or the response has a defect, or if an example is invalid and none is made instead.
        ///
        /// False for an invalid example that was asked for by its name.
        var isFaultOfTheDocument = false
    }
}

extension ExampleResponse {
    /// The example as a response that answers every request.
    var response: MockResponse {
        let status = MockResponse.Status(status)
        guard let body else {
            return headers.reduce(.empty(status: status, lifetime: .eternal)) { $0.addingHeader($1.key, $1.value) }
        }
        return .data(
            Data(body.text.utf8), status: status, lifetime: .eternal, headers: headers, contentType: body.contentType)
    }
}
