import HTTPMock

/// A command of the tool, as its user types it.
enum Command: String, CaseIterable, Sendable {
    case serve, record, inspect, check, redact, swift, view, coverage, completions

    /// The names of the command's operands, as the help prints them.
    var operands: String {
        switch self {
        case .serve, .check, .inspect, .redact, .view: "FILE…"
        case .record: "ORIGIN"
        case .swift, .coverage: "FILE"
        case .completions: "bash|zsh|fish"
        }
    }

    /// One line for the operands in the help.
    var operandHelp: String {
        switch self {
        case .serve: "recordings, OpenAPI documents, GraphQL schemas; the first that has an answer wins"
        case .record: "scheme and host of the service: https://api.example.com"
        case .inspect, .check, .redact: "HAR of any tool, or Stubborn Network's JSON; - for standard input"
        case .swift: "HAR of any tool, or Stubborn Network's JSON"
        case .view: "network logs of tests and recordings; - for standard input"
        case .coverage: "the file that tests have written by HTTPMOCK_COVERAGE"
        case .completions: "the shell"
        }
    }

    /// Whether the command accepts more than one operand.
    var acceptsSeveralOperands: Bool { operands == "FILE…" }

    /// The words that the operand is one of; nil for any word.
    var operandNames: [String]? {
        guard self == .completions else { return nil }
        return ["bash", "zsh", "fish"]
    }

    /// One line for the list of commands.
    var summary: String {
        switch self {
        case .serve: "serves recordings, OpenAPI documents and GraphQL schemas on a loopback port"
        case .record: "passes requests on to a service and records the exchanges"
        case .inspect: "lists the entries of a recording"
        case .check: "reports entries that can't be played, secrets, age and violations of a contract"
        case .redact: "prints the file with its secrets replaced"
        case .swift: "prints the entries as registrations to paste"
        case .view: "writes a page that shows a network log or a recording"
        case .coverage: "prints the coverage of contracts, or checks it"
        case .completions: "prints the completions of a shell"
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
        case .completions: "http-mock completions fish > ~/.config/fish/completions/http-mock.fish"
        }
    }

    /// The options of the command, in the order of the table.
    var options: [Option] { Option.all.filter { $0.commands.contains(self) } }
}

extension Command {
    /// Returns the name that a user may have meant, at most two edits away, case aside; nil if none is.
    static func nearName(to name: String, among names: [String]) -> String? {
        EditDistance.nearest(to: name, among: names) { _ in 2 }
    }
}
