import Foundation

/// A request's body: in memory, or in the file that an upload task sends.
package enum RequestBody: Sendable {
    case data(Data)
    case file(UploadedFile)

    /// All bytes of a body in memory, the first bytes of a file.
    private var start: Data {
        switch self {
        case .data(let data): data
        case .file(let file): file.start
        }
    }

    private var file: UploadedFile? { if case .file(let file) = self { file } else { nil } }

    /// All bytes of the body; may block, because a file is read.
    var data: Data { file?.data ?? start }

    var count: Int { file?.count ?? start.count }

    var fileURL: URL? { file?.url }

    /// Returns the first bytes of the body, without reading a file again.
    func prefix(_ limit: Int) -> Data { start.count > limit ? Data(Array(start.prefix(limit))) : start }
}

/// The file of an upload, read whole only if a condition or a handler reads the body.
///
/// A file that is larger than its first bytes stays open, so that its content can be read after the file was removed or
/// replaced.
package final class UploadedFile: Sendable {
    let url: URL
    let count: Int
    /// The first bytes, as many as the log keeps.
    let start: Data
    /// The bytes that were read, and the file as long as there are more.
    private let content: Locked<(read: Data, handle: FileHandle?)>

    /// Opens a file and reads its first bytes; may block.
    ///
    /// - Throws: `URLError.fileDoesNotExist`, as Foundation's own loader does.
    init(_ url: URL, readingUpTo limit: Int) throws {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            let start = try handle.read(upToCount: limit) ?? Data()
            let end = (try? handle.seekToEnd()).map { Int($0) }
            if let end, end > start.count {
                (count, content) = (end, Locked((start, handle)))
            } else {
                // A pipe has no end to seek to, and can be read only once.
                let whole = end == nil ? start + (try handle.readToEnd() ?? Data()) : start
                (count, content) = (whole.count, Locked((whole, nil)))
                try handle.close()
            }
            (self.url, self.start) = (url, start)
        } catch {
            throw URLError(.fileDoesNotExist)
        }
    }

    /// All bytes; only the first bytes if the file can no longer be read.
    var data: Data {
        content.withLock { content in
            if let handle = content.handle {
                content = ((try? handle.seek(toOffset: 0)).flatMap { try? handle.readToEnd() } ?? start, nil)
                try? handle.close()
            }
            return content.read
        }
    }
}

/// Reads a request's body once, on its own thread, until the request is over.
///
/// Created by a front end, which knows where the body is, and owned by the request's exchange.
package final class RequestBodyReader: Sendable {
    enum Source: @unchecked Sendable {
        // Sendable, because the stream is handed over: only the reader uses it while the request is loading.
        case stream(InputStream)
        case file(URL)
        /// Calls the delegate, which returns a stream or nil.
        case delegate(@Sendable (@escaping @Sendable (InputStream?) -> Void) -> Void)
    }

    private let source: Source
    /// The maximum number of bytes of a file to read in advance.
    private let startLimit: Int
    private let state = Locked((isCancelled: false, isAnswered: false, partCount: 0))

    init(_ source: Source, startLimit: Int) {
        self.source = source
        self.startLimit = startLimit
    }

    /// Reads the body and calls back once, on any thread.
    func read(_ done: @escaping @Sendable (Result<RequestBody, any Error>) -> Void) {
        switch source {
        case .stream(let stream):
            readSoon(stream, done)
        case .file(let url):
            BackgroundThread.run { [self] in done(Result { .file(try UploadedFile(url, readingUpTo: startLimit)) }) }
        case .delegate(let ask):
            ask { [self] stream in
                // A delegate may answer twice; the first answer counts.
                guard !state.withLock({ exchange(&$0.isAnswered, with: true) }) else { return }
                guard let stream else { return done(.success(.data(Data()))) }
                readSoon(stream, done)
            }
        }
    }

    /// The number of parts of a stream that were read so far.
    var partCount: Int { state.withLock { $0.partCount } }

    /// Reads no more; a read that blocks keeps its thread until it returns.
    func cancel() { state.withLock { $0.isCancelled = true } }

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
