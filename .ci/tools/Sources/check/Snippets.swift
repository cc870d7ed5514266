import Foundation

/// Writes the Swift snippets of documents into source files, one a snippet, so that the compiler can check them.
///
/// A snippet that begins with an extension or an `#if` is put into the file, one that begins with another declaration
/// into a type. Any other snippet is put into the body of an async throwing function. Hidden comments in a document
/// change that:
///
///     <!-- manifest -->          before a snippet: a part of a Package.swift, which is not compiled
///     <!-- file: PATH -->        before a snippet: a part of this file of the examples, where it is compiled
///     <!-- inside: CODE { -->    before a snippet: the code that it is a part of, such as a result builder
///     <!-- prelude … -->         declarations that snippets need, seen by all documents, as those of Prelude.swift are
enum Snippets {
    /// The words that begin a declaration, as opposed to a statement.
    static let declarations = [
        "@", "public ", "private ", "final ", "override ", "struct ", "class ", "enum ", "actor ", "func ", "protocol ",
        "typealias ", "///",
    ]
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
        for document in documents.map(Document.init) {
            let name = document.path.split(separator: "/").last.map { $0.dropLast(3) } ?? ""
            try write(imports + document.prelude.joined(separator: "\n"), "\(folder)/\(name)-prelude.swift")
            for snippet in document.snippets where !snippet.isElsewhere {
                count += 1
                let source = imports + file(of: snippet, number: count, in: document.path)
                try write(source, "\(folder)/\(name)-\(snippet.line).swift")
            }
        }
        return Report([], of: count, "snippets", atLeast: 50)
    }

    /// Returns whether all lines that are not indented begin or end a declaration.
    static func isDeclarations(_ lines: [String]) -> Bool {
        lines.allSatisfy { line in
            line.isEmpty || (declarations + ["}", ")", "{", " ", "//", "init("]).contains(where: line.hasPrefix)
        }
    }

    static func write(_ source: String, _ path: String) throws {
        try source.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static func file(of snippet: Snippet, number: Int, in path: String) -> String {
        var own: [String] = []
        // Lines stay in their order and number, so that errors are reported where they are in the document.
        let lines = snippet.lines.map { line in
            guard line.hasPrefix("import ") || line.hasPrefix("@testable import ") else { return line }
            if line.contains("typealias") { own.append(line) }
            return ""
        }
        let isAttribute = lines.contains { $0.hasPrefix("@Test") } && !lines.contains { $0.contains("func ") }
        let body =
            (["#sourceLocation(file: \"\(path)\", line: \(snippet.line))"] + lines + [
                isAttribute ? "func test() {}" : "", "#sourceLocation()",
            ])
            .joined(separator: "\n")
        let first = lines.first { !$0.isEmpty } ?? ""
        let (head, tail): (String, String)
        if let enclosing = snippet.enclosing {
            let depth = enclosing.count { $0 == "{" }
            (head, tail) = (
                "func snippet\(number)() async throws { \(enclosing)", String(repeating: "}", count: depth + 1)
            )
        } else if ["extension ", "@main", "#if "].contains(where: first.hasPrefix) {
            (head, tail) = ("", "")
        } else if isDeclarations(lines) {
            let isXCTest = lines.contains { $0.hasPrefix("func test") || $0.hasPrefix("override func ") }
            (head, tail) = (
                "enum Snippet\(number) { \(isXCTest ? "final class Tests: XCTestCase" : "struct Tests") {", "} }"
            )
        } else {
            // UI tests are isolated to the main actor. A snippet can declare a `mock` of its own in the inner scope.
            let isolation = lines.contains { $0.contains("XCUIApplication") } ? "@MainActor " : ""
            (head, tail) = (
                "\(isolation)func snippet\(number)() async throws { let mock = HTTPMock.current; _ = mock; do {", "} }"
            )
        }
        return (own + [head, body, tail, ""]).joined(separator: "\n")
    }
}

/// A Swift snippet of a document.
private struct Snippet {
    let line: Int
    let lines: [String]
    /// The last line before the snippet that is not blank.
    let marker: String

    /// Whether the snippet is compiled elsewhere, or not at all.
    var isElsewhere: Bool { marker == "<!-- manifest -->" || marker.hasPrefix("<!-- file: ") }

    /// The code that the snippet is a part of, without its closing braces.
    var enclosing: String? {
        marker.wholeMatch(of: /<!-- inside: (.*\{) -->/).map { String($0.1) }
    }
}

/// A document with its snippets.
private struct Document {
    let path: String
    private(set) var snippets: [Snippet] = []
    private(set) var prelude: [String] = []

    init(_ path: String) {
        self.path = path
        var snippet: (line: Int, indentation: Int, lines: [String], marker: String)?
        var isPrelude = false
        var marker = ""
        for (index, line) in contents(of: path).components(separatedBy: "\n").enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            if isPrelude {
                isPrelude = text != "-->"
                if isPrelude { prelude.append(line) }
            } else if let open = snippet {
                if text == "```" {
                    snippets.append(Snippet(line: open.line, lines: open.lines, marker: open.marker))
                    snippet = nil
                } else {
                    snippet?.lines.append(String(line.dropFirst(open.indentation)))
                }
            } else if text == "```swift" {
                snippet = (index + 2, line.prefix { $0 == " " }.count, [], marker)
            } else if text == "<!-- prelude" {
                isPrelude = true
            }
            if !text.isEmpty { marker = text }
        }
    }
}
