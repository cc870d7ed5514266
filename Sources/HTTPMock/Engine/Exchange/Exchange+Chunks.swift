import Foundation

/// Sends a body, in chunks or at once.
extension Exchange {
    /// Inserts the next chunk and the rest of the body as the next steps.
    func send(_ body: BodyChunks) {
        switch body.source {
        case .data, .chunks: sendFromMemory(body)
        case .file(let file): send(body, from: file)
        case .sequence(let source, let response): send(body, from: source, of: response)
        }
    }

    private func sendFromMemory(_ body: BodyChunks) {
        var body = body
        guard let chunk = body.next() else { return }
        // Chunks with an interval keep their planned times.
        guard body.isTurnOver, body.interval <= .zero else { return prepend([.bytes(chunk)], before: body) }
        prepend([], before: body)
        // Other requests have a turn now and then. The next turn comes from another thread, because a work queue that
        // adds to itself continues before all others.
        sendAndWait(chunk) { ready in BackgroundThread.run(ready) }
    }

    private func send(_ body: BodyChunks, from file: FileReader) {
        guard body.hasMore else { return }
        let wait = beginWait(for: .file, until: deadline, isTimeout: true)
        let size = min(body.chunkSize ?? FileReader.chunkSize, body.limit ?? .max)
        let received = resumption(of: wait) { $0.fileReturned($1, before: body) }
        WorkerThreads.files.run { received(Result { try file.read(upTo: size) }) }
    }

    private func fileReturned(_ chunk: Result<Data, any Error>, before body: BodyChunks) {
        time.catchUp()
        var body = body
        switch chunk {
        case .success(let chunk):
            // The file has become shorter since it was opened, so the client gets only these bytes.
            guard !chunk.isEmpty else { return }
            body.note(chunk)
            prepend([.chunk(chunk)], before: body)
        case .failure(let error):
            steps = [.fail(error)]
        }
    }

    private func send(_ body: BodyChunks, from source: ChunkSource, of response: RegisteredResponse) {
        guard !body.isAtLimit else { return }
        let reader = sequence ?? SequenceReader(source, of: response) { engine.run(in: transport.callerContext, $0) }
        sequence = reader
        // The timer starts first, because the sequence may notify a test, which may then advance the clock.
        let wait = beginWait(for: .sequence, until: deadline, isTimeout: true)
        reader.next(resumption(of: wait) { $0.sequenceReturned($1, of: body) })
    }

    private func sequenceReturned(_ event: Result<Data?, any Error>, of body: BodyChunks) {
        time.catchUp()
        var body = body
        switch event {
        case .success(let chunk?):
            let part = body.allowed(chunk)
            let step: [ResponsePlan.Step] = part.isEmpty ? [] : [.chunk(part.rebased)]
            steps = step + [.chunks(body)] + steps
        case .success(nil):
            // The client still misses bytes.
            if body.isLengthStated, !body.isAtLimit { steps = [.fail(URLError(.networkConnectionLost))] }
        case .failure(let error):
            steps = [.fail(error)]
        }
    }

    private func prepend(_ first: [ResponsePlan.Step], before body: BodyChunks) {
        var next = first
        if body.hasMore {
            if body.interval > .zero { next.append(.wait(body.interval)) }
            next.append(.chunks(body))
        }
        steps = next + steps
    }

    /// Sends a chunk, and continues by `run` once the client is ready for the next.
    func sendAndWait(_ chunk: Data, continuingBy run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        let wait = beginWait(for: .client, until: nil, isTimeout: true)
        // The idle timeout counts from the chunk: a test may advance the clock as soon as it sees the chunk.
        let ready = resumption(of: wait) { (_, _: Void) in }
        send(chunk) { run { ready(()) } }
    }

    /// Sends raw bytes instead of a response; fails if the front end has no socket.
    func send(wire bytes: Data, then ending: MockResponse.WireEnding) {
        guard transport.isOpen else { return cancel() }
        guard transport.hasWire else {
            return perform(.fail(URLError(bytes.isEmpty ? .networkConnectionLost : .cannotParseResponse)))
        }
        note(bytes)
        endRequest(nil)
        transport.receive(wire: bytes, then: ending)
    }
}
