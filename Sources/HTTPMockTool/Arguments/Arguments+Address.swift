import Foundation

extension Arguments {
    /// Writes the address of a port that listens into the file of `--address-file`, so that a script can wait for it.
    func writeAddress(_ url: URL) throws(ToolError) {
        guard let path = text(.addressFile) else { return }
        try URL(fileURLWithPath: path).replaceContents(with: Data("\(url.absoluteString)\n".utf8))
    }
}
