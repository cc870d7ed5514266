import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Masks secrets in texts: those of the log, of diagnoses and of the HAR.
///
/// A value is masked because of its name, or as a part of an address or a credential. These values are masked:
/// - header fields, query items, form fields (also in parts), cookies and JSON members with a secret name, at any depth:
///   also in JSON inside a string, a form or a query, in a nested URL, and in the parameters of a header;
/// - the credentials of an authorization header, whose scheme is shown if it is a known one;
/// - the user and the password of a URL;
/// - arguments with a secret name that are written as a literal, as in GraphQL: `login(password: "…")`.
///
/// Secrets in a path, in prose and in XML are not masked, because nothing marks them. The same is true for a body that is
/// compressed or not encoded in a superset of ASCII. Values that a program reads from `MockRequest` are never masked.
package enum Redaction {
    /// The text in place of a secret.
    package static let mask = "REDACTED"

    /// Returns the text of an error without secrets.
    ///
    /// Only the code of a `URLError` is shown, because its details contain the URL.
    package static func text(of error: any Error) -> String {
        if let error = error as? URLError { return "URLError \(error.code.rawValue)" }
        if let error = error as? HTTPMockError { return error.message }
        let text = "\(error)"
        let foundationError = error as NSError
        return foundationError.domain == NSURLErrorDomain ? "URLError \(foundationError.code)" : text
    }
}
