import Foundation

/// Reads a request's body once, on another thread, until the request is over.
///
/// Created by a front end, which knows where the body is, or by the exchange for the stream of a redirected request.
/// Owned by the exchange.
package final class RequestBodyReader: Sendable {
    enum Source: @unchecked Sendable {
        // Sendable, because the stream is handed over: only the reader uses it while the request is loading.
        case stream(InputStream)
        case file(URL)
        /// Asks the delegate, which answers with a stream or nil.
        case delegate(@Sendable (@escaping @Sendable (InputStream?) -> Void) -> Void)
    }

    private let source: Source
    /// The maximum number of bytes of a file to read in advance.
    private let startLimit: Int
    private let state = Locked(State())

    private struct State {
        var isCancelled = false
        /// Whether the delegate has answered.
        var isAnswered = false
        var partCount = 0
    }

    init(_ source: Source, startLimit: Int) {
        self.source = source
        self.startLimit = startLimit
    }

    /// Reads the body and calls back once, on any thread; never if a delegate does not answer, or a stream blocks.
    func read(_ done: @escaping @Sendable (Result<RequestBody, any Error>) -> Void) {
        switch source {
        case .stream(let stream):
            readSoon(stream, done)
        case .file(let url):
            BackgroundThread.run { [self] in done(Result { .file(try UploadedFile(url, readingUpTo: startLimit)) }) }
        case .delegate(let ask):
            ask { [self] stream in
                // A delegate may answer twice; the first answer counts.
                let wasAnswered = state.withLock { exchange(&$0.isAnswered, with: true) }
                if wasAnswered { return }
                guard let stream else { return done(.success(.data(Data()))) }
                readSoon(stream, done)
            }
        }
    }

    /// The number of parts of a stream that were read so far.
    var partCount: Int {
        state.withLock { $0.partCount }
    }

    /// Reads no more; a read that blocks keeps its thread until it returns.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    private func readSoon(_ stream: InputStream, _ done: @escaping @Sendable (Result<RequestBody, any Error>) -> Void) {
        // Handed over: only the reader's thread uses the stream from here on.
        nonisolated(unsafe) let stream = stream
        WorkerThreads.userCode.run { [self] in done(read(stream)) }
    }

    private func read(_ stream: InputStream) -> Result<RequestBody, any Error> {
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        stream.open()
        defer { stream.close() }
        while !state.withLock({ $0.isCancelled }) {
            let count = stream.read(&buffer, maxLength: buffer.count)
            // Not `InputStream.streamError`, because on Linux that property crashes if the stream has no error.
            guard count >= 0 else { return .failure(URLError(.requestBodyStreamExhausted)) }
            guard count > 0 else { return .success(.data(body)) }
            body.append(contentsOf: buffer[..<count])
            state.withLock { $0.partCount += 1 }
        }
        return .failure(CancellationError())
    }
}
