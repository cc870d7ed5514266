import Foundation

extension URL {
    /// Replaces a file as a whole, and keeps its mode; a symbolic link stays, and its target is changed.
    func replaceContents(with data: Data) throws {
        let file = resolvingSymlinksInPath()
        let temporary = file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        do {
            try data.write(to: temporary)
            if let mode = attributes[.posixPermissions] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: temporary.path)
            }
            guard rename(temporary.path, file.path) == 0 else {
                throw ToolError(
                    "\(file.path) can't be written: \(String(cString: strerror(errno))). To fix this, check the folder and its "
                        + "permissions. The file was not changed.")
            }
        } catch {
            unlink(temporary.path)
            throw error
        }
    }
}
