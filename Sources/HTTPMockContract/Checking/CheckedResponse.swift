import Foundation
import HTTPMock

/// The parts of a response that a contract describes.
struct CheckedResponse: Sendable {
    let status: Int
    let fields: HTTPMock.HeaderFields
    /// The whole body; nil if it is not known.
    let body: Data?
}

extension CheckedResponse {
    init(status: Int, headers: [String: String], body: Data?) {
        self.init(status: status, fields: HTTPMock.HeaderFields(headers), body: body)
    }
}
