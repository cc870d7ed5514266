import Foundation
import HTTPMock

extension WebSocketResponse {
    /// Answers an upgrade, and gives its connection to the test and to the script, if there is one.
    ///
    /// Called on the thread of the connection's loop.
    func open(
        _ due: DueTakeover, _ handshake: WebSocketHandshake, for exchange: Exchange, through writer: ResponseWriter,
        messageLimit: Int
    ) {
        let selected = handshake.selectedProtocol(from: protocols)
        let fields = handshake.answerFields(selecting: selected, with: due.fields)
        let head = WebSocketHandshake.head(fields, date: HTTPDate.now())
        let store = exchange.engine.store
        let number = exchange.number
        let transcript = WebSocketTranscript(arrival: exchange.arrival, date: exchange.arrivalDate) { [weak store] in
            store?.growLog(recordNumbered: number, by: $0) ?? false
        }
        let taker = writer.takeOver(head) { connection in
            WebSocketSession(
                connection, exchange: exchange, transcript: transcript, limit: messageLimit,
                fault: due.fault.map { WebSocketFault(remaining: $0.byteCount, code: $0.code) },
                reportMistake: { store.report([$0.problem(of: due.request)]) })
        }
        guard let session = taker else { return }
        let connection = HTTPMock.WebSocketConnection(
            due.request, of: due.registration, subprotocol: selected, channel: session.channel)
        exchange.connectionBegan(status: 101, fields: fields, as: transcript)
        store.insert(ifMissing: WebSocketRegistry()).add(connection)
        session.start(script.map { script in { Self.run(script, on: connection, in: exchange.engine) } })
    }

    /// Runs a script on the threads for user code, and closes the connection at its end.
    private static func run(
        _ script: @escaping Script, on connection: HTTPMock.WebSocketConnection, in engine: MockEngine
    ) -> ContextTask {
        engine.run(in: nil) { [store = engine.store] in
            do {
                try await script(connection)
                connection.endScript(.normalClosure, reason: "")
            } catch {
                connection.endScript(throwing: error, store)
            }
        }
    }
}

extension HTTPMock.WebSocketConnection {
    /// Drops later messages, and closes the connection after its script unless the connection stalls.
    fileprivate func endScript(_ code: CloseCode, reason: String) {
        channel.endReceiving()
        guard !channel.isStalled else { return }
        _ = channel.beginClosing(.init(code: code, reason: reason, isClean: false))
    }

    /// Closes the connection after a script that has thrown, and reports the error to the test.
    ///
    /// A cancellation and a failed requirement of Swift Testing are not reported. Nor is any `HTTPMockError` after one
    /// side has closed, because the members of a closed connection throw such an error.
    fileprivate func endScript(throwing error: any Error, _ store: Store) {
        let isOfClosed = error is HTTPMockError && closing != nil
        // The client sees only a close frame, so the test itself has to fail.
        if !isOfClosed, let cause = Problem(error, thrownAt: registration.location) {
            let text = """
                HTTPMock: the script of the WebSocket \(request) threw \(Redaction.text(of: error))\
                \(consequenceOfThrowing)
                """
            store.report([Problem(text: text, location: cause.location)])
        }
        let reason = "the script threw \(Redaction.text(of: error))"
        endScript(.internalServerError, reason: reason.prefix(utf8Count: Self.reasonLimit))
    }

    /// The last words of the report of a script that has thrown: the consequence for the connection, and the fix.
    private var consequenceOfThrowing: String {
        if let closing { return " after closing (\(closing)). To fix this, catch the error in the script." }
        if channel.isStalled { return " while stalling. To fix this, catch the error in the script." }
        return """
            , so the server closed it with 1011. To fix this, catch the error in the script, or close with another \
            code: socket.close(_:reason:).
            """
    }
}

extension String {
    /// Returns the longest beginning of whole characters that has at most a number of bytes in UTF-8.
    fileprivate func prefix(utf8Count limit: Int) -> String {
        var end = startIndex
        while end < endIndex {
            let next = index(after: end)
            guard self[..<next].utf8.count <= limit else { break }
            end = next
        }
        return String(self[..<end])
    }
}

extension WebSocketMistake {
    /// The report of a mistake that ended a WebSocket; no failure by itself, like other rejected input.
    fileprivate func problem(of request: MockRequest) -> Problem {
        let text = """
            HTTPMock: the client broke the WebSocket protocol, so the server closed \(request) with \(code): \(text)
              To fix this, correct what the client sends (RFC 6455).
            """
        return Problem(.turnedDown, text: text)
    }
}

extension Exchange {
    /// Answers a plain request to a WebSocket with 426, and fails the test.
    func rejectPlainRequest(of due: DueTakeover) {
        let text = """
            HTTPMock: \(due.request) is no WebSocket upgrade, but the response registered for \(due.registration) is a \
            WebSocket, so it was answered with 426 and the response was not used. To fix this, let the client connect \
            to server.webSocketURL, or register a plain response next to the WebSocket.
            """
        engine.store.report([Problem(text: text, location: due.registration.location)])
        var response = MockResponse.plaintext("\(text)\n", status: .upgradeRequired)
        for field in WebSocketHandshake.upgradeFields { response = response.addingHeader(field.name, field.value) }
        answer(with: response, because: HTTPMockError(text, at: due.registration.location))
    }
}
