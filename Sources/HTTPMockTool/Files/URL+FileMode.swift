import Foundation

extension URL {
    /// The kind and the permissions of the file, after symbolic links; nil without a file.
    var fileMode: mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// The kind of the file, such as `S_IFREG`, after symbolic links; nil without a file.
    var fileKind: mode_t? { fileMode.map { $0 & S_IFMT } }
}
