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

@Suite(.bounded) struct MediaTypeTests {
    /// The extensions with the types that IANA or MIME Sniffing lists for them.
    @Test(
        arguments: [
            ("aac", "audio/aac"), ("avif", "image/avif"), ("bin", "application/octet-stream"), ("bmp", "image/bmp"),
            ("css", "text/css"), ("csv", "text/csv"), ("gif", "image/gif"), ("gz", "application/gzip"),
            ("heic", "image/heic"), ("heif", "image/heif"), ("htm", "text/html"), ("html", "text/html"),
            ("ico", "image/x-icon"), ("ics", "text/calendar"), ("jpeg", "image/jpeg"), ("jpg", "image/jpeg"),
            ("js", "text/javascript"), ("json", "application/json"), ("jsonld", "application/ld+json"),
            ("m3u8", "application/vnd.apple.mpegurl"), ("m4a", "audio/mp4"), ("md", "text/markdown"),
            ("mjs", "text/javascript"), ("mov", "video/quicktime"), ("mp3", "audio/mpeg"), ("mp4", "video/mp4"),
            ("ogg", "audio/ogg"), ("otf", "font/otf"), ("pdf", "application/pdf"), ("plist", "application/xml"),
            ("png", "image/png"), ("rtf", "application/rtf"), ("svg", "image/svg+xml"), ("tar", "application/x-tar"),
            ("text", "text/plain"), ("tif", "image/tiff"), ("tiff", "image/tiff"), ("ttf", "font/ttf"),
            ("txt", "text/plain"), ("wasm", "application/wasm"), ("wav", "audio/wav"), ("webm", "video/webm"),
            ("webp", "image/webp"), ("woff", "font/woff"), ("woff2", "font/woff2"), ("xhtml", "application/xhtml+xml"),
            ("xml", "application/xml"), ("yaml", "application/yaml"), ("yml", "application/yaml"),
            ("zip", "application/zip"),
            ("JSON", "application/json"), ("Png", "image/png"),
            ("", "application/octet-stream"), ("unknown", "application/octet-stream"),
            ("jso", "application/octet-stream"),
        ])
    func extensionHasItsType(extension: String, type: String) {
        #expect(MediaType.ofFile(extension: `extension`) == type)
    }

    /// The first bytes of images, from the signatures in MIME Sniffing §6.1 and ISO/IEC 14496-12.
    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00], "image/png"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A], "application/octet-stream"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), ([0xFF, 0xD8], "application/octet-stream"),
            (Array("GIF87a…".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
            (Array("GIF88a".utf8), "application/octet-stream"),
            (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8), "image/webp"),
            (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WAVE".utf8), "application/octet-stream"),
            (Array("BM".utf8) + [0, 0], "image/bmp"), ([0x49, 0x49, 0x2A, 0x00], "image/tiff"),
            ([0x4D, 0x4D, 0x00, 0x2A], "image/tiff"), ([0x00, 0x00, 0x01, 0x00], "image/x-icon"),
            ([0, 0, 0, 24] + Array("ftypavif".utf8), "image/avif"),
            ([0, 0, 0, 24] + Array("ftypavis".utf8), "image/avif"),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), "image/heic"),
            ([0, 0, 0, 24] + Array("ftypheix".utf8), "image/heic"),
            ([0, 0, 0, 24] + Array("ftypheim".utf8), "image/heic"),
            ([0, 0, 0, 24] + Array("ftypheis".utf8), "image/heic"),
            ([0, 0, 0, 24] + Array("ftypmif1".utf8), "image/heif"),
            ([0, 0, 0, 24] + Array("ftypmsf1".utf8), "image/heif"),
            ([0, 0, 0, 24] + Array("ftypisom".utf8), "application/octet-stream"),
            (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "image/svg+xml"),
            (Array("\n  <?xml version=\"1.0\"?>\n<svg/>".utf8), "image/svg+xml"),
            (Array("<!-- A circle. --><svg/>".utf8), "image/svg+xml"),
            (Array("<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"\">\n<svg/>".utf8), "image/svg+xml"),
            ([0xEF, 0xBB, 0xBF] + Array("<svg/>".utf8), "image/svg+xml"),
            ([0xEF, 0xBB, 0xBF] + Array("<?xml version=\"1.0\"?><svg/>".utf8), "image/svg+xml"),
            (Array("<?xml version=\"1.0\"?><html/>".utf8), "application/octet-stream"),
            (Array("<!DOCTYPE html><svg/>".utf8), "application/octet-stream"),
            (Array("<!-- No image. --><html/>".utf8), "application/octet-stream"),
            ([], "application/octet-stream"), ([0xFF], "application/octet-stream"),
        ] as [([UInt8], String)])
    func imageHasTheTypeOfItsSignature(bytes: [UInt8], type: String) {
        #expect(MediaType.ofImage(Data(bytes)) == type)
        // A slice does not begin at index 0.
        #expect(MediaType.ofImage(Data([0x20, 0x20] + bytes).dropFirst(2)) == type)
    }
}
