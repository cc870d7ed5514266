import Foundation

/// Writes the Swift snippets of documents into source files, one a snippet, so that the compiler can check them.
///
/// A snippet that begins with an extension or an `#if` is put into the file, one that begins with another declaration
/// into a type. Any other snippet is put into the body of an async throwing function. Hidden comments in a document
/// change that:
///
///     <!-- manifest -->          before a snippet: a part of a Package.swift, which is not compiled
///     <!-- file: PATH -->        before a snippet: a part of this file of the examples, where it is compiled
///     <!-- prelude … -->         declarations that snippets need, seen by all documents, as those of Prelude.swift are
enum Snippets {
    static let imports = """
        import Foundation
        import HTTPMock
        import HTTPMockContract
        import HTTPMockContractTesting
        import HTTPMockRecording
        import HTTPMockRecordingTesting
        import HTTPMockServer
        import HTTPMockTesting
        import Testing
        import XCTest
        #if canImport(FoundationNetworking)
        import FoundationNetworking
        #endif

        """

    static func write(_ documents: [String], to folder: String) throws -> Report {
        var count = 0
        func writeFile(_ source: String, _ name: String) throws {
            try (imports + source).write(toFile: "\(folder)/\(name).swift", atomically: true, encoding: .utf8)
        }
        for path in documents {
            let text = contents(of: path)
            let name = path.split(separator: "/").last?.dropLast(3) ?? ""
            let preludes = text.matches(of: /(?ms)^<!-- prelude\n(.*?)^-->$/).map { String($0.1) }
            try writeFile(preludes.joined(), "\(name)-prelude")
            for snippet in Snippet.all(in: text) where snippet.marker != "manifest" && snippet.file == nil {
                count += 1
                try writeFile(source(of: snippet, number: count, in: path), "\(name)-\(snippet.line)")
            }
        }
        return Report([], of: count, "snippets", atLeast: 50)
    }

    /// Returns whether a line begins, continues or ends a declaration, as opposed to a statement.
    private static func isDeclaration(_ line: String) -> Bool {
        let words = /^(public|private|final|override|struct|class|enum|actor|func|protocol|typealias)\s/
        return line.isEmpty || line.contains(/^([@{}) ]|\/\/|init\()/) || line.contains(words)
    }

    private static func source(of snippet: Snippet, number: Int, in path: String) -> String {
        var own: [String] = []
        // Lines stay in their order and number, so that errors are reported where they are in the document.
        let lines = snippet.lines.map { line in
            guard line.hasPrefix("import ") || line.hasPrefix("@testable import ") else { return line }
            // Modules are imported already; the import of one type selects it among types of the same name.
            if line.contains("typealias") { own.append(line) }
            return ""
        }
        let isAttribute = lines.contains { $0.hasPrefix("@Test") } && !lines.contains { $0.contains("func ") }
        let isXCTest = lines.contains { $0.hasPrefix("func test") || $0.hasPrefix("override func ") }
        // UI tests are isolated to the main actor. A snippet can declare a `mock` of its own in the inner scope.
        let isolation = lines.contains { $0.contains("XCUIApplication") } ? "@MainActor " : ""
        let first = lines.first { !$0.isEmpty } ?? ""
        let head =
            if ["extension ", "@main", "#if "].contains(where: first.hasPrefix) {
                ""
            } else if lines.allSatisfy(isDeclaration) {
                "enum Snippet\(number) { \(isXCTest ? "final class Tests: XCTestCase" : "struct Tests") {"
            } else {
                "\(isolation)func snippet\(number)() async throws { let mock = HTTPMock.current; _ = mock; do {"
            }
        let body = ["#sourceLocation(file: \"\(path)\", line: \(snippet.line))"] + lines
        let tail = [isAttribute ? "func test() {}" : "", "#sourceLocation()"]
        let braces = String(repeating: "}", count: head.count { $0 == "{" })
        return (own + [head] + body + tail + [braces, ""]).joined(separator: "\n")
    }
}

/// A Swift snippet of a document.
private struct Snippet {
    /// The number of the first line of code in the document.
    let line: Int
    let lines: [String]
    /// The text of the hidden comment before the snippet; empty without one.
    let marker: String

    /// The file of the examples that the snippet is a part of.
    var file: String? { marker.wholeMatch(of: /file: (\S+)/).map { String($0.1) } }

    static func all(in text: String) -> [Snippet] {
        text.matches(of: /(?ms)(?:^ *<!-- ([^\n]*) -->\s*)?^( *)```swift *\n(.*?)^ *``` *$/).map { match in
            Snippet(
                line: text[..<match.3.startIndex].count { $0 == "\n" } + 1,
                lines: match.3.components(separatedBy: "\n").dropLast().map { String($0.dropFirst(match.2.count)) },
                marker: match.1.map(String.init) ?? "")
        }
    }
}
