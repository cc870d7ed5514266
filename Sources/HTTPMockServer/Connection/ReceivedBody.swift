import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The body of an arriving request: in memory, or a large body in a file.
///
/// The file is unlinked at once, so nothing is left of it when its last reader is released.
struct ReceivedBody {
    private var bytes = Data()
    private var file: Int32?
    private var count = 0

    /// The size of the largest body that stays in memory, in bytes.
    static let memoryLimit = 1 << 20

    /// Appends bytes of the body.
    ///
    /// - Throws: The rejection of a request whose body can't be kept in a file.
    mutating func append(_ more: UnsafeRawBufferPointer) throws(RequestRejection) {
        count += more.count
        guard count > Self.memoryLimit else { return bytes.append(contentsOf: more) }
        do throws(SocketError) {
            if file == nil { file = try Self.makeFile() }
            guard let file else { return }
            if !bytes.isEmpty {
                let bytesBefore = bytes
                bytes = Data()
                try Self.write(bytesBefore, to: file)
            }
            try Self.write(more, to: file)
        } catch {
            close()
            throw Self.rejection(error)
        }
    }

    /// Ends the body.
    ///
    /// - Returns: The bytes; a file is mapped into memory.
    /// - Throws: The rejection of a request whose file can't be mapped.
    mutating func finish() throws(RequestRejection) -> Data {
        defer { close() }
        guard let file else { return bytes }
        let size = count
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
            throw Self.rejection(SocketError(call: "mmap", code: errno))
        }
        return Data(bytesNoCopy: start, count: size, deallocator: .custom { start, size in munmap(start, size) })
    }

    /// Drops the body and closes its file, whose mapping stays valid.
    mutating func close() {
        if let file { Socket.closeDescriptor(file) }
        self = ReceivedBody()
    }

    private static var folder: String { FileManager.default.temporaryDirectory.path }

    private static func makeFile() throws(SocketError) -> Int32 {
        let path = "\(folder)/HTTPMock-\(UUID().uuidString)"
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SocketError(call: "open", code: errno) }
        unlink(path)
        return file
    }

    // The system's call has a name of its own here, because `write` is the method below.
    #if canImport(Darwin)
        private static let systemWrite = Darwin.write
    #else
        private static let systemWrite = Glibc.write
    #endif

    private static func write(_ bytes: some ContiguousBytes, to file: Int32) throws(SocketError) {
        let code: Int32 = bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = systemWrite(file, rest.baseAddress, rest.count)
                if count == 0 { return EIO }
                guard count > 0 else {
                    if errno == EINTR { continue }
                    return errno
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return 0
        }
        if code != 0 { throw SocketError(call: "write", code: code) }
    }

    private static func rejection(_ error: SocketError) -> RequestRejection {
        RequestRejection(
            507, "The body can't be kept in the folder \(folder) (\(error.text)).",
            fix: "make room there, or set TMPDIR to another folder")
    }
}
