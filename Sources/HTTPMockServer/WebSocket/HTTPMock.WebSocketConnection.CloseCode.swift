import HTTPMock

extension HTTPMock.WebSocketConnection {
    /// The reason for which a WebSocket closes, as a number.
    ///
    /// ```swift
    /// try await socket.close(.goingAway, reason: "maintenance")
    /// try await socket.close(4001)
    /// ```
    ///
    /// - SeeAlso: [RFC 6455 §7.4](https://www.rfc-editor.org/rfc/rfc6455.html#section-7.4), and the
    ///   [IANA registry](https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number).
    public struct CloseCode: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt16

        /// Creates a code from its number.
        ///
        /// - Parameter rawValue: The number. An endpoint may send 1000 to 1003, 1007 to 1014 and 3000 to 4999 only.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// 1000: the connection has done what it was for.
        public static let normalClosure: Self = 1000
        /// 1001: the server stops, or the page is left.
        public static let goingAway: Self = 1001
        /// 1002: the other side has broken the protocol.
        public static let protocolError: Self = 1002
        /// 1003: data of this kind is not accepted.
        public static let unsupportedData: Self = 1003
        /// 1005: a close frame had no code; never sent.
        public static let noStatusReceived: Self = 1005
        /// 1006: the connection ended without a close frame; never sent.
        public static let abnormalClosure: Self = 1006
        /// 1007: a message was not what its type says, such as text that is not UTF-8.
        public static let invalidFramePayloadData: Self = 1007
        /// 1008: a message breaks a rule of the receiver.
        public static let policyViolation: Self = 1008
        /// 1009: a message is too large.
        public static let messageTooBig: Self = 1009
        /// 1010: the server has not accepted an extension that the client needs.
        public static let mandatoryExtensionMissing: Self = 1010
        /// 1011: the server met a condition that it did not expect.
        public static let internalServerError: Self = 1011
        /// 1012: the server restarts; the client may connect again.
        public static let serviceRestart: Self = 1012
        /// 1013: the server is overloaded; the client should try again later.
        public static let tryAgainLater: Self = 1013
        /// 1014: a gateway got an invalid response.
        public static let badGateway: Self = 1014
        /// 1015: the TLS handshake failed; never sent.
        public static let tlsHandshakeFailure: Self = 1015

        /// Whether a close frame may have the code.
        var maySend: Bool {
            switch rawValue {
            case 1000...1003, 1007...1014, 3000...4999: true
            default: false
            }
        }
    }
}

extension HTTPMock.WebSocketConnection.CloseCode: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Creates a code from a literal, as in `close(4001)`.
    public init(integerLiteral value: UInt16) {
        self.init(rawValue: value)
    }

    /// The number in digits.
    public var description: String { String(rawValue) }
}
