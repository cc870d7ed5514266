import Foundation
import HTTPMock

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
