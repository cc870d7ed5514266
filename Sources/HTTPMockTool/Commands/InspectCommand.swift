import Foundation
import HTTPMock

/// Lists the entries of files.
struct InspectCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let files = try arguments.operands.map(LogFile.init)
        guard !arguments.has(.json) else {
            Output.standard.json(json(files))
            return .fine
        }
        for file in files {
            if files.count > 1 { Output.standard.line([Styled(file.path, .bold)]) }
            table(file.entries).write(to: .standard)
        }
        return .fine
    }

    private func table(_ entries: [LogEntry]) -> Table {
        var table = Table(["#", "METHOD", "URL", "STATUS", "TYPE", "SIZE", "PROBLEM"], rightAligned: [0, 5])
        for entry in entries {
            var status = "\(entry.status)"
            if entry.status == 0 { status = entry.error ?? "–" }
            table.add([
                Styled("\(entry.number)", .dim), Styled(entry.method, .bold), Styled(entry.url),
                Styled(status, Styled.Style(status: entry.status)),
                Styled(String(entry.mimeType.prefix { $0 != ";" }), .dim),
                Styled(ByteCount.text(entry.size)), remark(on: entry),
            ])
        }
        return table
    }

    private func remark(on entry: LogEntry) -> Styled {
        if let problem = entry.problem { return Styled(problem, .bad) }
        return Styled(entry.note ?? "", .dim)
    }

    /// Returns the entries as one array; with several files, each entry names its file.
    private func json(_ files: [LogFile]) -> Data {
        let objects = files.flatMap { file in
            file.entries.map { entry -> OrderedJSON in
                let problem = entry.problem.map(OrderedJSON.string) ?? .value(.null)
                let note = entry.note.map(OrderedJSON.string) ?? .value(.null)
                return .object([
                    "file": files.count > 1 ? .string(file.path) : nil,
                    "index": .integer(entry.number), "method": .string(entry.method),
                    "url": .string(entry.url), "status": .integer(entry.status),
                    "mimeType": .string(entry.mimeType), "size": .integer(entry.size),
                    "problem": problem,
                    "note": note,
                    "startedDateTime": .string(entry.startedDateTime),
                ])
            }
        }
        return OrderedJSON.array(objects).data + Data("\n".utf8)
    }
}
