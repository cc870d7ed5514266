import Foundation

/// The parts of a request that a contract describes.
struct CheckedRequest: Sendable {
    /// The method in upper case.
    let method: String
    let url: RequestURL
    let fields: CheckedFields
    let body: Data

    init(method: String, url: RequestURL, fields: CheckedFields = CheckedFields([]), body: Data = Data()) {
        self.method = method.uppercased()
        self.url = url
        self.fields = fields
        self.body = body
    }

    /// The request as it begins every message: `GET /pets/7`.
    var name: String { "\(method) \(url.path)" }
}

/// The parts of a response that a contract describes.
struct CheckedResponse: Sendable {
    let status: Int
    let fields: CheckedFields
    /// The whole body; nil if it is not known.
    let body: Data?
}
