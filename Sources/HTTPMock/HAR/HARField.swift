/// A name and value in a HAR, such as a header field or a cookie.
package struct HARField: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HARField] {
    /// The first value of a header field; the name may be in any case.
    package func firstValue(_ name: String) -> String? {
        first { $0.name.isEqualIgnoringCase(to: name) }?.value
    }
}

extension HARField {
    /// Returns the cookies of a request's header fields.
    ///
    /// - SeeAlso: [RFC 6265 §5.4](https://www.rfc-editor.org/rfc/rfc6265.html#section-5.4)
    static func cookies(sentIn headers: [HARField]) -> [HARField] {
        headers.filter { $0.name.isEqualIgnoringCase(to: "Cookie") }.flatMap { field in
            field.value.unicodeScalars.split(separator: ";").compactMap { cookie(String($0)) }
        }
    }

    /// Returns the cookies that a response's header fields set, without their attributes.
    static func cookies(setIn headers: [HARField]) -> [HARField] {
        headers.filter { $0.name.isEqualIgnoringCase(to: "Set-Cookie") }.flatMap { field in
            SetCookie.split(field.value).compactMap { text in
                cookie(String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != ";" })))
            }
        }
    }

    private static func cookie(_ text: String) -> HARField? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let name = text[..<equals].trimmingPrefix { $0 == " " }
        return HARField(String(name), String(text[text.index(after: equals)...]))
    }
}

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

    /// Returns whether a name and an equals sign come next, after spaces only.
    private static func beginsCookie(_ text: Substring.UTF8View) -> Bool {
        let rest = text.drop { $0 == UInt8(ascii: " ") }
        let name = rest.prefix { $0 > 0x20 && !"=;,".utf8.contains($0) }
        return !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: "=")
    }
}
