import Foundation

extension Arguments {
    /// Removes the file of `--address-file`, because it may have the address of an earlier server.
    func removeOldAddress() {
        if let path = text(.addressFile) { unlink(path) }
    }

    /// Writes the address of a port that listens into the file of `--address-file`, if it is given.
    ///
    /// A script can wait for the file.
    func writeAddress(_ url: URL) throws(ToolError) {
        guard let path = text(.addressFile) else { return }
        try URL(fileURLWithPath: path).replaceContents(with: Data("\(url.absoluteString)\n".utf8))
    }
}
