/// The end of a command that can't do its work, with the text for its user.
struct ToolError: Error, Sendable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The exit status of the tool.
enum ExitStatus: Int32, Sendable {
    case fine = 0
    /// The command has found something: a problem, a secret, an unmocked request.
    case found = 1
    /// The command could not do its work.
    case misused = 2
}
