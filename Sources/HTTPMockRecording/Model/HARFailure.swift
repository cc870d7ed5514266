import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Converts errors between `URLError` and the text of a failed exchange in a HAR.
enum HARFailure {
    /// Returns the text for a `URLError` or another error with its domain; nil for any other error.
    static func text(of error: any Error) -> String? {
        guard error is URLError || (error as NSError).domain == NSURLErrorDomain else { return nil }
        let code = (error as? URLError)?.code.rawValue ?? (error as NSError).code
        return "\(NSURLErrorDomain) \(code)"
    }

    /// Returns the error code for a text of this library, Chromium or Firefox; nil for any other text.
    static func code(of text: String) -> URLError.Code? {
        let words = text.split(whereSeparator: \.isWhitespace)
        if words.count == 2, words[0] == NSURLErrorDomain || words[0] == "URLError" {
            guard let code = Int(words[1]) else { return nil }
            return URLError.Code(rawValue: code)
        }
        // The names may stand in a sentence.
        let names = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        if let name = names.first(where: { $0.hasPrefix("ERR_") }) {
            return chromeCode(of: name.dropFirst("ERR_".count))
        }
        return names.lazy.compactMap { firefoxCodes[String($0)] }.first
    }

    /// Returns the error code for a Chromium error, without `ERR_`.
    ///
    /// The code of an unlisted error follows from its prefix, or else is `unknown`.
    ///
    /// - SeeAlso: [Chromium's list of errors](https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h)
    private static func chromeCode(of name: Substring) -> URLError.Code {
        if let code = chromeCodes[String(name)] { return code }
        if name.hasPrefix("CERT_") { return .serverCertificateUntrusted }
        if name.hasPrefix("SSL_") { return .secureConnectionFailed }
        return .unknown
    }

    private static let chromeCodes: [String: URLError.Code] = [
        "ABORTED": .cancelled, "ADDRESS_UNREACHABLE": .cannotConnectToHost, "BLOCKED_BY_CLIENT": .cancelled,
        "CERT_DATE_INVALID": .serverCertificateHasBadDate, "CONNECTION_ABORTED": .networkConnectionLost,
        "CONNECTION_CLOSED": .networkConnectionLost, "CONNECTION_FAILED": .cannotConnectToHost,
        "CONNECTION_REFUSED": .cannotConnectToHost, "CONNECTION_RESET": .networkConnectionLost,
        "CONNECTION_TIMED_OUT": .timedOut, "CONTENT_DECODING_FAILED": .cannotDecodeContentData,
        "CONTENT_LENGTH_MISMATCH": .networkConnectionLost, "DISALLOWED_URL_SCHEME": .unsupportedURL,
        "EMPTY_RESPONSE": .networkConnectionLost, "HTTP2_PROTOCOL_ERROR": .networkConnectionLost,
        "INCOMPLETE_CHUNKED_ENCODING": .networkConnectionLost,
        "INSECURE_RESPONSE": .serverCertificateUntrusted, "INTERNET_DISCONNECTED": .notConnectedToInternet,
        "INVALID_HTTP_RESPONSE": .badServerResponse, "INVALID_RESPONSE": .badServerResponse, "INVALID_URL": .badURL,
        "NAME_NOT_RESOLVED": .cannotFindHost, "NAME_RESOLUTION_FAILED": .dnsLookupFailed,
        "NETWORK_CHANGED": .networkConnectionLost, "NETWORK_IO_SUSPENDED": .networkConnectionLost,
        "QUIC_PROTOCOL_ERROR": .networkConnectionLost, "TIMED_OUT": .timedOut,
        "TOO_MANY_REDIRECTS": .httpTooManyRedirects, "UNKNOWN_URL_SCHEME": .unsupportedURL,
    ]

    private static let firefoxCodes: [String: URLError.Code] = [
        "NS_BINDING_ABORTED": .cancelled, "NS_ERROR_CONNECTION_REFUSED": .cannotConnectToHost,
        "NS_ERROR_NET_INTERRUPT": .networkConnectionLost, "NS_ERROR_NET_RESET": .networkConnectionLost,
        "NS_ERROR_NET_TIMEOUT": .timedOut, "NS_ERROR_OFFLINE": .notConnectedToInternet,
        "NS_ERROR_REDIRECT_LOOP": .httpTooManyRedirects, "NS_ERROR_UNKNOWN_HOST": .cannotFindHost,
    ]
}
