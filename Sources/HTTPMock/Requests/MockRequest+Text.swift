import Foundation

extension MockRequest: CustomStringConvertible {
    /// The method and the URL, as in `GET https://api.example.com/user`; secrets are masked.
    public var description: String { "\(method) \(Redaction.text(of: url))" }

    /// The request as one line: `METHOD /path` with `?query` if there is one; secrets are masked.
    package var summary: String { "\(method) \(path)\(maskedQuery.map { "?\($0)" } ?? "")" }

    /// The query as it was sent, with secrets masked; nil if there is none.
    var maskedQuery: String? { URL(string: Redaction.text(of: url))?.query(percentEncoded: true) }
}
