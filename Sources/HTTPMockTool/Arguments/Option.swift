/// An option of one or more commands.
struct Option: Sendable {
    /// The name without its dashes.
    let name: Name
    let value: Value
    let help: String
    let commands: [Command]

    enum Name: String, CaseIterable, Sendable {
        case port
        case origin = "as"
        case cors, delay, strict, `repeat`
        case contract = "check"
        case watch
        case to, replace, force, json, against
        case failAfter = "fail-after"
        case inPlace = "in-place"
        case reveal, output, minimum, format, verbose, review, open, host, server, allow
        case secretName = "secret-name"
        case addressFile = "address-file"
        case resolvingIn = "resolving-in"

        /// The options that also have a name of one letter.
        static let short: [String: Name] = ["-p": .port, "-o": .output]

        /// The option as it is typed.
        var flag: String { "--\(rawValue)" }
    }

    /// The value that an option needs.
    enum Value: Sendable {
        case none
        /// A text, with the name that the help prints.
        case text(String)
        /// A number in a range, with the name that the help prints.
        case number(String, ClosedRange<Int>)
        /// A number of minutes, hours or days: `90d`.
        case age
        /// One of some words.
        case choice([String])

        /// The value as the help prints it; nil for an option without a value.
        var placeholder: String? {
            switch self {
            case .none: nil
            case .text(let name), .number(let name, _): name
            case .age: "AGE"
            case .choice(let names): names.joined(separator: "|")
            }
        }
    }

    /// All options of the tool.
    static let all: [Option] = [
        Option(
            .port, .number("NUMBER", 0...65_535), "the port, by default 8080 or a free one; 0 for any free one",
            [.serve, .record]),
        Option(.host, .text("ADDRESS"), "the address, by default 127.0.0.1; 0.0.0.0 for all of this machine", [.serve]),
        Option(
            .addressFile, .text("FILE"), "writes the address into a file once the port listens", [.serve, .record]),
        Option(.origin, .text("ORIGIN"), "the origin that requests are for: https://api.example.com", [.serve]),
        Option(.cors, .none, "lets pages of any origin read the answers, and answers preflights", [.serve]),
        Option(.delay, .number("MS", 0...3_600_000), "milliseconds to wait before each answer", [.serve]),
        Option(.strict, .none, "exits with 1 if a request was unmocked or a message not as recorded", [.serve]),
        Option(.repeat, .none, "answers equal requests again and again, in the order recorded", [.serve]),
        Option(.contract, .text("CONTRACT"), "checks requests and responses; exits with 1 after a violation", [.serve]),
        Option(
            .resolvingIn, .text("FOLDER"), "the folder that has all files of a document, by default its own",
            [.serve, .check]),
        Option(.watch, .none, "reads a file again when it changes", [.serve]),
        Option(.verbose, .none, "prints the diagnosis of each unmocked request", [.serve]),
        Option(.to, .text("FILE"), "the recording (required); new exchanges are appended", [.record]),
        Option(.replace, .none, "replaces the recording instead", [.record]),
        Option(.force, .none, "records although CI is set", [.record]),
        Option(.json, .none, "prints the entries as JSON", [.inspect]),
        Option(.against, .text("CONTRACT"), "reports violations of an OpenAPI document or a GraphQL schema", [.check]),
        Option(.server, .text("URL"), "the URL before all paths, instead of the document's servers", [.check]),
        Option(.failAfter, .age, "reports recordings that are older: 90d, 12h, 30m", [.check]),
        Option(
            .format, .choice(["text", "json", "github", "junit"]), "the form of the findings, by default text", [.check]
        ),
        Option(.review, .none, "only lists values that look random, for a person to judge", [.check]),
        Option(.inPlace, .none, "changes the files themselves", [.redact]),
        Option(.output, .text("FILE"), "the redacted file, instead of standard output", [.redact]),
        Option(
            .secretName, .text("NAME"), "also treats the values of a field or member as secrets; may be repeated",
            [.record, .check, .redact]),
        Option(
            .allow, .text("VALUE"), "a value, its checksum or a name that is no secret; may be repeated",
            [.record, .check, .redact]),
        Option(.reveal, .none, "shows secrets instead of masking them", [.swift]),
        Option(.output, .text("PAGE"), "the page, or a folder for pages; by default in the temporary folder", [.view]),
        Option(.open, .none, "opens each page in the browser", [.view]),
        Option(.minimum, .number("PERCENT", 0...100), "exits with 1 if the coverage is less", [.coverage]),
    ]

    private init(_ name: Name, _ value: Value, _ help: String, _ commands: [Command]) {
        self.name = name
        self.value = value
        self.help = help
        self.commands = commands
    }
}
