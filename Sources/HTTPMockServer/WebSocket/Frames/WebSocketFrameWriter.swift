import HTTPMock

/// Writes the frames of the server, which are never fragments and never masked.
///
/// - SeeAlso: [RFC 6455 §5.2](https://www.rfc-editor.org/rfc/rfc6455.html#section-5.2)
enum WebSocketFrameWriter {
    private static let finalBit: UInt8 = 0x80

    /// Appends a frame with its payload.
    static func append(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, to output: inout [UInt8]) {
        appendHead(opcode, length: payload.count, to: &output)
        output.append(contentsOf: payload)
    }

    /// Appends the head of a frame, after which the payload follows.
    static func appendHead(_ opcode: WebSocketOpcode, length: Int, to output: inout [UInt8]) {
        output.append(finalBit | opcode.rawValue)
        switch length {
        case 0..<126:
            output.append(UInt8(length))
        case 126..<(1 << 16):
            output.append(126)
            append(length, size: 2, to: &output)
        default:
            output.append(127)
            append(length, size: 8, to: &output)
        }
    }

    /// Appends a close frame; with a code that may not be sent, the frame has no payload.
    ///
    /// - SeeAlso: [RFC 6455 §5.5.1](https://www.rfc-editor.org/rfc/rfc6455.html#section-5.5.1)
    static func appendClose(
        _ code: HTTPMock.WebSocketConnection.CloseCode, reason: String, to output: inout [UInt8]
    ) {
        guard code.maySend else { return appendHead(.close, length: 0, to: &output) }
        var payload: [UInt8] = []
        append(Int(code.rawValue), size: 2, to: &payload)
        payload.append(contentsOf: reason.utf8)
        append(.close, payload, to: &output)
    }

    /// Appends a number in the order of the network.
    private static func append(_ number: Int, size: Int, to output: inout [UInt8]) {
        for shift in (0..<size).reversed() {
            output.append(UInt8(truncatingIfNeeded: number >> (shift * 8)))
        }
    }
}
