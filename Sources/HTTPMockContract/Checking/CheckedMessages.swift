import Foundation

/// A request as a contract sees it.
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

/// A response as a contract sees it.
struct CheckedResponse: Sendable {
    let status: Int
    let fields: CheckedFields
    /// The whole body; nil if it is not known.
    let body: Data?
}

/// Header fields whose names are compared without case.
struct CheckedFields: Sendable {
    let fields: [(name: String, value: String)]

    init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }

    /// The value of a field; several are joined by commas.
    subscript(name: String) -> String? {
        let values = fields.filter { $0.name.caseInsensitiveCompare(name) == .orderedSame }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The names and values of the cookies.
    var cookies: [(name: String, value: String)] {
        fields.filter { $0.name.caseInsensitiveCompare("Cookie") == .orderedSame }
            .flatMap { $0.value.split(separator: ";") }
            .map { cookie in
                let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts[0].trimmingCharacters(in: .whitespaces)
                return (name, parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
            }
    }
}
