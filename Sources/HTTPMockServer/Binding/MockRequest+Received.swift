import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockRequest {
    /// Makes a request as the mock sees it from one that a client has sent.
    ///
    /// The fields of the connection itself stay out, because they describe the connection only and must not be passed
    /// through.
    ///
    /// - Parameters:
    ///   - head: The head as it was parsed.
    ///   - body: The whole body.
    ///   - origin: The origin of the port; the target of a client that asks a proxy has its own.
    /// - Returns: nil if Foundation makes no URL of the target.
    init?(_ head: RequestHead, body: Data, origin: Origin) {
        let text =
            switch head.line.target {
            case .origin(let path): origin.text + path
            case .absolute(let url): url
            case .authority(let authority): "https://" + authority
            case .asterisk: origin.text
            }
        guard let url = URL(string: text) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = head.line.method
        request.allHTTPHeaderFields = Self.fields(of: head)
        if !body.isEmpty { request.httpBody = body }
        self.init(request, url: url, body: body)
    }

    private static func fields(of head: RequestHead) -> [String: String] {
        let connectionFields = ConnectionFieldNames(head.fields)
        var fields: [String: String] = [:]
        for field in head.fields where !connectionFields.contains(field.name) {
            guard let name = fields.keys.first(where: { $0.equalsIgnoringCase(field.name) }) else {
                fields[field.name] = field.value
                continue
            }
            // RFC 6265 §5.4 joins cookies by semicolons.
            let separator = field.name.equalsIgnoringCase("Cookie") ? "; " : ", "
            fields[name]? += separator + field.value
        }
        return fields
    }
}

/// The names of the fields of a message that are about its connection only.
///
/// - SeeAlso: [RFC 9110 §7.6.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-7.6.1)
struct ConnectionFieldNames {
    private let named: Set<String>
    private static let known: Set<String> = [
        "host", "connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade", "expect",
    ]

    private static let knownLengths = Set(known.map(\.utf8.count))

    /// Collects the names of the fields of a connection.
    ///
    /// - Parameter fields: The fields of the message; its `Connection` field names more of them.
    init(_ fields: [HeaderField]) {
        named = Set(
            fields.filter { $0.name.equalsIgnoringCase("Connection") }
                .flatMap { $0.value.listElements.map { $0.lowercased() } })
    }

    func contains(_ name: String) -> Bool {
        // By length first, because most fields of a message are none of these.
        guard !named.isEmpty || Self.knownLengths.contains(name.utf8.count) else { return false }
        let name = name.lowercased()
        return Self.known.contains(name) || named.contains(name)
    }
}
