/// The checks of the repository's conventions, each a subcommand.
public enum Check: String, CaseIterable {
    case layers
    case vocabulary
    case comments
    case recipes
    case messages
    case snippets
    case undocumented
    case pages
    case documents

    /// The subcommand with its arguments.
    public var usage: String {
        switch self {
        case .layers: "layers SOURCES: each folder of each module uses only folders below it"
        case .vocabulary: "vocabulary PATH…: comments, documentation and messages have no word with a standard term"
        case .comments: "comments PATH…: comments have at most 120 columns, and a first line that names the thing"
        case .recipes: "recipes FOLDER: pages show the code of the examples as it is"
        case .messages:
            "messages SOURCES CATALOG: the pages named Messages… list every message, and quoted messages exist"
        case .snippets: "snippets FOLDER DOCUMENT…: writes each Swift snippet of the documents as a source file"
        case .undocumented: "undocumented FOLDER: every public symbol of the symbol graphs has documentation"
        case .pages: "pages BUILT CATALOG README: the built documentation is whole, and its links lead somewhere"
        case .documents: "documents SOURCES: pages are few and short, code fits their columns, links lead somewhere"
        }
    }

    /// Runs the check with the arguments after its name.
    public func run(_ arguments: [String]) throws -> Report {
        guard let first = arguments.first else { throw CheckError("an argument is missing") }
        switch self {
        case .layers: return try Layers.check(first)
        case .vocabulary: return try Vocabulary.check(arguments)
        case .comments: return Comments.check(arguments)
        case .recipes: return Recipes.check(first)
        case .messages:
            guard arguments.count == 2 else { throw CheckError("two arguments are needed") }
            return Messages.check(sources: first, catalog: arguments[1])
        case .snippets: return try Snippets.write(Array(arguments.dropFirst()), to: first)
        case .undocumented: return try Undocumented.check(first)
        case .documents: return Pages.check(first)
        case .pages:
            guard arguments.count == 3 else { throw CheckError("three arguments are needed") }
            return try RenderedPages.check(first, catalog: arguments[1], readme: arguments[2])
        }
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

/// Arguments that a check can't use.
struct CheckError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
