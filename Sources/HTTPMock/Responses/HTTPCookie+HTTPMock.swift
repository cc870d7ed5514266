import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPCookie {
    /// Returns the cookies that a response sets.
    ///
    /// Parts whose name is not a token are left out, because `HTTPCookie.splitNameValue` of FoundationNetworking
    /// crashes on some of these names (FoundationOnLinux.md, "Cookies with unusual names").
    ///
    /// - SeeAlso: [RFC 6265 §4.1.1](https://www.rfc-editor.org/rfc/rfc6265.html#section-4.1.1)
    static func cookies(of head: ResponseHead) -> [HTTPCookie] {
        let fields = head.headers.compactMap { $0.key.isEqualIgnoringCase(to: "Set-Cookie") ? $0.value : nil }
        let safe = fields.flatMap(split).compactMap(withoutUnsafeParts)
        guard !safe.isEmpty else { return [] }
        // Foundation reads cookies only under this exact spelling (FoundationOnLinux.md, "Cookies of a response").
        return cookies(withResponseHeaderFields: ["Set-Cookie": safe.joined(separator: ", ")], for: head.url)
    }

    /// Splits joined cookies at the commas between cookies, not at the commas within dates.
    private static func split(_ field: String) -> [String] {
        var cookies: [String] = []
        for part in field.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
            let first = part.prefix { $0 != ";" }
            let beginsCookie = first.contains("=") && !first.prefix { $0 != "=" }.dropFirst().contains(" ")
            if beginsCookie || cookies.isEmpty {
                cookies.append(String(part))
            } else {
                cookies[cookies.count - 1] += ",\(String(part))"
            }
        }
        return cookies
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
        // A combining character after the sign would hide the sign from Foundation's parser.
        return part.contains("=") == part.unicodeScalars.contains("=")
    }
}
