/// The completions of the tool's commands and options, as a script of a shell.
enum Completions {
    /// Returns the script for `bash`, `zsh` or `fish`.
    static func script(for shell: String) -> String {
        switch shell {
        case "fish": fish
        case "zsh": "#compdef http-mock\nautoload -U +X bashcompinit && bashcompinit\n\(bash)"
        default: bash
        }
    }

    private static var commands: String { Command.allCases.map(\.rawValue).joined(separator: " ") }

    private static func flags(of command: Command) -> [String] {
        command.options.map(\.name.flag) + ["--help"]
    }

    /// Files are completed where neither a command nor an option is.
    private static var bash: String {
        let cases = Command.allCases.map { command in
            let words = (command.operandNames ?? []) + flags(of: command)
            return "        \(command.rawValue)) words=\"\(words.joined(separator: " "))\" ;;"
        }
        return """
            _http_mock() {
                local current=${COMP_WORDS[COMP_CWORD]} words
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(commands) --help --version" -- "$current"))
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                    *) return ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                case $current in
                    -*) ;;
                    *) COMPREPLY+=($(compgen -f -- "$current")) ;;
                esac
            }
            complete -F _http_mock http-mock
            """
    }

    private static var fish: String {
        func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "\\'"))'" }
        let first = Command.allCases.map {
            "complete -c http-mock -n __fish_use_subcommand -f -a \($0.rawValue) -d \(quoted($0.summary))"
        }
        let options = Command.allCases.flatMap { command in
            let seen = "-n '__fish_seen_subcommand_from \(command.rawValue)'"
            let words =
                command.operandNames.map { ["complete -c http-mock \(seen) -f -a '\($0.joined(separator: " "))'"] }
                ?? []
            return words
                + command.options.map { option in
                    let value = option.value.placeholder == nil ? "" : " -r"
                    return "complete -c http-mock \(seen) -l \(option.name.rawValue)\(value) -d \(quoted(option.help))"
                }
        }
        return (first + options).joined(separator: "\n")
    }
}
