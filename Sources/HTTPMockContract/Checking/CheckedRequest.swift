import Foundation
import HTTPMock

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

/// Header fields whose names are compared without case.
struct CheckedFields: Sendable {
    let fields: [(name: String, value: String)]

    init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }

    /// The value of a field; several are joined by commas.
    subscript(name: String) -> String? {
        let values = fields.lazy.filter { $0.name.isEqualIgnoringCase(to: name) }.map(\.value)
        guard let first = values.first else { return nil }
        return values.dropFirst().reduce(first) { "\($0), \($1)" }
    }

    /// Returns a body that can be read; nil if it is compressed, so that only its media type can be checked.
    ///
    /// A recorded response may have the field and a body without compression.
    func readable(_ body: Data?) -> Data? {
        guard let body, let coding = self["Content-Encoding"], coding.lowercased() != "identity" else { return body }
        return body.utf8Text == nil ? nil : body
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

extension CheckedRequest {
    /// A request that a mock has received.
    init(_ request: MockRequest) {
        self.init(
            method: request.method.rawValue, url: RequestURL(request.url),
            fields: CheckedFields(request.headers.map { (name: $0.0, value: $0.1) }), body: request.body)
    }

    /// The request that a registration matches; nil if the registration matches several.
    init?(_ registration: MockRegistration) {
        guard let method = registration.method, let url = RequestURL(registration) else { return nil }
        self.init(method: method.rawValue, url: url)
    }
}

extension RequestURL {
    /// The URL that a registration matches; nil if the registration matches several.
    init?(_ registration: MockRegistration) {
        guard let host = registration.host, let path = registration.path,
            !host.contains("*"), !path.contains("*"), !path.contains("{")
        else { return nil }
        // Without a scheme there is no default port, because a host without a port is registered for any.
        self.init("//\(host)\(path)")
    }
}

extension CheckedResponse {
    init(status: Int, headers: [String: String], body: Data?) {
        self.init(status: status, fields: CheckedFields(headers.map { (name: $0.key, value: $0.value) }), body: body)
    }
}
