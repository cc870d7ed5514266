import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The value of a `Set-Cookie` field, in which the loader may join several cookies.
package enum SetCookie {
    /// Splits a value at the commas that separate cookies.
    ///
    /// A comma in an expiry date separates no cookies.
    ///
    /// - SeeAlso: [RFC 6265 §3](https://www.rfc-editor.org/rfc/rfc6265.html#section-3)
    package static func split(_ value: String) -> [String] {
        var cookies: [String] = []
        for part in value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let rest = part.drop { $0 == UInt8(ascii: " ") }
            if cookies.isEmpty {
                cookies.append(String(Substring(part)))
            } else if beginsCookie(rest) {
                cookies.append(String(Substring(rest)))
            } else {
                cookies[cookies.count - 1] += ",\(Substring(part))"
            }
        }
        return cookies
    }

    /// Returns whether a text begins with a name and an equals sign.
    private static func beginsCookie(_ text: Substring.UTF8View) -> Bool {
        let name = text.prefix { $0 > 0x20 && !"=;,".utf8.contains($0) }
        return !name.isEmpty && text.dropFirst(name.count).first == UInt8(ascii: "=")
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
        // A combining character after the sign would hide the sign from Foundation's parser.
        return part.contains("=") == part.unicodeScalars.contains("=")
    }
}
