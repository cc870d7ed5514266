import HTTPMock

/// The text of `--help`, in at most 80 columns.
enum Help {
    private static let width = 80

    /// The help of the whole tool.
    static var text: String {
        let rows = Command.allCases.map { ("\($0.rawValue) \($0.operands)", $0.summary) }
        return """
            http-mock: recordings, OpenAPI documents and network logs without a test

            Usage: http-mock COMMAND [OPTION…] FILE…

            Commands:
            \(columns(rows))

            Options:
            \(columns([("-h, --help", "shows this text, or the options of a command"), ("-V, --version", "shows the version")]))

            Exit status: 0 fine, 1 something was found, 2 used wrongly.
            """
    }

    /// Returns the help of one command.
    static func text(of command: Command) -> String {
        let rows = command.options.map { option in
            let short = Option.Name.short.first { $0.value == option.name }.map { "\($0.key), " } ?? ""
            var name = short + option.name.flag
            if let placeholder = option.value.placeholder { name += " \(placeholder)" }
            return (name, option.help)
        }
        return """
            http-mock \(command.rawValue): \(wrapped(command.summary, indentation: 0))

            Usage: http-mock \(command.rawValue) [OPTION…] \(command.operands)

            Arguments:
            \(columns([(command.operands, command.operandHelp)]))

            Options:
            \(columns(rows + [("-h, --help", "shows this text")]))

            Example: \(command.example)
            """
    }

    /// Returns two columns; a long name has its own line, a long text several.
    private static func columns(_ rows: [(String, String)]) -> String {
        let (margin, leastGap, widestIndentation) = (2, 2, 26)
        let longestName = rows.map(\.0.count).max() ?? 0
        let indentation = min(margin + longestName + leastGap, widestIndentation)
        return rows.map { name, help in
            let text = wrapped(help, indentation: indentation)
            let gap = indentation - name.count - margin
            if gap >= leastGap { return "  \(name)\(String(repeating: " ", count: gap))\(text)" }
            return "  \(name)\n\(String(repeating: " ", count: indentation))\(text)"
        }.joined(separator: "\n")
    }

    /// Returns a text in lines, all of which except the first are indented.
    private static func wrapped(_ text: String, indentation: Int) -> String {
        // The first line follows a name in its row, or the title of a command's help. Only `completions` has a longer
        // title than `coverage`, and its summary is short.
        let lengthBefore = max(indentation, "http-mock coverage: ".count)
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width - lengthBefore {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }
}
