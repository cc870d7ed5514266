/// The value of a `Set-Cookie` field, in which the loader may join several cookies.
package enum SetCookie {
    /// Splits a value at the commas that separate cookies.
    ///
    /// A comma in an expiry date separates no cookies.
    ///
    /// - SeeAlso: [RFC 6265 §3](https://www.rfc-editor.org/rfc/rfc6265.html#section-3)
    package static func split(_ value: String) -> [String] {
        var cookies: [String] = []
        var start = value.utf8.startIndex
        var index = start
        while index < value.utf8.endIndex {
            if value.utf8[index] == UInt8(ascii: ","), beginsCookie(value.utf8[index...].dropFirst()) {
                cookies.append(String(value[start..<index]))
                start = value.utf8.index(after: index)
                while start < value.utf8.endIndex, value.utf8[start] == UInt8(ascii: " ") {
                    start = value.utf8.index(after: start)
                }
            }
            index = value.utf8.index(after: index)
        }
        return cookies + [String(value[start...])]
    }

    /// Returns whether a name and an equals sign come next, with nothing but spaces before them.
    private static func beginsCookie(_ text: Substring.UTF8View) -> Bool {
        let rest = text.drop { $0 == UInt8(ascii: " ") }
        let name = rest.prefix { $0 > 0x20 && !"=;,".utf8.contains($0) }
        return !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: "=")
    }
}
