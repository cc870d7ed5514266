import Foundation
import HTTPMock
import HTTPMockRecording

/// Replaces the secrets of a file.
struct RedactCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        // Read as a recording first, so that a file of another kind is an error with its reason.
        let file = try LogFile(arguments.operands[0])
        let original = try Data(contentsOf: file.url)
        let redaction = FileRedaction(original)
        if let secret = redaction.remainder {
            Output.error.text(
                "http-mock: \(secret) in \(file.url.lastPathComponent), where redaction does not recognize "
                    + "it, so nothing was written. To fix this, remove it there by hand.")
            return .found
        }
        guard arguments.has(.inPlace) else {
            Output.standard.json(redaction.data)
            return .fine
        }
        let count = redaction.secrets.count
        if redaction.data != original { try file.url.replaceContents(with: redaction.data) }
        Output.error.text(
            "\(file.url.lastPathComponent): \(count == 0 ? "no secrets" : "\(count) \(count == 1 ? "secret" : "secrets") replaced")"
        )
        return .fine
    }
}

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
