import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The bytes that were read from a connection but not consumed.
///
/// Usually empty in a ``Connection``, because a request that arrives whole is parsed in the buffer of the loop.
struct InputBuffer {
    private var bytes: [UInt8] = []
    /// The index of the first byte that was not consumed.
    private var start = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
    }

    /// Gives the bytes to a closure, which removes those it consumes.
    ///
    /// The closure must not use this buffer, because the call has exclusive access to the buffer.
    mutating func consume(_ body: (inout UnsafeRawBufferPointer) -> Void) {
        let restCount = bytes.withUnsafeBytes { buffer in
            var rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
            body(&rest)
            return rest.count
        }
        guard restCount > 0 else { return removeAll() }
        start = bytes.count - restCount
        compact()
    }

    mutating func removeAll() {
        bytes = []
        start = 0
    }

    /// Drops the consumed bytes once they are the greater part.
    private mutating func compact() {
        guard start > bytes.count / 2 else { return }
        bytes.removeFirst(start)
        start = 0
    }
}
