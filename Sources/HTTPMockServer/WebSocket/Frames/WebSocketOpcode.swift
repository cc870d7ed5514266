/// The kind of a frame.
///
/// - SeeAlso: [RFC 6455 §5.2](https://www.rfc-editor.org/rfc/rfc6455.html#section-5.2)
enum WebSocketOpcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Whether the frame controls the connection: close, ping or pong.
    var isControl: Bool { rawValue >= 0x8 }
}
