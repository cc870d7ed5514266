/// The completions of the tool's commands and options, as a script of a shell.
enum Completions {
    /// Returns the script for `bash`, `zsh` or `fish`.
    static func script(for shell: String) -> String {
        switch shell {
        case "fish": fish
        case "zsh": zsh
        default: bash
        }
    }

    private static var commands: String { Command.allCases.map(\.rawValue).joined(separator: " ") }

    private static func flags(of command: Command) -> [String] {
        command.options.map(\.name.flag) + ["--help"]
    }

    /// The script for bash, which completes file names where no command, option or word fits.
    private static var bash: String {
        let cases = Command.allCases.map { command in
            let names = command.operandNames.map { " names=\"\($0.joined(separator: " "))\"" } ?? ""
            return "        \(command.rawValue)) words=\"\(flags(of: command).joined(separator: " "))\"\(names) ;;"
        }
        let values = Option.all.compactMap { option -> String? in
            guard case .choice(let names) = option.value else { return nil }
            return "        \(option.name.flag)) names=\"\(names.joined(separator: " "))\" ;;"
        }
        return """
            _http_mock() {
                local current=${COMP_WORDS[COMP_CWORD]} words names
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(commands) --help --version" -- "$current"))
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                esac
                case ${COMP_WORDS[COMP_CWORD-1]} in
            \(values.joined(separator: "\n"))
                esac
                case $current in
                    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
                    *) COMPREPLY=($(compgen -W "$names" -- "$current")) ;;
                esac
            }
            complete -o default -F _http_mock http-mock
            """
    }

    /// The script for zsh, whose last line completes when zsh first loads the file.
    private static var zsh: String {
        """
        #compdef http-mock
        autoload -U +X bashcompinit && bashcompinit
        \(bash)
        [ "${funcstack[1]}" = _http-mock ] && _bash_complete -o default -F _http_mock
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
                    var value = ""
                    if option.value.placeholder != nil { value = " -r" }
                    if case .choice(let names) = option.value { value += " -f -a '\(names.joined(separator: " "))'" }
                    return "complete -c http-mock \(seen) -l \(option.name.rawValue)\(value) -d \(quoted(option.help))"
                }
        }
        return (first + options).joined(separator: "\n")
    }
}
