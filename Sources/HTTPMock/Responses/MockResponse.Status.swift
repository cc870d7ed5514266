import Foundation

extension MockResponse {
    /// An HTTP status code.
    ///
    /// - SeeAlso: [RFC 9110 §15](https://www.rfc-editor.org/rfc/rfc9110.html#section-15), and the
    ///   [IANA registry](https://www.iana.org/assignments/http-status-codes) for codes of other RFCs.
    public struct Status: StatusCode, Hashable {
        /// The code; a response can be sent with 200 to 999 only.
        public let code: Int

        /// Creates a status from its code.
        ///
        /// - Parameter code: The code, 200 to 999. With any other code, the request fails with an ``HTTPMockError``.
        public init(_ code: Int) {
            self.code = code
        }

        /// The status itself.
        public var mockStatus: Status { self }

        /// Whether a response with this status never has content (RFC 9110 §6.4.1).
        package var forbidsContent: Bool {
            (100..<200).contains(code) || code == 204 || code == 304
        }
    }
}

extension MockResponse.Status: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Creates a status from a literal, as in `status: 418`.
    public init(integerLiteral value: Int) { self.init(value) }

    /// The code in digits.
    public var description: String { String(code) }
}
