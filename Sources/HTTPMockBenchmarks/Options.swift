import Foundation

/// What the command line asks for.
struct Options: Sendable {
    /// A run that shows that everything works, and whose numbers mean little.
    var isQuick = false
    /// Where the numbers go besides the terminal.
    var json: URL?
    /// The benchmarks to run; all if empty.
    var names: Set<String> = []

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw Misuse(text: "\(option) needs a value") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--json": json = URL(fileURLWithPath: try value(of: argument))
            case "--only": names.insert(try value(of: argument))
            default: throw Misuse(text: "\(argument) is none of --quick, --json FILE, --only NAME")
            }
        }
    }

    /// Whether a benchmark is to be run.
    func includes(_ name: String) -> Bool { names.isEmpty || names.contains(name) }

    /// One number for a full run, another for a quick one.
    func count(_ full: Int, quick: Int) -> Int { isQuick ? quick : full }

    struct Misuse: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }
}
