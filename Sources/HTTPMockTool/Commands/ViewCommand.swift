import Foundation
import HTTPMock

/// Writes a page for each file, which shows its entries.
struct ViewCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let files = try arguments.operands.map(InputFile.init)
        for file in files where !file.exists {
            throw ToolError(
                "there is no file \(file.path). To fix this, name a recording, or let the failing test write its log: "
                    + "mkdir -p .build/attachments && swift test --attachments-path .build/attachments")
        }
        let logs = try files.map { try LogFile($0.path) }
        if arguments.text(.output) == InputFile.standardInput {
            guard let log = logs.first, logs.count == 1 else {
                throw ToolError("one file at a time is printed. To fix this, omit --output.")
            }
            Output.standard.json(LogPage(log).data)
            return .fine
        }
        for (log, page) in zip(logs, try pages(of: logs)) {
            try page.replaceContents(with: LogPage(log).data)
            Output.standard.text(page.path)
            if arguments.has(.open) { try Browser.open(page) }
        }
        return .fine
    }

    /// Returns each file's page: the file of `--output`, or a page in the folder of `--output` or in a temporary one.
    private func pages(of logs: [LogFile]) throws(ToolError) -> [URL] {
        let output = arguments.text(.output).map { URL(fileURLWithPath: $0) }
        var isFolder: ObjCBool = false
        let exists = output.map { FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder) } ?? false
        let isExistingFolder = exists && isFolder.boolValue
        if let output, !isExistingFolder {
            guard logs.count == 1 else {
                throw ToolError("several files need several pages. To fix this, give --output a folder, or omit it.")
            }
            return [output]
        }
        let folder = output ?? InputFile.temporaryFolder()
        var used: Set<String> = []
        return logs.map { log in
            let name = log.url.deletingPathExtension().lastPathComponent
            return folder.appendingPathComponent("\(Self.unused(name, &used)).html")
        }
    }

    /// Returns a name, with the first number from 2 that makes it unused if it was used before.
    private static func unused(_ name: String, _ used: inout Set<String>) -> String {
        var (unused, number) = (name, 1)
        // Compared in lower case, because the file systems of Macs ignore case.
        while !used.insert(unused.lowercased()).inserted {
            number += 1
            unused = "\(name)-\(number)"
        }
        return unused
    }
}
