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
        if isInPlace {
            guard !arguments.operands.contains(where: InputFile.isReadOnce) else {
                throw ToolError("standard input and pipes can't be changed in place. To fix this, omit --in-place.")
            }
            guard !arguments.has(.output) else {
                throw ToolError("--in-place and --output exclude each other. To fix this, omit one of them.")
            }
        } else if arguments.operands.count != 1 {
            throw ToolError("one file at a time is printed. To fix this, change the files themselves: --in-place")
        }
        // All files are read first, so that no file is changed if one of them can't be read or changed.
        let files = try arguments.operands.map { try LogFile($0) }
        if isInPlace, let packed = files.first(where: \.isPacked) {
            throw ToolError(
                "\(packed.path) is packed with gzip. To fix this, unpack it, or name another file: --output")
        }
        let isComplete = try files.map { try redact($0, isInPlace: isInPlace) }.allSatisfy(\.self)
        return isComplete ? .fine : .found
    }

    /// Redacts a file; returns whether every secret that was found could be replaced.
    private func redact(_ file: LogFile, isInPlace: Bool) throws -> Bool {
        let redaction = FileRedaction(file.data, redacting: arguments.redacting)
        if isInPlace {
            if redaction.data != file.data { try file.url.replaceContents(with: redaction.data) }
            note(redaction, of: file.path)
        } else if let output = arguments.text(.output), output != InputFile.standardInput {
            try URL(fileURLWithPath: output).replaceContents(with: redaction.data)
            note(redaction, of: output)
        } else {
            Output.standard.json(redaction.data)
        }
        for remainder in redaction.remainders {
            Output.error.text(
                "\(file.path)\(remainder.line.map { ":\($0)" } ?? ""): \(remainder.textOfRemainder)")
        }
        return redaction.remainders.isEmpty
    }

    private func note(_ redaction: FileRedaction, of path: String) {
        var text = "no secrets"
        if !redaction.secrets.isEmpty { text = "\(redaction.secrets.count.counted("secret")) replaced" }
        Output.error.text("\(path): \(text)")
    }
}

extension FileRedaction.Secret {
    /// The finding of a secret that is left, with the ways to go on.
    var textOfRemainder: String {
        let exception = checksum.map { ", or, if it is no secret, allow it: --allow \($0)" } ?? ""
        return "\(text) is where no replacement is safe. To fix this, remove it by hand\(exception)."
    }
}
