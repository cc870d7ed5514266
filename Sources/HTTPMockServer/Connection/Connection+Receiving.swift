import Foundation

/// Parses the bytes that arrive and hands each request to the responder, or hands the bytes to a taker.
extension Connection {
    /// The most pipelined requests that are parsed in one go, so that they don't delay other connections.
    private static let batch = 16

    func receive(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .receiving:
            guard input.isEmpty, output.count < Self.outputLimit else {
                input.append(bytes)
                return parseBufferedInput()
            }
            // Usually a whole request arrives at once, and is parsed without a copy.
            var rest = bytes
            parse(&rest)
            if isOpen, !rest.isEmpty { input.append(rest) }
        case .answering:
            input.append(bytes)
        case .taken(let taker):
            guard input.isEmpty else {
                input.append(bytes)
                return giveInput(to: taker)
            }
            var rest = bytes
            taker.receive(&rest)
            if isOpen, !rest.isEmpty { input.append(rest) }
        case .ending, .draining, .closed:
            return
        }
    }

    /// Handles the end of the client's input; a response in progress is still sent.
    func receiveEnd() {
        switch state {
        case .receiving: parseBufferedInput()
        case .taken(let taker): taker.receiveEnd()
        case .answering, .closed: return
        case .ending(.stall), .draining: close()
        case .ending: return
        }
    }

    /// Parses the input that waits; once all of an ended input is parsed, also ends the connection.
    func parseBufferedInput() {
        guard !isConsuming, !waitsForTurn, output.count < Self.outputLimit else { return }
        if !input.isEmpty { input.consume { parse(&$0) } }
        // The rest of the input may be parsed in another turn.
        guard case .receiving = state, isInputEnded, !waitsForTurn, output.count < Self.outputLimit else { return }
        if parser.isBetweenRequests {
            finish(by: .close)
        } else {
            reject(.badRequest("The request ended too early."))
        }
    }

    private func parse(_ bytes: inout UnsafeRawBufferPointer) {
        isConsuming = true
        defer { isConsuming = false }
        var count = 0
        while case .receiving = state {
            guard count < Self.batch, output.count < Self.outputLimit else {
                if !bytes.isEmpty { goOnLater() }
                return
            }
            guard let event = parser.next(in: &bytes) else { return }
            switch event {
            case .head(let head): begin(head)
            case .body(let part):
                do throws(RequestRejection) { try body.append(part) } catch { reject(error) }
            case .end:
                answer()
                count += 1
            case .rejection(let rejected):
                // The parser no longer knows the head of a request whose body it rejects.
                if let request {
                    reject(RejectedHead(rejected.rejection, of: request))
                } else {
                    reject(rejected)
                }
            }
        }
    }

    /// Parses the rest of the input in another turn, before which other connections have theirs.
    private func goOnLater() {
        waitsForTurn = true
        loop.post { [self] in
            waitsForTurn = false
            guard case .receiving = state else { return }
            parseBufferedInput()
            touch()
        }
    }

    private func begin(_ head: RequestHead) {
        request = head
        headStart = nil
        if let rejection = responder.rejection(of: head) { return reject(rejection) }
        guard head.expectsContinue, head.framing != .none else { return }
        output.append { $0.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8) }
        touch()
    }

    private func answer() {
        guard let request else { return }
        let received: ReceivedRequest
        do throws(RequestRejection) {
            received = ReceivedRequest(head: request, body: try body.finish(), origin: origin)
        } catch {
            return reject(error)
        }
        encoder = ResponseEncoder(for: request)
        let writer = ResponseWriter(self, loop: loop)
        state = .answering(writer)
        // Cleared, so that each response after the end of the input has the whole `idleTimeout`.
        deadline = .max
        writer.onAbandon(responder.respond(to: received, through: writer))
    }
}
