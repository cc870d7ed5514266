import Foundation

extension Arguments {
    /// Removes the file of `--address-file`, because the file may have the address of an earlier server.
    ///
    /// A pipe or a device stays, because the address is written into it, and so does a symbolic link.
    func removeOldAddress() {
        guard let path = text(.addressFile) else { return }
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        if file.fileKind == S_IFREG { unlink(file.path) }
    }

    /// Writes the address of a port that listens into the file of `--address-file`, if it is given.
    ///
    /// A script can wait for the file.
    func writeAddress(_ url: URL) throws(ToolError) {
        guard let path = text(.addressFile) else { return }
        try URL(fileURLWithPath: path).replaceContents(with: Data("\(url.absoluteString)\n".utf8))
    }
}
