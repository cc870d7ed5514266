import Foundation
import HTTPMock

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
        let connectionFields = ConnectionFieldNames(head.fields)
        self.init(
            method: HTTPMock.HTTPMethod(head.line.method), url: url,
            headers: HTTPMock.HeaderFields(head.fields.filter { !connectionFields.contains($0.name) }), body: body)
    }
}
