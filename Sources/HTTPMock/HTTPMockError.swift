import Foundation

/// What went wrong in the mock itself, as opposed to an error a test asked for.
///
/// A request fails with this error when its response can't be made (a value that isn't encodable, a file that is
/// missing), or when it can't be answered at all (its mock is gone). The message says what happened, where the
/// response was registered, and what to do.
public struct HTTPMockError: Error, Hashable, Sendable {
    /// The whole text: what happened, where it was registered, what to do.
    public let message: String

    package init(_ message: String) {
        self.message = message
    }
}

extension HTTPMockError: CustomStringConvertible {
    /// The same text as ``message``.
    public var description: String { message }
}

extension HTTPMockError: LocalizedError {
    /// The same text as ``message``, for `localizedDescription`.
    public var errorDescription: String? { message }
}

extension HTTPMockError: CustomNSError {
    /// The domain of the error as an `NSError`.
    public static var errorDomain: String { "HTTPMockError" }

    /// The text under `NSLocalizedDescriptionKey`, so that it survives as an `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}
