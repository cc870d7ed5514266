import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Files of responses and uploads, read in chunks.
@Suite(.bounded) struct FileBodyTests {
    private let mock = HTTPMock()

    /// Creates a file of a size, whose bytes differ.
    private func file(_ size: Int) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }).write(to: url)
        return url
    }

    @Test(
        arguments: [0, 1, FileReader.chunkSize, FileReader.chunkSize + 1, 1_000_000],
        ClientStyle.data + ClientStyle.download)
    func fileArrivesWhole(size: Int, style: ClientStyle) async throws {
        let url = try file(size)
        defer { try? FileManager.default.removeItem(at: url) }
        mock.addResponses(forPath: "/a", responses: [.file(url: url)])
        let configuration = URLSessionConfiguration.uncached
        mock.install(in: configuration)
        let outcome = await ClientDriver(session: URLSession(configuration: configuration)).run(
            .example("/a"), as: style)
        #expect(outcome.error == nil)
        // A delegate gets no callback for an empty body.
        #expect((outcome.data ?? Data()) == (try Data(contentsOf: url)))
        #expect(outcome.headers["content-length"] == "\(size)")
    }

    @Test func fileReachesADelegateInChunks() async throws {
        let url = try file(1_000_000)
        defer { try? FileManager.default.removeItem(at: url) }
        mock.addResponses(forPath: "/a", responses: [.file(url: url, delivery: .chunked(size: 300_000, every: .zero))])
        let delegate = RecordingDelegate()
        let configuration = URLSessionConfiguration.uncached
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: .example("/a")).resume()
        #expect(await delegate.completion == nil)
        let sizes = delegate.events.compactMap { if case .data(let data) = $0 { data.count } else { nil } }
        #expect(sizes == [300_000, 300_000, 300_000, 100_000])
    }

    @Test func uploadedFileIsReadOnlyIfSomebodyReadsTheBody() async throws {
        let url = try file(2_000_000)
        defer { try? FileManager.default.removeItem(at: url) }
        mock.logBodyLimit = 10
        let read = Observed<Data?>(nil)
        mock.addResponses(forPath: "/unread", responses: [.empty()])
        mock.addResponses(
            forPath: "/read",
            responses: [
                .handler { request in
                    read.change { $0 = request.body }
                    return .empty()
                }
            ])
        for path in ["/unread", "/read"] {
            _ = try await mock.urlSession.upload(for: .example(path, method: "PUT"), fromFile: url)
        }
        #expect(read.value == (try Data(contentsOf: url)))
        #expect(mock.requests.map(\.request.body.count) == [10, 10])
    }

    @Test(arguments: [nil, Data("new".utf8)])
    func uploadedFileMayVanishDuringTheRequest(replacement: Data?) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        try body.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        mock.logBodyLimit = 10
        let read = Observed<Data?>(nil)
        mock.addResponses(
            forPath: "/a",
            responses: [
                .handler { request in
                    try FileManager.default.removeItem(at: url)
                    try replacement?.write(to: url)
                    read.change { $0 = request.body }
                    return .empty()
                }
            ])
        _ = try await mock.urlSession.upload(for: .example("/a", method: "PUT"), fromFile: url)
        #expect(read.value == body)
    }

    @Test func pipeIsUploadedThoughItCantSeek() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try #require(mkfifo(url.path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(at: url) }
        let body = Data(String(repeating: "text ", count: 10_000).utf8)
        let file = try await withCheckedThrowingContinuation { opened in
            Thread.detachNewThread {
                opened.resume(with: Result { try UploadedFile(url, readingUpTo: 10) })
            }
            Thread.detachNewThread {
                // Waits for the reader to open the pipe: without a reader, the bytes would be lost when it is closed.
                let writer = try? FileHandle(forWritingTo: url)
                try? writer?.write(contentsOf: body)
                try? writer?.close()
            }
        }
        #expect(file.start == body.prefix(10))
        #expect(file.data == body)
        #expect(file.count == body.count)
    }

    @Test func uploadOfAMissingFileFailsAsNatively() async throws {
        mock.addResponses(forPath: "/a", responses: [.empty()])
        let code = await urlErrorCode {
            try await mock.urlSession.upload(
                for: .example("/a", method: "PUT"), fromFile: URL(filePath: "/nowhere-\(UUID())"))
        }
        #expect(code == .fileDoesNotExist)
        #expect(mock.unusedResponses.count == 1)
    }
}
