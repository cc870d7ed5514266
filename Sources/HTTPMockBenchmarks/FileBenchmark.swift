import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures the memory of large files that are sent and received in chunks.
enum FileBenchmark {
    /// The most memory that a request should need, in MB.
    private static let goal = 8.0

    static func run(_ options: Options) async throws -> [Section] {
        let size = options.count(2 << 30, quick: 64 << 20)
        let manager = FileManager.default
        let file = manager.temporaryDirectory.appendingPathComponent("HTTPMockBenchmarks-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: file) }
        guard manager.createFile(atPath: file.path, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
        // A file of zeros without blocks, because only the memory is measured.
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()

        let mock = HTTPMock()
        mock.addResponses(
            forPath: Endpoint.path, host: Endpoint.host, responses: [.file(url: file, lifetime: .eternal)])
        mock.addResponses(
            forPath: "/upload", host: Endpoint.host, method: .post, responses: [.json("{}", lifetime: .eternal)])
        let counter = ChunkCounter()
        let session = mock.session(delegate: counter)

        // The first request of a process loads code and creates threads, which also needs memory.
        mock.addResponses(forPath: "/small", host: Endpoint.host, responses: [.data(Data(count: 1 << 20))])
        try await counter.finish(session.dataTask(with: Endpoint.request("/small")))
        let countBefore = counter.byteCount

        var rows: [Section.Row] = []
        func measure(_ name: String, _ task: URLSessionTask) async throws {
            Memory.resetPeak()
            let before = Memory.resident
            try await counter.finish(task)
            rows.append(Section.Row(name, Double(Memory.peak - before) / 1_000_000, goal: goal))
        }
        try await measure("data task with a delegate", session.dataTask(with: Endpoint.request()))
        guard counter.byteCount - countBefore == size else { throw URLError(.badServerResponse) }
        try await measure("download task", session.downloadTask(with: Endpoint.request()))
        var upload = try Endpoint.request("/upload")
        upload.httpMethod = "POST"
        try await measure("upload from the file", session.uploadTask(with: upload, fromFile: file))
        session.finishTasksAndInvalidate()
        return [
            Section(
                title: "files of \(size >> 20) MB, peak memory of a request above the memory before it, MB", rows: rows)
        ]
    }
}

extension HTTPMock {
    /// Returns a user's session that the mock answers.
    fileprivate func session(delegate: any URLSessionDelegate) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        install(in: configuration)
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }
}

/// Counts the bytes of a session's data tasks, and reports the ends of all tasks.
private final class ChunkCounter: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, Sendable {
    private let total = Locked(0)
    private let ends: AsyncStream<(any Error)?>
    private let end: AsyncStream<(any Error)?>.Continuation

    override init() {
        (ends, end) = AsyncStream.makeStream()
    }

    /// The number of bytes that the delegate has received.
    var byteCount: Int { total.withLock { $0 } }

    /// Resumes a task and waits for its end.
    func finish(_ task: URLSessionTask) async throws {
        task.resume()
        for await error in ends {
            if let error { throw error }
            return
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        total.withLock { $0 += data.count }
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        // Required by the protocol; the file is not needed.
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end.yield(error)
    }
}
