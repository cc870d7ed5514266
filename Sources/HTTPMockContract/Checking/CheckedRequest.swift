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

    /// The method and the path, with which the texts of problems begin: `GET /pets/7`.
    var name: String { "\(method) \(url.path)" }
}

extension HTTPMock.HeaderFields {
    /// Returns a body whose content can be checked; nil for an unknown body and for a compressed one.
    ///
    /// A body in UTF-8 is always readable, because a recorded response may have the field `Content-Encoding`, although
    /// its body is not compressed.
    func readable(_ body: Data?) -> Data? {
        guard let body else { return nil }
        let coding = self["Content-Encoding"] ?? "identity"
        let isEncoded = coding.lowercased() != "identity"
        if isEncoded, body.utf8Text == nil { return nil }
        return body
    }

    /// The names and values of the cookies in the `Cookie` fields of a request.
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
    /// Takes the parts of a request that a mock has received or that a recording has.
    init(_ request: MockRequest) {
        self.init(
            method: request.method.rawValue, url: RequestURL(request.url), fields: request.headers, body: request.body)
    }

    /// Makes the request that a registration matches; nil if the registration matches several methods or URLs.
    ///
    /// Nil for a stand-in too. The query and the conditions of the registration are left out.
    init?(_ registration: MockRegistration) {
        guard let method = registration.method, let url = RequestURL(registration) else { return nil }
        self.init(method: method.rawValue, url: url)
    }
}

extension RequestURL {
    /// Makes the URL that a registration matches; nil for a pattern in the host or path, and for a stand-in.
    init?(_ registration: MockRegistration) {
        guard let host = registration.host, let path = registration.path else { return nil }
        let hasPattern = host.contains("*") || path.contains { "*{".contains($0) }
        guard !hasPattern else { return nil }
        // Without a scheme, the URL has no default port: a host without a port is registered for any port.
        self.init("//\(host)\(path)")
    }
}
