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
        // Moved out: the buffer is empty until the closure has returned.
        let taken = bytes
        let before = start
        bytes = []
        start = 0
        let restCount = taken.withUnsafeBytes { buffer in
            var rest = UnsafeRawBufferPointer(rebasing: buffer[before...])
            body(&rest)
            return rest.count
        }
        // If all was consumed, the buffer stays empty.
        guard restCount > 0 else { return }
        // Always empty, because nothing can be appended during the call.
        let appended = bytes
        bytes = taken
        start = taken.count - restCount
        compact()
        if !appended.isEmpty { bytes.append(contentsOf: appended) }
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
