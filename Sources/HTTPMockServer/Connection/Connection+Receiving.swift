import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Parses the bytes that arrive, and hands each request to the responder.
extension Connection {
    /// The most requests parsed in one turn, so that pipelining does not delay other clients.
    private static let batch = 16

    func receive(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .receiving:
            guard input.isEmpty, output.count < Self.outputLimit else {
                input.append(bytes)
                return parseBufferedInput()
            }
            var rest = bytes
            parse(&rest)
            if isOpen, !rest.isEmpty { input.append(rest) }
        case .answering:
            input.append(bytes)
        case .ending, .draining, .closed:
            return
        }
    }

    /// Handles the end of the client's input; a response in progress is still sent.
    func receiveEnd() {
        switch state {
        case .receiving: parseBufferedInput()
        case .answering, .closed: return
        case .ending(.stall), .draining: close()
        case .ending: return
        }
    }

    func parseBufferedInput() {
        guard !isParsing, output.count < Self.outputLimit else { return }
        if !input.isEmpty { input.consume { parse(&$0) } }
        guard case .receiving = state, isInputEnded, output.count < Self.outputLimit else { return }
        if parser.isBetweenRequests {
            finish(by: .close)
        } else {
            refuse(.badRequest("The request ended too early."))
        }
    }

    private func parse(_ bytes: inout UnsafeRawBufferPointer) {
        isParsing = true
        defer { isParsing = false }
        var count = 0
        while case .receiving = state, output.count < Self.outputLimit {
            guard let event = parser.next(in: &bytes) else { return }
            switch event {
            case .head(let head): begin(head)
            case .body(let bytes):
                do throws(RequestRefusal) { try body.append(bytes) } catch { refuse(error) }
            case .end:
                answer()
                count += 1
                if count == Self.batch, !bytes.isEmpty { return goOnLater() }
            case .refusal(let refused): refuse(request.map { RefusedHead(refused.refusal, of: $0) } ?? refused)
            }
        }
    }

    private func goOnLater() {
        loop.post { [self] in
            guard case .receiving = state else { return }
            parseBufferedInput()
            touch()
        }
    }

    private func begin(_ head: RequestHead) {
        request = head
        headStart = nil
        if let refusal = responder.refusal(of: head) { return refuse(refusal) }
        guard head.expectsContinue, head.framing != .none else { return }
        output.append { $0.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8) }
        touch()
    }

    private func answer() {
        guard let request else { return }
        let received: ReceivedRequest
        do throws(RequestRefusal) {
            received = ReceivedRequest(head: request, body: try body.finish(), origin: origin)
        } catch {
            return refuse(error)
        }
        encoder = ResponseEncoder(for: request)
        let writer = ResponseWriter(self, loop: loop)
        state = .answering(writer)
        writer.onAbandon(responder.respond(to: received, through: writer))
    }
}

/// The bytes that were read from a connection but not consumed.
///
/// Usually empty in a ``Connection``, because a request that arrives whole is parsed in the buffer of the loop.
struct InputBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
    }

    /// Gives the bytes to a closure, which removes those it consumes.
    mutating func consume(_ body: (inout UnsafeRawBufferPointer) -> Void) {
        // Moved out, because the closure may cause bytes to be appended.
        let taken = bytes
        let before = start
        bytes = []
        start = 0
        let rest = taken.withUnsafeBytes { buffer in
            var rest = UnsafeRawBufferPointer(rebasing: buffer[before...])
            body(&rest)
            return rest.count
        }
        let appended = bytes
        bytes = taken
        start = taken.count - rest
        if rest == 0 {
            bytes = appended
            start = 0
        } else {
            compact()
            if !appended.isEmpty { bytes.append(contentsOf: appended) }
        }
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
    /// - Throws: The refusal of a request whose body can't be written.
    mutating func append(_ more: UnsafeRawBufferPointer) throws(RequestRefusal) {
        count += more.count
        guard count > Self.memoryLimit else { return bytes.append(contentsOf: more) }
        do throws(SocketError) {
            if file == nil { file = try Self.makeFile() }
            guard let file else { return }
            if !bytes.isEmpty {
                let start = bytes
                bytes = Data()
                try Self.write(start, to: file)
            }
            try Self.write(more, to: file)
        } catch {
            close()
            throw Self.refusal(error)
        }
    }

    /// Ends the body.
    ///
    /// - Returns: The bytes; a file is mapped into memory.
    mutating func finish() throws(RequestRefusal) -> Data {
        defer { close() }
        guard let file else { return bytes }
        let size = count
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
            throw Self.refusal(SocketError(call: "mmap", code: errno))
        }
        return Data(bytesNoCopy: start, count: size, deallocator: .custom { start, size in munmap(start, size) })
    }

    /// Drops the body.
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

    private static func write(_ bytes: some ContiguousBytes, to file: Int32) throws(SocketError) {
        let code: Int32 = bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = systemWrite(file, rest.baseAddress, rest.count)
                if count == 0 { return EIO }
                if count < 0, errno != EINTR { return errno }
                rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
            }
            return 0
        }
        if code != 0 { throw SocketError(call: "write", code: code) }
    }

    private static func refusal(_ error: SocketError) -> RequestRefusal {
        RequestRefusal(
            507, "The body can't be kept in the folder \(folder) (\(error.text)).",
            fix: .init("make room there, or set TMPDIR to another folder"))
    }

    #if canImport(Darwin)
        private static let systemWrite = Darwin.write
    #else
        private static let systemWrite = Glibc.write
    #endif
}
