import Foundation

// Runs one check of the repository's conventions, by its name. Prints its findings and a summary; exits with 1 if there
// are findings.

let usage = """
    usage: check NAME ARGUMENT…

      layers SOURCES              each folder of each module uses only folders below it
      structure SOURCES OTHER…    files bear the names of their types, bodies have few decisions; OTHER: file names only
      comments PATH…              comments have at most 120 columns, and a first line that names the thing
      messages SOURCES CATALOG    pages named Messages… list every message, quoted messages exist
      snippets FOLDER DOCUMENT…   writes each Swift snippet of the documents as a source file
      map [--write]               the maintainers' pages name and list what the code has; --write writes the lists
      symbols SOURCES GRAPHS      public declarations are in the symbol graphs, which the documentation is made of
      pages BUILT CATALOG README  the built documentation is whole, and the links of the README lead somewhere
      documents SOURCES           pages are few and short, show examples as they are, and link to pages
    """

/// Returns the report of a check; nil if no check has that name and that number of arguments.
func report(_ name: String, _ arguments: [String]) throws -> Report? {
    switch (name, arguments.count) {
    case ("layers", 1): try Layers.check(arguments[0])
    case ("structure", 1...): try Structure.check(arguments[0], others: Array(arguments.dropFirst()))
    case ("comments", 1...): Comments.check(arguments)
    case ("messages", 2): Messages.check(sources: arguments[0], catalog: arguments[1])
    case ("snippets", 2...): try Snippets.write(Array(arguments.dropFirst()), to: arguments[0])
    case ("map", 0): try Map(".").check()
    case ("map", 1) where arguments == ["--write"]: try Map(".").check(writes: true)
    case ("symbols", 2): try PublicSymbols.check(arguments[0], graphs: arguments[1])
    case ("pages", 3): try RenderedPages.check(arguments[0], catalog: arguments[1], readme: arguments[2])
    case ("documents", 1): Pages.check(arguments[0])
    default: nil
    }
}

let (name, rest) = (CommandLine.arguments.dropFirst().first ?? "", Array(CommandLine.arguments.dropFirst(2)))
do {
    guard let report = try report(name, rest) else {
        print(usage)
        exit(2)
    }
    for note in report.notes { print(note) }
    for finding in report.findings { print(finding) }
    print("\(name): \(report.summary), \(report.findings.count) findings")
    exit(report.findings.isEmpty ? 0 : 1)
} catch {
    print("\(name): \(error)")
    exit(2)
}
