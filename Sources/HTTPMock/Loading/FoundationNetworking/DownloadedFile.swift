#if canImport(FoundationNetworking)
    import Foundation

    /// The file a download task hands to its client.
    enum DownloadedFile {
        /// Writes a new file in the temporary directory; as with the native loader, whoever gets it removes it.
        static func write(_ pieces: [Data]) throws -> URL {
            let name = "HTTPMockDownload_\(UUID().uuidString).tmp"
            let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            guard FileManager.default.createFile(atPath: url.path, contents: pieces.first ?? Data()) else {
                throw URLError(.cannotCreateFile, userInfo: [NSFilePathErrorKey: url.path])
            }
            guard pieces.count > 1 else { return url }
            let file = try FileHandle(forWritingTo: url)
            defer { try? file.close() }
            try file.seekToEnd()
            for piece in pieces.dropFirst() { try file.write(contentsOf: piece) }
            return url
        }

        static func remove(_ url: URL) {
            try? FileManager.default.removeItem(at: url)
        }
    }
#endif
