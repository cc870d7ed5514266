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
