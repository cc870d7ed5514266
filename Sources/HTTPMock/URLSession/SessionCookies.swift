import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Adds stored cookies to requests and stores those of responses, as the session's configuration allows.
///
/// Created and owned by the transport of a request, because neither loading system stores the cookies of a custom
/// protocol's response.
struct SessionCookies {
    private let storage: HTTPCookieStorage?
    /// Whether the storage is the mock's own, and not the session's.
    private let isOwn: Bool
    /// Read for each request and response; nil for Foundation's defaults.
    private let configuration: URLSessionConfiguration?
    /// The `Cookie` field that this type replaces: the session's, or that of the request before a redirect.
    ///
    /// The user has set any other value, which stays unless the storage has cookies.
    private var outdated: String?

    /// Creates the cookies of a session, in the configuration's storage unless another is given.
    init(own: HTTPCookieStorage?, configuration: URLSessionConfiguration?) {
        storage = own ?? configuration?.httpCookieStorage
        isOwn = own != nil
        self.configuration = configuration
    }

    /// Returns the request with the stored cookies for a URL, as for a new task.
    ///
    /// The cookies replace the `Cookie` field (FoundationOnLinux.md, "Cookies of a request"). Without cookies, an
    /// outdated field is removed. The request is unchanged if it or the configuration wants no cookies.
    func adding(to request: URLRequest, for url: URL) -> URLRequest {
        guard configuration?.httpShouldSetCookies ?? true, request.httpShouldHandleCookies else { return request }
        var request = request
        if let storage, let value = Self.cookieField(for: url, in: storage) {
            request.setValue(value, forHTTPHeaderField: "Cookie")
        } else if let outdated, request.value(forHTTPHeaderField: "Cookie") == outdated {
            request.setValue(nil, forHTTPHeaderField: "Cookie")
        }
        return request
    }

    /// Returns the request with the own storage's cookies in place of the session's; unchanged without that storage.
    ///
    /// FoundationNetworking has added the session's cookies, which other tests may have stored, even if
    /// `httpShouldHandleCookies` is false (FoundationOnLinux.md, "Cookies of a request"). A field that the user has set
    /// stays unless ``adding(to:for:)`` replaces the field.
    mutating func replacing(in request: URLRequest, for url: URL) -> URLRequest {
        guard isOwn, configuration?.httpShouldSetCookies ?? true else { return request }
        outdated = configuration?.httpCookieStorage.flatMap { Self.cookieField(for: url, in: $0) }
        var request = request
        if let outdated, request.value(forHTTPHeaderField: "Cookie") == outdated {
            request.setValue(nil, forHTTPHeaderField: "Cookie")
        }
        return adding(to: request, for: url)
    }

    /// Stores the cookies that a response sets, as the session's policy allows.
    ///
    /// - Parameter isStrict: Whether `httpShouldHandleCookies` and the policy for the page's domain count, as on
    ///   Apple's systems. FoundationNetworking reads neither.
    mutating func store(_ head: ResponseHead, of request: URLRequest?, isStrict: Bool = false) {
        let policy = configuration?.httpCookieAcceptPolicy
        guard head.fields.setsCookies, let storage, policy != .never else { return }
        let document = request?.mainDocumentURL
        if isStrict {
            guard request?.httpShouldHandleCookies != false else { return }
            let domain = ".\(head.url.host ?? "")".lowercased()
            let isOfDomain = document?.host.map { ".\($0)".lowercased().hasSuffix(domain) } ?? true
            if policy == .onlyFromMainDocumentDomain, !isOfDomain { return }
        }
        outdated = Self.cookieField(for: head.url, in: storage)
        storage.setCookies(
            HTTPCookie.cookies(in: head.headers, from: head.url), for: head.url, mainDocumentURL: document)
    }

    /// Returns the value of `Cookie` for a URL; nil without cookies.
    private static func cookieField(for url: URL, in storage: HTTPCookieStorage) -> String? {
        guard let cookies = storage.cookies(for: url), !cookies.isEmpty else { return nil }
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }
}

extension HTTPCookie {
    /// Returns the cookies that the header fields of a response set.
    ///
    /// Parts whose name is not a token are left out, because `HTTPCookie.splitNameValue` of FoundationNetworking
    /// crashes on some of these names (FoundationOnLinux.md, "Cookies with unusual names").
    ///
    /// - SeeAlso: [RFC 6265 §4.1.1](https://www.rfc-editor.org/rfc/rfc6265.html#section-4.1.1)
    static func cookies(in headers: [String: String], from url: URL) -> [HTTPCookie] {
        let fields = headers.compactMap { $0.key.isEqualIgnoringCase(to: "Set-Cookie") ? $0.value : nil }
        let safe = fields.flatMap(SetCookie.split).compactMap(withoutUnsafeParts)
        guard !safe.isEmpty else { return [] }
        // Foundation reads cookies only under this exact spelling (FoundationOnLinux.md, "Cookies of a response").
        return cookies(withResponseHeaderFields: ["Set-Cookie": safe.joined(separator: ", ")], for: url)
    }

    /// Returns a cookie without unsafe attributes; nil if its own name is unsafe.
    private static func withoutUnsafeParts(_ cookie: String) -> String? {
        let parts = cookie.unicodeScalars.split(separator: ";").map { String($0) }
        guard let first = parts.first, first.contains("="), isSafe(first) else { return nil }
        return parts.filter(isSafe).joined(separator: ";")
    }

    private static func isSafe(_ part: String) -> Bool {
        let name = part.unicodeScalars.prefix { $0 != "=" }
        let text = String(name).trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, text.utf8.allSatisfy(\.isTokenCharacter) else { return false }
        // A combining character after the equals sign would hide the sign from Foundation's parser.
        return part.contains("=") == part.unicodeScalars.contains("=")
    }
}
