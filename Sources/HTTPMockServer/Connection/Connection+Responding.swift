import Foundation

/// Responses that are sent: from whoever answers to the output.
extension Connection {
    func send(_ head: WireHead) {
        output.append { encoder.encode(head, date: loop.date.now(), into: &$0) }
        touch()
    }

    func send(_ chunk: Data, then ready: (@Sendable () -> Void)?) {
        if let frame = encoder.frame(chunkOf: chunk.count) {
            if !frame.before.isEmpty { output.append { $0.append(contentsOf: frame.before.utf8) } }
            output.append(chunk)
            if !frame.after.isEmpty { output.append { $0.append(contentsOf: frame.after.utf8) } }
        }
        self.ready = ready
        touch()
    }

    func send(raw bytes: Data) {
        output.append(bytes)
        touch()
    }

    func finishResponse() {
        let end = encoder.end()
        if !end.isEmpty { output.append { $0.append(contentsOf: end.utf8) } }
        endAnswer()
        if encoder.closesConnection {
            finish(by: .close)
        } else {
            state = .receiving
            touch()
        }
    }

    func failResponse(_ failure: ConnectionFailure) {
        endAnswer()
        finish(by: failure)
    }

    private func endAnswer() {
        if case .answering(let writer) = state { writer.detach() }
        request = nil
        ready = nil
    }

    /// Answers a request that is not passed on, and ends the connection.
    func refuse(_ refusal: RequestRefusal) {
        if let request { return refuse(RefusedHead(refusal, of: request)) }
        var firstLine = ""
        input.consume { firstLine = parser.firstLine($0) }
        refuse(RefusedHead(refusal, firstLine: firstLine))
    }

    /// Answers a request that is not passed on, and ends the connection.
    func refuse(_ refused: RefusedHead) {
        let refusal = refused.refusal
        server.responder.note(refused, at: endpoint)
        let text = Data(
            "\(refusal.status) \(ReasonPhrase.of(refusal.status))\n\(refusal.reason)\nTo fix this, \(refusal.fix.text).\n"
                .utf8)
        let fields = [
            HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Content-Length", "\(text.count)"),
            HeaderField("Connection", "close"),
        ]
        encoder = ResponseEncoder(for: refused.head)
        send(WireHead(status: refusal.status, fields: fields))
        send(text, then: nil)
        endAnswer()
        finish(by: .close)
    }
}
