import Foundation

/// The address of a request: its URL, or the text of one.
///
/// A text becomes a `URL` only when the `URL` is read, because making a `URL` costs more than the look-up of a route.
package enum RequestAddress: Sendable {
    case url(URL)
    /// An origin, and a path and query of letters, digits and a few delimiters: always a URL for Foundation.
    case plain(String)

    var text: String {
        switch self {
        case .url(let url): url.absoluteString
        case .plain(let text): text
        }
    }

    var url: URL {
        switch self {
        case .url(let url):
            return url
        case .plain(let text):
            guard let url = URL(string: text) else { preconditionFailure("no URL: \(text)") }
            return url
        }
    }
}
