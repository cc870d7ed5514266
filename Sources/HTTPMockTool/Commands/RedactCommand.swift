import Foundation
import HTTPMock
import HTTPMockRecording

/// Replaces the secrets of files.
struct RedactCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let isInPlace = arguments.has(.inPlace)
        guard isInPlace || arguments.operands.count == 1 else {
            throw ToolError("one file at a time is printed. To fix this, change the files themselves: --in-place")
        }
        guard !isInPlace || !arguments.operands.contains(InputFile.standardInput) else {
            throw ToolError("standard input can't be changed in place. To fix this, omit --in-place.")
        }
        // All files are read first, so that no file is changed if one of them can't be read.
        let files = try arguments.operands.map { try LogFile($0) }
        let isComplete = try files.map { try redact($0, isInPlace: isInPlace) }.allSatisfy(\.self)
        return isComplete ? .fine : .found
    }

    /// Redacts a file; returns whether no secret is left.
    private func redact(_ file: LogFile, isInPlace: Bool) throws -> Bool {
        let redaction = FileRedaction(file.data)
        if isInPlace {
            if redaction.data != file.data { try file.url.replaceContents(with: redaction.data) }
            var text = "no secrets"
            if !redaction.secrets.isEmpty { text = "\(redaction.secrets.count.counted("secret")) replaced" }
            Output.error.text("\(file.path): \(text)")
        } else {
            Output.standard.json(redaction.data)
        }
        for remainder in redaction.remainders {
            Output.error.text(
                "\(file.path)\(remainder.line.map { ":\($0)" } ?? ""): \(remainder.text) is where no replacement is safe. To "
                    + "fix this, remove it by hand.")
        }
        return redaction.remainders.isEmpty
    }
}

extension URL {
    /// Replaces a file as a whole, keeps its mode, and follows symbolic links.
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
