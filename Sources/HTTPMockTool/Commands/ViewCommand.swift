import Foundation
import HTTPMock

/// Writes a page that shows a file.
struct ViewCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let path = arguments.operands[0]
        guard FileManager.default.fileExists(atPath: path) else {
            throw ToolError(
                "there is no file \(path). To fix this, name a recording, or let the failing test write its log: "
                    + "mkdir -p .build/attachments && swift test --attachments-path .build/attachments")
        }
        let file = try LogFile(path)
        let name = file.url.deletingPathExtension().lastPathComponent
        let output = arguments.text(.output).map { URL(fileURLWithPath: $0) } ?? temporaryFile(named: "\(name).html")
        do {
            try LogPage(file).data.write(to: output)
        } catch {
            throw ToolError("\(output.path) can't be written: \(error.reason). To fix this, give another --output.")
        }
        Output.standard.text(output.path)
        return .fine
    }

    /// A file in a folder of its own, because another user may know the name.
    private func temporaryFile(named name: String) -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("http-mock-\(UUID().uuidString.prefix(8))")
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder.appendingPathComponent(name)
    }
}
