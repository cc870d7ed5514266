import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The rules by which a client follows a redirect.
enum Redirect {
    /// The number of redirects that are followed, as by Foundation's own loader (HowURLSessionIsReproduced.md,
    /// "Redirects").
    static let limit = 20

    /// Returns the request that follows a redirect; nil unless the head has the status of one and a usable `Location`.
    ///
    /// 303 changes every method but HEAD to GET. 301 and 302 change POST to GET. Otherwise method and body stay. A
    /// request that loses its body also loses the fields that describe a body. A request to another origin loses
    /// `Authorization` and `Cookie`; the front end adds the session's own again.
    ///
    /// - SeeAlso: [RFC 9110 §15.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4)
    static func target(of head: ResponseHead, for request: MockRequest) -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(head.status),
            let location = head.fields.lines["Location"],
            let url = resolve(location, against: request.url)
        else { return nil }
        var next = request.urlRequest
        next.url = url
        if becomesGET(request, after: head.status) {
            next.httpMethod = "GET"
            next.httpBody = nil
            for name in contentFields { next.setValue(nil, forHTTPHeaderField: name) }
        }
        if !isSameOrigin(url, request.url) {
            next.setValue(nil, forHTTPHeaderField: "Authorization")
            next.setValue(nil, forHTTPHeaderField: "Cookie")
        }
        return next
    }

    private static func becomesGET(_ request: MockRequest, after status: Int) -> Bool {
        switch status {
        case 301, 302: request.method == .post
        case 303: request.method != .head && request.method != .get
        default: false
        }
    }

    /// Resolves a reference (RFC 3986 §5).
    ///
    /// A reference without a fragment inherits the base's fragment (RFC 9110 §10.2.2).
    private static func resolve(_ location: String, against base: URL) -> URL? {
        let location = location.trimmingCharacters(in: .whitespaces)
        guard !location.isEmpty, let reference = URL(keepingEscapesOf: location, relativeTo: base) else { return nil }
        let url = reference.absoluteURL.withoutDotSegments
        guard url.fragment == nil, let fragment = base.fragment(percentEncoded: true) else { return url }
        return URL(string: "\(url.absoluteString)#\(fragment)") ?? url
    }

    static func isSameOrigin(_ one: URL, _ other: URL) -> Bool {
        let (one, other) = (RequestTarget(url: one), RequestTarget(url: other))
        return one.scheme == other.scheme && one.host == other.host && one.port == other.port
    }

    private static let contentFields = [
        "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Type", "Digest",
        "Expect", "Last-Modified", "Transfer-Encoding",
    ]
}

extension URLRequest {
    /// Whether the URL's scheme is HTTP or HTTPS, the only ones to which a redirect is followed.
    var hasSupportedScheme: Bool {
        ["http", "https"].contains(url?.scheme?.lowercased() ?? "")
    }
}
