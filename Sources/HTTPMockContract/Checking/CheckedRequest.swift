import Foundation
import HTTPMock

/// The parts of a request that a contract describes.
struct CheckedRequest: Sendable {
    /// The method in upper case.
    let method: String
    let url: RequestURL
    let fields: HTTPMock.HeaderFields
    let body: Data

    init(method: String, url: RequestURL, fields: HTTPMock.HeaderFields = [:], body: Data = Data()) {
        self.method = method.uppercased()
        self.url = url
        self.fields = fields
        self.body = body
    }

    /// The beginning of each problem of the request and of its response: `GET /pets/7`.
    var name: String { "\(method) \(url.path)" }
}

extension HTTPMock.HeaderFields {
    /// Returns a readable body; nil for an unknown and for a compressed one, of which only the type is checked.
    ///
    /// A body in UTF-8 is always readable, because a recorded response may have the field `Content-Encoding`, although
    /// its body is not compressed.
    func readable(_ body: Data?) -> Data? {
        guard let body, let coding = self["Content-Encoding"], coding.lowercased() != "identity" else { return body }
        guard body.utf8Text != nil else { return nil }
        return body
    }

    /// The names and values of the cookies of a request.
    var cookies: [NamedText] {
        values(for: "Cookie")
            .flatMap { $0.unicodeScalars.split(separator: ";") }
            .map { cookie in
                let (name, value) = String(cookie).divided(at: "=")
                return NamedText(name: String(name).trimmed, text: String(value).trimmed)
            }
    }
}

extension CheckedRequest {
    /// A request that a mock has received.
    init(_ request: MockRequest) {
        self.init(
            method: request.method.rawValue, url: RequestURL(request.url), fields: request.headers, body: request.body)
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
        guard let host = registration.host, let path = registration.path else { return nil }
        let hasPattern = host.contains("*") || path.contains { "*{".contains($0) }
        guard !hasPattern else { return nil }
        // The URL has no scheme and no default port, because a host without a port is registered for any port.
        self.init("//\(host)\(path)")
    }
}
