import Foundation
import HTTPMock

extension HARRequest {
    /// Returns the reason why no session makes a request; nil if a session can make the request.
    static func refusal(method: String, url: String) -> String? {
        if method.isEmpty { return "it has no method" }
        if url.isEmpty { return "it has no URL" }
        guard let address = URL(string: url) else { return "its URL can't be parsed" }
        guard let scheme = address.scheme else { return "its URL is relative, without a scheme and a host" }
        guard ["http", "https"].contains(scheme.lowercased()) else {
            return "its URL is not an HTTP URL; its scheme is \(scheme)"
        }
        guard let host = address.host, !host.isEmpty else { return "its URL has no host" }
        return method == "CONNECT" ? "it opens a tunnel (CONNECT), which no session asks for" : nil
    }
}

extension HAREntry {
    /// The reason why an entry that was made in memory can't be played; nil if it can be played.
    var refusal: String? {
        if let reason = HARRequest.refusal(method: request.method, url: request.url) { return reason }
        if response.status == 0, response.error == nil { return "its status is 0, without an error that says why" }
        return response.headers.refusal
    }
}

extension [HARField] {
    /// The reason why a response can't have the header fields; nil if the fields can be sent.
    var refusal: String? {
        for field in self {
            if !field.hasSendableName {
                return "\(field.name.debugDescription) is not the name of a header field"
            }
            if field.value.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) {
                return "the value of its header field \(field.name) has a line break or a NUL"
            }
        }
        return nil
    }
}

extension HARField {
    /// Whether a message can have a field of this name.
    ///
    /// - SeeAlso: [RFC 9110 §5.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.1)
    var hasSendableName: Bool { name.utf8.allSatisfy(\.isTokenCharacter) }
}

extension HARBody {
    /// Creates a body from text that an exporter decoded with the charset of the media type.
    init(text: String, type: String?) {
        let encoding = Self.encoding(ofType: type)
        self.init(encoding.flatMap { text.data(using: $0) } ?? Data(text.utf8), type: type)
    }
}
