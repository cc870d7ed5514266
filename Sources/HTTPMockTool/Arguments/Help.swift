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
