import Foundation
import HTTPMock

extension URL {
    /// Writes a file as a whole, keeps the mode of an existing file, and follows symbolic links.
    ///
    /// A pipe or a device is written into, and stays.
    ///
    /// - Throws: ``ToolError`` that names the file. A file then stays as it was, and no partial file is left. A pipe
    ///   may have a part.
    func replaceContents(with data: Data) throws(ToolError) {
        let file = resolvingSymlinksInPath()
        let isPipeOrDevice = ![S_IFREG, S_IFDIR, nil].contains(file.fileKind)
        let temporary = file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
        do {
            guard !isPipeOrDevice else { return try FileHandle(forWritingTo: file).write(contentsOf: data) }
            try data.write(to: temporary)
            if let mode = file.fileMode { _ = chmod(temporary.path, mode & 0o7777) }
            guard rename(temporary.path, file.path) == 0 else {
                throw ToolError(String(cString: strerror(errno)))
            }
        } catch {
            unlink(temporary.path)
            let reason = (error as? ToolError)?.message ?? error.reason
            if isPipeOrDevice { throw ToolError("\(path) can't be written: \(reason). To fix this, check its reader.") }
            throw ToolError(
                "\(path) can't be written: \(reason). To fix this, check the folder, its permissions and its room. The file "
                    + "was not changed.")
        }
    }
}
