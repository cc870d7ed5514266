/// The value of a `Set-Cookie` field, in which the loader may join several cookies.
package enum SetCookie {
    /// Splits a value at the commas that separate cookies.
    ///
    /// A comma in an expiry date separates no cookies.
    ///
    /// - SeeAlso: [RFC 6265 §3](https://www.rfc-editor.org/rfc/rfc6265.html#section-3)
    package static func split(_ value: String) -> [String] {
        value.split(separator: comma, omittingEmptySubsequences: false).map(String.init)
    }

    /// A comma before a name and an equals sign.
    // Safe, because it captures nothing and never changes.
    nonisolated(unsafe) private static let comma = /, *(?=[^\x00-\x20=;,]+=)/.matchingSemantics(.unicodeScalar)
}

extension HTTPMock.HeaderFields.Field {
    /// A field for each cookie that the loader has joined into this one; any other field alone.
    package var separated: [Self] {
        guard name.isEqualIgnoringCase(to: "Set-Cookie") else { return [self] }
        return SetCookie.split(value).map { Self(name, $0) }
    }
}
