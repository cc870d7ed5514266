import Foundation

/// Bytes that arrive: from the parser to whoever answers.
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

    /// Handles the end of the client's direction; a response under way is still sent.
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
            case .body(let bytes): body.append(contentsOf: bytes)
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
        let received = ReceivedRequest(head: request, body: body, origin: origin)
        body = Data()
        encoder = ResponseEncoder(for: request)
        let writer = ResponseWriter(self, loop: loop)
        state = .answering(writer)
        writer.onAbandon(responder.respond(to: received, through: writer))
    }
}

/// The bytes of a connection that were read but not consumed by its parser.
///
/// Empty most of the time, because a request that arrives whole is parsed where it was read.
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
        // Moved out, so that the closure may cause bytes to be appended in the meantime.
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
