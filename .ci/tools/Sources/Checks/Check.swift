/// A check of the repository's conventions, which is a subcommand.
public struct Check: Sendable {
    /// The name of the subcommand.
    public let name: String
    /// The arguments and what the check finds.
    public let usage: String
    /// The number of arguments; nil for one or more.
    private let count: Int?
    private let body: @Sendable ([String]) throws -> Report

    /// All checks, in the order of the usage.
    public static let all = [
        Check("layers", "SOURCES: each folder of each module uses only folders below it", 1) {
            try Layers.check($0[0])
        },
        Check("vocabulary", "PATH…: comments, documentation and messages have no word with a standard term") {
            try Vocabulary.check($0)
        },
        Check("comments", "PATH…: comments have at most 120 columns, and a first line that names the thing") {
            Comments.check($0)
        },
        Check("messages", "SOURCES CATALOG: pages named Messages… list every message, quoted messages exist", 2) {
            Messages.check(sources: $0[0], catalog: $0[1])
        },
        Check("snippets", "FOLDER DOCUMENT…: writes each Swift snippet of the documents as a source file") {
            try Snippets.write(Array($0.dropFirst()), to: $0[0])
        },
        Check("undocumented", "FOLDER: every public declaration of the symbol graphs has documentation", 1) {
            try Undocumented.check($0[0])
        },
        Check("pages", "BUILT CATALOG README: the built documentation is whole, and its links lead somewhere", 3) {
            try RenderedPages.check($0[0], catalog: $0[1], readme: $0[2])
        },
        Check("documents", "SOURCES: pages are few and short, and show examples as they are; links lead somewhere", 1) {
            Pages.check($0[0])
        },
    ]

    private init(
        _ name: String, _ usage: String, _ count: Int? = nil, _ body: @escaping @Sendable ([String]) throws -> Report
    ) {
        (self.name, self.usage, self.count, self.body) = (name, "\(name) \(usage)", count, body)
    }

    /// Runs the check with the arguments after its name; returns nil if they are too few or too many.
    public func run(_ arguments: [String]) throws -> Report? {
        guard !arguments.isEmpty, count == nil || arguments.count == count else { return nil }
        return try body(arguments)
    }
}

/// The findings of a check.
public struct Report: Equatable {
    /// One line for each mistake, with its file and line where there is one.
    public var findings: [String]
    /// The number of things that were looked at.
    public var summary: String

    /// A report that fails if nothing was looked at, because a check that sees nothing proves nothing.
    init(_ findings: [String], of count: Int, _ things: String, atLeast minimum: Int = 1) {
        let few = count < minimum ? ["only \(count) \(things) were found, expected at least \(minimum)"] : []
        self.findings = findings + few
        summary = "\(count) \(things)"
    }
}
