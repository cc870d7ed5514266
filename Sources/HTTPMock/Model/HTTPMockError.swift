import Foundation

/// A failure of the mock itself, as opposed to an error that a test registered.
///
/// A request fails with this error when its response can't be made, for example because a file is missing. A request
/// that can't be answered at all fails with it too. Calls such as ``HTTPMock/request(_:_:host:)`` throw it. The message
/// contains what happened, where a response was registered, if one is involved, and how to fix it.
public struct HTTPMockError: Error, Hashable, Sendable {
    /// The fact, the source location of a registration that is involved, and the fix.
    public let message: String
    /// The kind of failure.
    public let cause: Cause
    package let location: CallSite?
    /// The number of the system's error that caused this one, as in `EADDRINUSE`; nil without such an error.
    package let systemCode: Int32?

    /// A kind of failure; its number is the code of the error as an `NSError`.
    public enum Cause: Int, Hashable, Sendable {
        /// A registered response can't be made, for example because its file is missing.
        case unusableResponse
        /// The test of the instance has ended, or another test made the request.
        case testEnded
        /// The instance was released, but a session of it is still in use.
        case instanceReleased
        /// A request of `URLSession.shared` can't be assigned to one of several tests.
        case ambiguousTest
        /// A pattern or an address can't match any request.
        case invalidPattern
        /// The log has no request that matches, or other calls have taken every WebSocket that matches.
        case noSuchRequest
        /// The log has several requests that match, where one was expected.
        case severalRequests
        /// The mock does not support the request, for example a WebSocket upgrade.
        case unsupportedRequest
        /// This version of Foundation lacks something that the mock needs.
        case unsupportedFoundation
        /// Another failure, described by the message.
        case other
    }

    /// Reads back an error that the loading system may have turned into an `NSError`.
    ///
    /// On Apple's systems a request fails with an `NSError` that has the domain, the code and the text of this error.
    ///
    /// - Parameter error: Any error, such as the one that a request failed with.
    /// - Returns: nil if the error is no failure of the mock.
    public init?(_ error: any Error) {
        if let error = error as? HTTPMockError {
            self = error
            return
        }
        let bridged = error as NSError
        guard bridged.domain == Self.errorDomain else { return nil }
        self.init(bridged.localizedDescription, cause: Cause(rawValue: bridged.code) ?? .other)
    }

    package init(
        _ message: String, cause: Cause = .other, at location: CallSite? = nil, systemCode: Int32? = nil
    ) {
        self.message = message
        self.cause = cause
        self.location = location
        self.systemCode = systemCode
    }
}

extension HTTPMockError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// Compares the messages and the causes, which an `NSError` keeps, unlike the location.
    public static func == (one: HTTPMockError, other: HTTPMockError) -> Bool {
        one.message == other.message && one.cause == other.cause
    }

    /// Hashes the message.
    public func hash(into hasher: inout Hasher) { hasher.combine(message) }

    /// The same text as ``message``.
    public var description: String { message }

    /// The same text as ``message``, for `localizedDescription`.
    public var errorDescription: String? { message }

    /// The domain of the error as an `NSError`.
    public static var errorDomain: String { "HTTPMockError" }

    /// The number of the cause.
    public var errorCode: Int { cause.rawValue }

    /// The text under `NSLocalizedDescriptionKey`, so that an `NSError` keeps it.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: message]
    }
}

extension Error {
    /// The text of the error without a final full stop, for the middle of a sentence.
    ///
    /// Descriptions of Foundation end with a full stop on Linux, and not always elsewhere.
    package var reason: String {
        let error = self as NSError
        // The system's text of a POSIX error, because Foundation's text may be no more than the code.
        let origin = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        if origin.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(origin.code))) }
        var text = localizedDescription
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
