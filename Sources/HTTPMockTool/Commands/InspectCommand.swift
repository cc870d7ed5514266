import Foundation
import HTTPMock

/// Lists the entries of a file.
struct InspectCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let file = try LogFile(arguments.operands[0])
        if arguments.has(.json) {
            Output.standard.json(json(file.entries))
        } else {
            table(file.entries).write(to: .standard)
        }
        return .fine
    }

    private func table(_ entries: [LogEntry]) -> Table {
        var table = Table(["#", "METHOD", "URL", "STATUS", "TYPE", "SIZE", "PROBLEM"], rightAligned: [0, 5])
        for entry in entries {
            let status = entry.status == 0 ? entry.error ?? "–" : "\(entry.status)"
            table.add([
                Styled("\(entry.number)", .dim), Styled(entry.method, .bold), Styled(entry.url),
                Styled(status, Styled.Style(status: entry.status)),
                Styled(String(entry.mimeType.prefix { $0 != ";" }), .dim),
                Styled(ByteCount.text(entry.size)), Styled(entry.problem ?? "", .bad),
            ])
        }
        return table
    }

    private func json(_ entries: [LogEntry]) -> Data {
        OrderedJSON.array(
            entries.map { entry in
                .object([
                    .init("index", .integer(entry.number)), .init("method", .string(entry.method)),
                    .init("url", .string(entry.url)), .init("status", .integer(entry.status)),
                    .init("mimeType", .string(entry.mimeType)), .init("size", .integer(entry.size)),
                    .init("problem", entry.problem.map { .string($0) } ?? .value(.null)),
                    .init("startedDateTime", .string(entry.startedDateTime)),
                ])
            }
        ).data + Data("\n".utf8)
    }
}
