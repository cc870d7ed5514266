import Foundation
import HTTPMock

/// Reads the frames of one client: bytes in, messages and control frames out.
///
/// Pure. The events depend only on the bytes, not on how the bytes are divided between calls. The caller passes bytes
/// that were not consumed to the next call again, followed by new bytes.
///
/// - SeeAlso: [RFC 6455 §5](https://www.rfc-editor.org/rfc/rfc6455.html#section-5)
struct WebSocketReader {
    typealias Message = HTTPMock.WebSocketConnection.Message
    typealias CloseCode = HTTPMock.WebSocketConnection.CloseCode

    /// A message or a control frame of the client, or its mistake.
    enum Event: Hashable {
        /// A whole message, of one frame or several.
        case message(Message)
        case ping(Data)
        case pong(Data)
        /// The client closes; the code is `noStatusReceived` if the frame has none.
        case close(CloseCode, reason: String)
        /// The client has made a mistake; nothing after it is read.
        case mistake(WebSocketMistake)
    }

    private enum State {
        case head
        case payload(WebSocketFrameHead, remaining: Int, mask: WebSocketMask)
        /// A close frame or a mistake has come.
        case over
    }

    private let messageLimit: Int
    private var state = State.head
    /// The kind of the message that has begun; nil between messages.
    private var messageKind: WebSocketOpcode?
    /// The bytes of the message so far, unmasked.
    private var message: [UInt8] = []
    private var textChecker = UTF8Checker()
    /// The bytes of the control frame so far, unmasked.
    private var control: [UInt8] = []

    /// Creates the reader of one connection.
    ///
    /// - Parameter limit: The most bytes of a message.
    init(limit: Int) {
        messageLimit = limit
    }

    /// The largest buffer that is kept for the next message, in bytes.
    private static let keptCapacity = 4096

    /// Reads up to the next event.
    ///
    /// - Parameter input: The bytes that were not consumed before; what is consumed is removed.
    /// - Returns: The event; nil if more bytes are needed, and after the client has closed or made a mistake.
    mutating func next(in input: inout UnsafeRawBufferPointer) -> Event? {
        do throws(WebSocketMistake) {
            while true {
                switch state {
                case .head:
                    guard try readHead(&input) else { return nil }
                case .payload(let head, let remaining, let mask):
                    let isWhole = try readPayload(of: head, remaining, mask, &input)
                    guard isWhole else { return nil }
                    state = .head
                    if let event = try end(of: head) { return event }
                case .over:
                    input = UnsafeRawBufferPointer(rebasing: input[input.count...])
                    return nil
                }
            }
        } catch {
            state = .over
            return .mistake(error)
        }
    }

    /// Reads the head of a frame; false if more bytes are needed.
    private mutating func readHead(_ input: inout UnsafeRawBufferPointer) throws(WebSocketMistake) -> Bool {
        guard let head = try WebSocketFrameHead.read(from: &input, isInMessage: messageKind != nil) else {
            return false
        }
        if !head.opcode.isControl {
            guard head.length <= messageLimit - message.count else {
                throw .messageTooBig(limit: messageLimit)
            }
            if head.opcode != .continuation { messageKind = head.opcode }
        }
        state = .payload(head, remaining: head.length, mask: head.mask)
        return true
    }

    /// Reads the part of a frame's payload that has arrived; false if more bytes are needed.
    private mutating func readPayload(
        of head: WebSocketFrameHead, _ remaining: Int, _ mask: WebSocketMask, _ input: inout UnsafeRawBufferPointer
    ) throws(WebSocketMistake) -> Bool {
        let count = min(remaining, input.count)
        let bytes = UnsafeRawBufferPointer(rebasing: input[..<count])
        input = UnsafeRawBufferPointer(rebasing: input[count...])
        var mask = mask
        if head.opcode.isControl {
            Self.append(bytes, unmaskedBy: &mask, to: &control)
        } else {
            let start = message.count
            Self.append(bytes, unmaskedBy: &mask, to: &message)
            try checkText(from: start)
        }
        state = .payload(head, remaining: remaining - count, mask: mask)
        return count == remaining
    }

    private static func append(
        _ bytes: UnsafeRawBufferPointer, unmaskedBy mask: inout WebSocketMask, to output: inout [UInt8]
    ) {
        let start = output.count
        output.append(contentsOf: bytes)
        output.withUnsafeMutableBytes { buffer in
            mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
        }
    }

    private mutating func checkText(from start: Int) throws(WebSocketMistake) {
        guard messageKind == .text else { return }
        let isText = message.withUnsafeBytes { textChecker.accepts(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        guard isText else { throw .invalidText(in: "A text message") }
    }

    /// Ends a frame; nil if its message goes on.
    private mutating func end(of head: WebSocketFrameHead) throws(WebSocketMistake) -> Event? {
        guard !head.opcode.isControl else { return try endControl(of: head.opcode) }
        guard head.isFinal else { return nil }
        guard textChecker.isAtEndOfCharacter else { throw .invalidText(in: "A text message") }
        let bytes = message
        let isText = messageKind == .text
        message.removeAll(keepingCapacity: message.capacity <= Self.keptCapacity)
        messageKind = nil
        guard isText else { return .message(.data(Data(bytes))) }
        return .message(.text(String(decoding: bytes, as: UTF8.self)))
    }

    private mutating func endControl(of opcode: WebSocketOpcode) throws(WebSocketMistake) -> Event {
        let payload = control
        control.removeAll(keepingCapacity: true)
        switch opcode {
        case .ping: return .ping(Data(payload))
        case .pong: return .pong(Data(payload))
        case .close, .continuation, .text, .binary:
            // Only a close frame is left, because the others are no control frames.
            state = .over
            return try Self.close(payload)
        }
    }

    /// Reads the payload of a close frame.
    ///
    /// - SeeAlso: [RFC 6455 §5.5.1](https://www.rfc-editor.org/rfc/rfc6455.html#section-5.5.1)
    private static func close(_ payload: [UInt8]) throws(WebSocketMistake) -> Event {
        guard !payload.isEmpty else { return .close(.noStatusReceived, reason: "") }
        guard payload.count >= 2 else { throw .protocolError("A close frame has 1 byte, which is no code.") }
        let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.maySend else { throw .protocolError("A close frame has the code \(code.rawValue).") }
        let reason = payload[2...]
        var checker = UTF8Checker()
        let isText = reason.withUnsafeBytes { checker.accepts($0) }
        guard isText, checker.isAtEndOfCharacter else { throw .invalidText(in: "The reason of a close frame") }
        return .close(code, reason: String(decoding: reason, as: UTF8.self))
    }
}
