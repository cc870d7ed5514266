import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockRequest {
    /// Method and header fields of a request, as its transport has them.
    enum Head: Sendable {
        /// The request of a session's task.
        case session(URLRequest)
        /// The method and the fields that a client sent to a port.
        ///
        /// Not a `URLRequest`, which joins and sorts the fields and changes the case of methods.
        case wire(HTTPMock.HTTPMethod, HTTPMock.HeaderFields)

        var method: HTTPMock.HTTPMethod {
            switch self {
            case .session(let request): HTTPMock.HTTPMethod(rawValue: request.httpMethod ?? "GET")
            case .wire(let method, _): method
            }
        }

        var fields: HTTPMock.HeaderFields {
            switch self {
            case .session(let request): HTTPMock.HeaderFields(request.allHTTPHeaderFields ?? [:])
            case .wire(_, let fields): fields
            }
        }

        func value(of name: String) -> String? {
            switch self {
            case .session(let request): request.value(forHTTPHeaderField: name)
            case .wire(_, let fields): fields[name]
            }
        }

        /// Returns the same head, whose body is cut to some bytes.
        func replacingBody(with body: Data) -> Head {
            guard case .session(var request) = self else { return self }
            request.httpBody = body
            return .session(request)
        }
    }
}
