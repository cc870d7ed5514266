import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request's body: there already, or still to be read.
enum RequestBody {
    case data(Data)
    /// Reads it, which may block, and hands it over once; to be called off the work queue.
    case pending(Reader)

    typealias Reader = @Sendable (@escaping @Sendable (Result<Data, any Error>) -> Void) -> Void

    static func stream(_ stream: InputStream) -> RequestBody {
        // The stream is handed on, not shared: nobody else reads it while the request is loading.
        nonisolated(unsafe) let stream = stream
        return .pending { done in done(read(stream)) }
    }

    /// All that is left in a stream, which can be read once.
    static func read(_ stream: InputStream) -> Result<Data, any Error> {
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        stream.open()
        defer { stream.close() }
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            // Not `streamError`: on Linux it crashes where there is none.
            guard count >= 0 else { return .failure(URLError(.requestBodyStreamExhausted)) }
            guard count > 0 else { return .success(body) }
            body.append(contentsOf: buffer[..<count])
        }
    }

    static func read(_ file: URL) -> Result<Data, any Error> {
        Result { try Data(contentsOf: file, options: .mappedIfSafe) }.mapError { _ in URLError(.fileDoesNotExist) }
    }
}
