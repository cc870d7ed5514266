import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The parts of a request that count when entries are matched.
///
/// Requests with equal keys are equal.
struct RequestKey: Hashable, Sendable {
    let method: String
    let scheme: String
    let host: String
    let port: Int?
    /// The path with percent-decoded segments; an encoded slash stays encoded.
    let path: String
    /// The query items by name, the values of one name in order.
    let query: [Item]
    /// The values of the header fields that the rules name, by name in lower case.
    let headers: [String: String]
    let body: Body

    struct Item: Hashable, Sendable {
        let name: String
        let value: String?
    }

    enum Body: Hashable, Sendable {
        case empty
        case json(JSONValue)
        case form([Item])
        case multipart([Part])
        case bytes(Data)
    }

    struct Part: Hashable, Sendable {
        let head: [String]
        let content: Data
    }

    init(_ request: MockRequest, _ rules: MatchingRules) {
        method = request.method.rawValue
        scheme = rules.ignoresHost ? "" : request.url.scheme?.lowercased() ?? ""
        host = rules.ignoresHost ? "" : request.host
        port = rules.ignoresHost ? nil : request.port
        path = Self.decoded(request.path)
        query = rules.items(request.query, .query, of: .query)
        var headers: [String: String] = [:]
        for name in rules.headers {
            guard let value = request.header(name) else { continue }
            headers[name] = rules.masked(HARField(name, value))
        }
        self.headers = headers
        body = Body(request, rules)
    }

    private static func decoded(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
        return path.components(separatedBy: "/").map { segment in
            (segment.removingPercentEncoding ?? segment).replacingOccurrences(of: "/", with: "%2F")
        }.joined(separator: "/")
    }
}

extension RequestKey.Body {
    init(_ request: MockRequest, _ rules: MatchingRules) {
        let body = request.body
        guard !body.isEmpty else {
            self = .empty
            return
        }
        let type = request.header("Content-Type") ?? ""
        let essence = MediaEssence(type)
        if essence.isMultipart {
            let bytes = [UInt8](body)
            let form = MultipartParser(bytes, contentType: type)
            self = form.problem == nil ? .multipart(rules.parts(form, in: bytes)) : .bytes(body)
        } else if essence.isForm, body.utf8Text != nil {
            self = .form(rules.items(request.form, .form, of: .form))
        } else if essence.isJSON || body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "["),
            let value = JSONValue(body)
        {
            self = .json(rules.masked(value))
        } else {
            self = .bytes(rules.masked(body, type: type))
        }
    }
}

extension HARRequest {
    /// The request in the engine's form; nil if its URL can't be parsed.
    package var mockRequest: MockRequest? {
        guard let address = URL(string: url) else { return nil }
        var request = URLRequest(url: address)
        request.httpMethod = method
        for field in headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
        if let type = body?.mimeType, headers.firstValue("Content-Type") == nil {
            request.setValue(type, forHTTPHeaderField: "Content-Type")
        }
        return MockRequest(request, url: address, body: body?.bytes ?? Data())
    }
}
