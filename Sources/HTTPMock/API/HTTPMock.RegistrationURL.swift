import Foundation

extension HTTPMock {
    /// A URL to register responses for: a `String`, in which patterns are allowed, or a `URL`.
    public protocol RegistrationURL {
        /// The URL in which host and path are patterns, and a query value `*` is any.
        var mockURLPattern: String { get }
    }
}
