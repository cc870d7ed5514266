import Foundation
import HTTPMock

/// A request that reached the proxy of the process.
struct Escape: Sendable {
    let url: URL
    let host: String
    let port: Int
    /// The request for a report, without secrets: method and URL, or host and port of a tunnel.
    let text: String
    /// The first bytes of a tunnel.
    let opening: Opening

    /// The bytes that each side gets before those of the other side.
    struct Opening: Sendable {
        let toClient: Data
        let toHost: Data
    }

    /// Reads a request of a proxy's client; nil for any other request.
    init?(_ request: ReceivedRequest) {
        let head = request.head
        switch head.line.target {
        case .authority(let authority):
            guard let url = URL(string: "https://\(authority)") else { return nil }
            self.url = url
            text = authority
            opening = Opening(toClient: Data("HTTP/1.1 200 Connection established\r\n\r\n".utf8), toHost: Data())
        case .absolute(let target):
            guard let url = URL(string: target) else { return nil }
            self.url = url
            text = "\(head.line.method) \(Redaction.text(of: url))"
            opening = Opening(toClient: Data(), toHost: Self.forwarded(request, to: url))
        case .origin, .asterisk:
            return nil
        }
        guard let host = url.host(percentEncoded: false), !host.isEmpty else { return nil }
        self.host = host
        port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    }

    /// The request for its host, which ends the connection after its response.
    ///
    /// Without the end, the client's next request to any host would reach this one.
    private static func forwarded(_ request: ReceivedRequest, to url: URL) -> Data {
        let head = request.head
        let connectionFields = ConnectionFieldNames(head.fields)
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        var lines = ["\(head.line.method) \(path.isEmpty ? "/" : path)\(query) HTTP/1.1"]
        let authority = url.port.map { ":\($0)" } ?? ""
        lines.append("Host: \(url.host(percentEncoded: true) ?? "")\(authority)")
        for field in head.fields where !connectionFields.contains(field.name) && !field.isLength {
            lines.append("\(field.name): \(field.value)")
        }
        if head.framing != .none || head.fields.contains(where: \.isLength) {
            lines.append("Content-Length: \(request.body.count)")
        }
        lines.append("Connection: close")
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + request.body
    }
}

extension HeaderField {
    fileprivate var isLength: Bool { name.isEqualIgnoringCase(to: "Content-Length") }
}
