import HTTPMock

extension HTTPMock.WebSocketConnection {
    /// The way in which a WebSocket ended.
    public struct Closing: Hashable, Sendable {
        /// The code of the side that closed first.
        ///
        /// The code is 1002, 1007 or 1009 if the server closed because of the client's mistake, and 1005 if the first
        /// close frame had no code. The code is 1006 if the connection ended before either side closed, by `drop()` for
        /// example, or if it ended by a registered fault.
        public let code: CloseCode
        /// The reason of the side that closed first; empty if there was none.
        public let reason: String
        /// Whether both sides sent a close frame.
        public let isClean: Bool

        /// Creates the description of an end, to compare with.
        ///
        /// - Parameters:
        ///   - code: The code of the side that closed first.
        ///   - reason: The reason of that side.
        ///   - isClean: Whether both sides sent a close frame.
        public init(code: CloseCode, reason: String = "", isClean: Bool = true) {
            self.code = code
            self.reason = reason
            self.isClean = isClean
        }
    }
}

extension HTTPMock.WebSocketConnection.Closing: CustomStringConvertible {
    /// The code, the reason and what is missing, as in `1001 "maintenance"`.
    public var description: String {
        var text = "\(code)"
        if !reason.isEmpty { text += " \(reason.debugDescription)" }
        if !isClean { text += code == .abnormalClosure ? ", without a close frame" : ", without an answer" }
        return text
    }

    /// The end of a connection that neither side has closed, or that a registered fault has ended.
    static let abnormal = HTTPMock.WebSocketConnection.Closing(code: .abnormalClosure, isClean: false)
}
