import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Masks secrets in texts: those of the log, of diagnoses and of the HAR.
///
/// A value is masked because of its name, or as a part of an address or a credential. These values are masked:
/// - header fields, query items, form fields (also in parts), cookies and JSON members with a secret name, at any
///   depth: also in JSON inside a string, a form or a query, in a nested URL, and in the parameters of a header;
/// - the value in `{"name": "password", "value": …}`;
/// - the credentials of an authorization header, whose scheme is shown if it is a known one;
/// - the user and the password of a URL;
/// - arguments with a secret name that are written as a literal, as in GraphQL: `login(password: "…")`.
///
/// Secrets in a path, in prose and in XML are not masked, because nothing marks them. The same is true for a body that
/// is compressed or not encoded in a superset of ASCII. Values that a program reads from `MockRequest` are never
/// masked.
///
/// ``NamedValues`` finds the values, here and for cassettes.
package enum Redaction {
    /// The text in place of a secret.
    package static let mask = "REDACTED"

    /// Returns the mask of the log for a secret value; nil for other values.
    package static func masked(_ place: NamedPlace, _ value: String) -> String? {
        guard place.isAlwaysSecret || isSecret(place.names.last ?? "") else { return nil }
        return [.jsonNumber, .jsonWord, .jsonContainer].contains(place.kind) ? "\"\(mask)\"" : mask
    }

    /// Returns a URL's text without user, password and the secrets of its query and fragment.
    package static func text(of url: URL) -> String { text(ofAddress: url.absoluteString) }

    /// Returns a URL or a reference without secrets; the text may be malformed.
    package static func text(ofAddress text: String) -> String { NamedValues.url(text, masked) }

    /// Returns the text of a form or a query without secrets.
    static func text(ofForm text: String) -> String { NamedValues.form(text, .form, masked) }

    /// Returns a text of unknown content without secrets: JSON, a URL, parameters, or none of these.
    package static func text(ofValue text: String) -> String { NamedValues.text(text, masked) ?? text }

    /// Returns a header field's value without secrets.
    ///
    /// A secret name masks all of the value, except the scheme of an authorization.
    package static func headerValue(_ value: String, of name: String) -> String {
        NamedValues.header(value, of: name, masked)
    }

    /// Returns a body without secrets.
    ///
    /// - Parameters:
    ///   - body: The body, which may be cut off.
    ///   - type: The body's content type; nil if there is none.
    package static func body(_ body: Data, type: String?) -> Data { NamedValues.body(body, type: type, masked) }

    /// Returns the text of a body without secrets, cut to the limit of messages.
    static func shownText(of data: Data, type: String?) -> String {
        String(decoding: body(data, type: type), as: UTF8.self).shortened
    }

    /// Returns a part of a body, masked after the first name of a secret: `a=1&token=REDACTED`.
    static func text(ofFields text: String) -> String {
        let scalars = text.unicodeScalars
        for index in scalars.indices where scalars[index] == "=" || scalars[index] == ":" {
            let before = scalars[..<index].reversed().drop { $0 == "\"" || $0 == "'" || $0.properties.isWhitespace }
            let name = before.prefix {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
            if isSecret(String(String.UnicodeScalarView(name.reversed()))) { return "\(text[...index])\(mask)" }
        }
        return text
    }

    /// Returns the text of an error without secrets.
    ///
    /// Only the code of a `URLError` is shown, because its details contain the URL.
    package static func text(of error: any Error) -> String {
        if let error = error as? URLError { return "URLError \(error.code.rawValue)" }
        if let error = error as? HTTPMockError { return error.message }
        let text = "\(error)"
        let foundationError = error as NSError
        if foundationError.domain == NSURLErrorDomain { return "URLError \(foundationError.code)" }
        return self.text(ofValue: text)
    }
}
