import Foundation

/// A file that is there while a test needs it.
struct TemporaryFile {
    /// Where it is, or would be.
    let url: URL

    /// Writes the contents to a new file; with nil there is only a name.
    init(_ contents: Data?) {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("TestSupport-\(UUID().uuidString)")
        guard let contents else { return }
        do {
            try contents.write(to: url)
        } catch {
            preconditionFailure("cannot write \(url.path): \(error)")
        }
    }

    /// Removes the file if there is one.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
