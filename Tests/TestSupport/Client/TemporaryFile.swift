import Foundation

/// A temporary file of a test.
struct TemporaryFile {
    /// The URL of the file, which may be missing.
    let url: URL

    /// Writes the contents to a new file; with nil no file is written.
    init(_ contents: Data?) {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("TestSupport-\(UUID().uuidString)")
        guard let contents else { return }
        do {
            try contents.write(to: url)
        } catch {
            preconditionFailure("cannot write \(url.path): \(error)")
        }
    }

    /// Removes the file, if there is one.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
