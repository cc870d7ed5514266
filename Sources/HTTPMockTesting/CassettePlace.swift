import Foundation
import HTTPMock
import Testing

/// The path of a test's cassette: next to the test's file, by suite, test and argument.
struct CassettePlace {
    private let folder: URL
    private let test: String
    private let arguments: [String]
    /// The expression that `swift test --filter` finds the test with.
    let filter: String

    /// - Throws: ``HTTPMockError`` if the arguments of the test can't be read, since all would share one file.
    init(_ test: Test, _ testCase: Test.Case?) throws {
        // The identifier is the module, the suites from outside in, the function and the source location.
        let identifier = "\(test.id)"
        let module = identifier.prefix { $0 != "." }
        let name = test.name.prefix { $0 != "(" }
        let path = identifier.dropFirst(module.count + 1)
        let suites =
            path.range(of: test.name).map { path[..<$0.lowerBound].split(separator: "/").map(String.init) } ?? []
        let file = URL(fileURLWithPath: test.sourceLocation.filePath)
        let suite = suites.isEmpty ? file.deletingPathExtension().lastPathComponent : suites.joined(separator: ".")
        folder = file.deletingLastPathComponent().appendingPathComponent("__Cassettes__")
            .appendingPathComponent(Self.plain(suite, keeping: "._"))
        self.test = Self.plain(String(name), keeping: "_")
        filter = (suites.map { "\($0)/" } + [String(name)]).joined()
        arguments = try testCase.map(Self.arguments) ?? []
    }

    /// The file of a name, or of the test's own.
    func url(named name: String?) -> URL {
        let parts = [name ?? test] + arguments.map { Self.plain($0, keeping: "") }
        return folder.appendingPathComponent(parts.joined(separator: "-") + ".har")
    }

    /// A text with only letters, digits, dashes and the characters given.
    private static func plain(_ text: String, keeping others: String) -> String {
        String(text.map { $0.isLetter || $0.isNumber || $0 == "-" || others.contains($0) ? $0 : "-" })
    }

    /// The arguments of one run of a parameterised test, as text.
    ///
    /// Swift Testing shows them to tools only, so they are read by reflection.
    private static func arguments(of testCase: Test.Case) throws -> [String] {
        guard testCase.isParameterized else { return [] }
        let kind = Mirror(reflecting: testCase).descendant("_kind").map { Mirror(reflecting: $0) }
        let arguments = kind?.descendant("parameterized", "arguments").map { Mirror(reflecting: $0).children }
        let values = arguments?.compactMap { Mirror(reflecting: $0.value).descendant("value") } ?? []
        guard !values.isEmpty else {
            throw HTTPMockError(
                "the arguments of a parameterised test can't be read with this version of Swift, so its runs would share "
                    + "one cassette. To fix this, open one by hand: HTTPMock.current.insert(try Cassette(at: …)).")
        }
        return values.map { "\($0)" }
    }
}
