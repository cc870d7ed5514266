import Foundation

extension MockResponse {
    /// A type that a factory accepts as a status: ``Status`` or `Int`.
    public protocol StatusCode: Sendable {
        /// The value as a status.
        var mockStatus: Status { get }
    }
}

extension MockResponse.StatusCode where Self == MockResponse.Status {
    /// Returns a status that has no name.
    ///
    /// - Parameter code: The code, 200 to 999. With any other code, the request fails with an ``HTTPMockError``.
    public static func other(_ code: Int) -> Self { Self(code) }

    /// 100 Continue.
    public static var `continue`: Self { Self(100) }
    /// 101 Switching Protocols.
    public static var switchingProtocols: Self { Self(101) }
    /// 103 Early Hints.
    public static var earlyHints: Self { Self(103) }
    /// 200 OK.
    public static var ok: Self { Self(200) }
    /// 201 Created.
    public static var created: Self { Self(201) }
    /// 202 Accepted.
    public static var accepted: Self { Self(202) }
    /// 203 Non-Authoritative Information.
    public static var nonAuthoritativeInformation: Self { Self(203) }
    /// 204 No Content.
    public static var noContent: Self { Self(204) }
    /// 205 Reset Content.
    public static var resetContent: Self { Self(205) }
    /// 206 Partial Content.
    public static var partialContent: Self { Self(206) }
    /// 207 Multi-Status.
    public static var multiStatus: Self { Self(207) }
    /// 300 Multiple Choices.
    public static var multipleChoices: Self { Self(300) }
    /// 301 Moved Permanently.
    public static var movedPermanently: Self { Self(301) }
    /// 302 Found.
    public static var found: Self { Self(302) }
    /// 303 See Other.
    public static var seeOther: Self { Self(303) }
    /// 304 Not Modified.
    public static var notModified: Self { Self(304) }
    /// 305 Use Proxy.
    public static var useProxy: Self { Self(305) }
    /// 307 Temporary Redirect.
    public static var temporaryRedirect: Self { Self(307) }
    /// 308 Permanent Redirect.
    public static var permanentRedirect: Self { Self(308) }
    /// 400 Bad Request.
    public static var badRequest: Self { Self(400) }
    /// 401 Unauthorized.
    public static var unauthorized: Self { Self(401) }
    /// 402 Payment Required.
    public static var paymentRequired: Self { Self(402) }
    /// 403 Forbidden.
    public static var forbidden: Self { Self(403) }
    /// 404 Not Found.
    public static var notFound: Self { Self(404) }
    /// 405 Method Not Allowed.
    public static var methodNotAllowed: Self { Self(405) }
    /// 406 Not Acceptable.
    public static var notAcceptable: Self { Self(406) }
    /// 407 Proxy Authentication Required.
    public static var proxyAuthenticationRequired: Self { Self(407) }
    /// 408 Request Timeout.
    public static var requestTimeout: Self { Self(408) }
    /// 409 Conflict.
    public static var conflict: Self { Self(409) }
    /// 410 Gone.
    public static var gone: Self { Self(410) }
    /// 411 Length Required.
    public static var lengthRequired: Self { Self(411) }
    /// 412 Precondition Failed.
    public static var preconditionFailed: Self { Self(412) }
    /// 413 Content Too Large.
    public static var contentTooLarge: Self { Self(413) }
    /// 414 URI Too Long.
    public static var uriTooLong: Self { Self(414) }
    /// 415 Unsupported Media Type.
    public static var unsupportedMediaType: Self { Self(415) }
    /// 416 Range Not Satisfiable.
    public static var rangeNotSatisfiable: Self { Self(416) }
    /// 417 Expectation Failed.
    public static var expectationFailed: Self { Self(417) }
    /// 421 Misdirected Request.
    public static var misdirectedRequest: Self { Self(421) }
    /// 422 Unprocessable Content.
    public static var unprocessableContent: Self { Self(422) }
    /// 425 Too Early.
    public static var tooEarly: Self { Self(425) }
    /// 426 Upgrade Required.
    public static var upgradeRequired: Self { Self(426) }
    /// 428 Precondition Required.
    public static var preconditionRequired: Self { Self(428) }
    /// 429 Too Many Requests.
    public static var tooManyRequests: Self { Self(429) }
    /// 431 Request Header Fields Too Large.
    public static var requestHeaderFieldsTooLarge: Self { Self(431) }
    /// 451 Unavailable For Legal Reasons.
    public static var unavailableForLegalReasons: Self { Self(451) }
    /// 500 Internal Server Error.
    public static var internalServerError: Self { Self(500) }
    /// 501 Not Implemented.
    public static var notImplemented: Self { Self(501) }
    /// 502 Bad Gateway.
    public static var badGateway: Self { Self(502) }
    /// 503 Service Unavailable.
    public static var serviceUnavailable: Self { Self(503) }
    /// 504 Gateway Timeout.
    public static var gatewayTimeout: Self { Self(504) }
    /// 505 HTTP Version Not Supported.
    public static var httpVersionNotSupported: Self { Self(505) }
    /// 511 Network Authentication Required.
    public static var networkAuthenticationRequired: Self { Self(511) }
}

extension Int: MockResponse.StatusCode {
    /// The number as a status.
    public var mockStatus: MockResponse.Status { MockResponse.Status(self) }
}
