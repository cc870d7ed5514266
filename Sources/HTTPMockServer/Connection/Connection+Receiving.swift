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
