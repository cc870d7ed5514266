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
