/// A command of the tool, as its user types it.
enum Command: String, CaseIterable, Sendable {
    case serve, record, inspect, check, redact, swift, view, coverage

    /// The names of the command's operands, as the help prints them.
    var operands: String {
        switch self {
        case .serve, .check: "FILE…"
        case .record: "ORIGIN"
        case .inspect, .redact, .swift, .view, .coverage: "FILE"
        }
    }

    /// Whether the command accepts more than one operand.
    var acceptsSeveralOperands: Bool { self == .serve || self == .check }

    /// One line for the list of commands.
    var summary: String {
        switch self {
        case .serve: "serves recordings and OpenAPI documents on a loopback port"
        case .record: "passes requests on to a service and records the exchanges"
        case .inspect: "lists the entries of a recording"
        case .check: "reports entries that can't be played, secrets, age and violations of a contract"
        case .redact: "prints the file with its secrets replaced"
        case .swift: "prints the entries as registrations to paste"
        case .view: "writes a page that shows a network log or a recording"
        case .coverage: "prints the coverage of contracts, or checks it"
        }
    }

    /// An example of the command, which the help and the errors print.
    var example: String {
        switch self {
        case .serve: "http-mock serve openapi.yaml --port 8080 --cors"
        case .record: "http-mock record https://api.example.com --to shop.har"
        case .inspect: "http-mock inspect shop.har"
        case .check: "http-mock check shop.har --against openapi.yaml --fail-after 90d"
        case .redact: "http-mock redact shop.har --in-place"
        case .swift: "http-mock swift shop.har"
        case .view: "http-mock view network-log.har --output log.html"
        case .coverage: "http-mock coverage coverage.json --minimum 80"
        }
    }

    /// The options of the command, in the order of the table.
    var options: [Option] { Option.all.filter { $0.commands.contains(self) } }
}

/// The text of `--help`.
enum Help {
    /// The help of the whole tool.
    static var text: String {
        let rows = Command.allCases.map { ("\($0.rawValue) \($0.operands)", $0.summary) }
        return """
            http-mock: recordings, OpenAPI documents and network logs without a test

            \(columns(rows))

            http-mock COMMAND --help lists the options of a command.
            Exit status: 0 fine, 1 something was found, 2 used wrongly.
            """
    }

    /// The help of one command.
    static func text(of command: Command) -> String {
        let rows = command.options.map { option in
            ([option.name.flag, option.value.placeholder].compactMap(\.self).joined(separator: " "), option.help)
        }
        let options = rows.isEmpty ? "" : "\n\n\(columns(rows))"
        let brackets = rows.isEmpty ? "" : " [OPTION…]"
        return """
            http-mock \(command.rawValue) \(command.operands)\(brackets)
            \(command.summary)\(options)

            \(command.example)
            """
    }

    private static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, help in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(help)"
        }.joined(separator: "\n")
    }
}
