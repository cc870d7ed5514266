import Foundation

/// The options of the command line.
struct Options: Sendable {
    /// Whether the run only shows that everything works; its numbers mean little.
    var isQuick = false
    /// The file for the printed numbers as JSON; nil for none.
    var json: URL?
    /// The folder for the contract benchmark's document and body, for other validators.
    var samples: URL?
    /// A GraphQL schema that the GraphQL benchmark loads too.
    var schema: URL?
    /// The benchmarks to run; all if empty.
    var names: Set<String> = []
    /// Other packages whose libraries the build benchmark compares.
    var peers: [Peer] = []

    /// Another package, with the library to compare.
    struct Peer: Sendable {
        let folder: URL
        let product: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw Failure(text: "\(option) needs a value") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--json": json = URL(fileURLWithPath: try value(of: argument))
            case "--samples": samples = URL(fileURLWithPath: try value(of: argument))
            case "--schema": schema = URL(fileURLWithPath: try value(of: argument))
            case "--only": names.insert(try value(of: argument))
            case "--peer":
                let parts = try value(of: argument).split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { throw Failure(text: "write --peer FOLDER=PRODUCT") }
                peers.append(Peer(folder: URL(fileURLWithPath: parts[0]), product: parts[1]))
            default:
                throw Failure(
                    text: "unknown option \(argument); write --quick, --json FILE, --samples FOLDER, --schema FILE, "
                        + "--only NAME or --peer FOLDER=PRODUCT")
            }
        }
    }

    /// Returns whether a benchmark is to be run.
    func includes(_ name: String) -> Bool {
        names.isEmpty || names.contains(name)
    }

    /// Returns one number for a full run, and another for a quick run.
    func count(_ full: Int, quick: Int) -> Int {
        isQuick ? quick : full
    }

    /// The reason to end a run: a wrong option, or a measurement that failed.
    struct Failure: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }
}
