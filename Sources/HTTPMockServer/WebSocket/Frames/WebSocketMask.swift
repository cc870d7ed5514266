/// The four bytes that a client masks a payload with, and the position among them.
///
/// - SeeAlso: [RFC 6455 §5.3](https://www.rfc-editor.org/rfc/rfc6455.html#section-5.3)
struct WebSocketMask: Hashable, Sendable {
    /// The bytes in the order of memory, rotated so that the first one masks the next byte.
    private var bytes: UInt32

    /// Creates a mask of four bytes.
    init(_ bytes: some Collection<UInt8>) {
        var key: UInt32 = 0
        withUnsafeMutableBytes(of: &key) { $0.copyBytes(from: bytes.prefix(4)) }
        self.bytes = key
    }

    /// Masks or unmasks bytes in place, and keeps the position for the next ones.
    mutating func apply(to buffer: UnsafeMutableRawBufferPointer) {
        let wide = UInt64(bytes) | UInt64(bytes) << 32
        var index = 0
        // Eight bytes use the mask twice, so it needs no rotation.
        while index + 8 <= buffer.count {
            let masked = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            buffer.storeBytes(of: masked ^ wide, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < buffer.count {
            buffer[index] ^= first
            bytes = rotated
            index += 1
        }
    }

    private var first: UInt8 { withUnsafeBytes(of: bytes) { $0[0] } }

    private var rotated: UInt32 {
        // The first byte of memory is the lowest one of a little-endian number.
        UInt32(littleEndian: (bytes.littleEndian >> 8) | (bytes.littleEndian << 24))
    }
}
