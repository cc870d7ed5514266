import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockTesting

@Suite(.bounded) struct SourceWriterTests {
    private func edit(
        _ source: String, line: Int, column: Int? = nil, summary: String = "GET /a\nPOST /b"
    ) throws -> String {
        let edit = try SourceEdit(
            of: Data(source.utf8), name: "Tests.swift", line: line,
            column: column ?? Self.column(in: source, line: line), summary: summary)
        return String(decoding: edit.content, as: UTF8.self)
    }

    /// Has the name of the real method, so that a call has the column of a call of the real method.
    private struct Caller {
        func expectRequests(line: UInt = #line, column: UInt = #column) -> (line: Int, column: Int) {
            (Int(line), Int(column))
        }
    }

    @Test func placeTheCompilerGivesIsTheCalls() throws {
        let location = Caller().expectRequests()
        let source = try Data(contentsOf: URL(fileURLWithPath: #filePath))
        let edit = try SourceEdit(
            of: source, name: "SourceWriterTests.swift", line: location.line, column: location.column, summary: "GET /")
        #expect(edit.addedLines == 4)
        #expect(String(decoding: edit.content, as: UTF8.self).contains("let location = Caller().expectRequests {\n"))
    }

    private static func column(in source: String, line: Int) -> Int {
        let text = source.components(separatedBy: "\n")[line - 1]
        return text.range(of: "expectRequests").map { text[..<$0.lowerBound].utf8.count + 1 } ?? 1
    }

    @Test func callIsCompletedWithTheFilesIndentation() throws {
        #expect(
            try edit("func f() {\n    mock.expectRequests()\n}\n", line: 2) == """
                func f() {
                    mock.expectRequests {
                        \"""
                        GET /a
                        POST /b
                        \"""
                    }
                }

                """)
        #expect(
            try edit("struct S {\n  func f() {\n    mock.expectRequests()  // now\n  }\n}", line: 3) == """
                struct S {
                  func f() {
                    mock.expectRequests {
                      \"""
                      GET /a
                      POST /b
                      \"""
                    }  // now
                  }
                }
                """)
        #expect(
            try edit("{\n\tmock.expectRequests(); next()\n}", line: 2)
                == "{\n\tmock.expectRequests {\n\t\t\"\"\"\n\t\tGET /a\n\t\tPOST /b\n\t\t\"\"\"\n\t}; next()\n}")
    }

    @Test func emptySummaryIsAnEmptyLiteral() throws {
        #expect(
            try edit("    mock.expectRequests()", line: 1, summary: "")
                == "    mock.expectRequests {\n        \"\"\"\n        \"\"\"\n    }")
    }

    @Test func windowsLineEndsAreKept() throws {
        #expect(
            try edit("{\r\n  mock.expectRequests()\r\n}\r\n", line: 2, column: 8, summary: "GET /")
                == "{\r\n  mock.expectRequests {\r\n    \"\"\"\r\n    GET /\r\n    \"\"\"\r\n  }\r\n}\r\n")
    }

    @Test func allElseStaysByteForByte() throws {
        let odd: [UInt8] = [0xEF, 0xBB, 0xBF, 0x2F, 0x2F, 0xFF, 0x00, 0x0A]
        let call = Array("    é().expectRequests()\n".utf8)
        let edit = try SourceEdit(
            of: Data(odd + call + odd), name: "T.swift", line: 2, column: 10, summary: "GET /")
        #expect(edit.content.starts(with: odd))
        #expect(Array(edit.content.suffix(odd.count)) == odd)
        #expect(edit.addedLines == 4)
    }

    @Test func textThatAPlainLiteralWouldReadAsMoreGetsARawOne() throws {
        for text in ["GET /\\(x)", "GET /\"\"\"#", "A\\#(x)", "\"\"\"##"] {
            let source = try edit("    m.expectRequests()", line: 1, summary: text)
            #expect(literal(in: source) == text)
        }
    }

    @Test(arguments: ["\"\"\"\u{301}", "\\\u{301}"])
    func signBeforeACombiningMarkNeedsARawLiteral(summary: String) {
        let lines = SourceEdit.lines(of: summary, indentation: "", unit: "  ")
        #expect(lines == ["{", "  #\"\"\"", "  \(summary)", "  \"\"\"#", "}"])
    }

    @Test func whatIsWrittenReadsAsTheSummary() throws {
        var generator = SeededGenerator(seed: 7)
        let pieces = ["GET /", "a", "\\", "\"", "\"\"\"", "#", "(x)", "\n", "é", " ", "%2F", "?q=1"]
        for _ in 0..<500 {
            let summary = (0..<Int.random(in: 0..<12, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                .components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
            let indentation = ["", "  ", "    ", "\t\t", "      "].randomElement(using: &generator) ?? ""
            let source = "if a {\n\(indentation)m.expectRequests()\n}"
            #expect(literal(in: try edit(source, line: 2, summary: summary)) == summary)
        }
    }

    /// The text that Swift reads in the first literal of several lines.
    private func literal(in source: String) -> String? {
        let lines = source.components(separatedBy: "\n")
        guard let start = lines.firstIndex(where: { $0.hasSuffix("\"\"\"") }) else { return nil }
        let opening = lines[start].trimmingCharacters(in: .whitespaces)
        let hashes = String(opening.prefix { $0 == "#" })
        let indentation = lines[start].prefix { $0 == " " || $0 == "\t" }
        let closing = "\(indentation)\"\"\"\(hashes)"
        guard let end = lines[(start + 1)...].firstIndex(of: closing) else { return nil }
        let body = lines[(start + 1)..<end]
        for line in body {
            if line.contains("\"\"\"\(hashes)") || line.contains("\\\(hashes)") { return nil }
            if !line.isEmpty, !line.hasPrefix(indentation) { return nil }
        }
        return body.map { String($0.dropFirst(indentation.count)) }.joined(separator: "\n")
    }

    @Test(arguments: [
        ("m.expectRequests(); m.expectRequests()", 3, "does not have `expectRequests()` once, where it was compiled"),
        ("m.expectRequests() // expectRequests()", 3, "does not have `expectRequests()` once, where it was compiled"),
        ("m.expectRequests( )", 3, "does not have `expectRequests()` once, where it was compiled"),
        ("m.expectRequests(line: 1)", 3, "does not have `expectRequests()` once, where it was compiled"),
        ("  m.expectRequests()", 3, "does not have `expectRequests()` once, where it was compiled"),
        ("other()", 3, "does not have `expectRequests()` once, where it was compiled"),
        ("// m.expectRequests()", 6, "has a string or a comment before `expectRequests()`"),
        ("/* m.expectRequests() */", 6, "has a string or a comment before `expectRequests()`"),
        ("f(\"m.expectRequests()\")", 6, "has a string or a comment before `expectRequests()`"),
    ])
    func itRefusesWhereItCannotBeSure(line: String, column: Int, reason: String) throws {
        let error = #expect(throws: HTTPMockError.self) { try edit("{\n\(line)\n}", line: 2, column: column) }
        #expect(error?.message == "line 2 of Tests.swift \(reason)")
    }

    @Test func lineBeyondTheFileIsRefused() {
        let error = #expect(throws: HTTPMockError.self) {
            try SourceEdit(of: Data("x".utf8), name: "T.swift", line: 9, column: 1, summary: "")
        }
        #expect(error?.message == "T.swift has no line 9")
    }

    // MARK: Files

    /// A source file that is deleted when the test is over.
    private final class File {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")

        init(_ text: String) throws {
            try Data(text.utf8).write(to: url)
        }

        var name: String { url.lastPathComponent }
        var text: String { get throws { try String(contentsOf: url, encoding: .utf8) } }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private let source = "{\n    a.expectRequests()\n    b.expectRequests()\n    c.expectRequests()\n}\n"

    private func writer(isInCI: Bool = false, built: TimeInterval = 60) -> SourceWriter {
        SourceWriter(isInCI: isInCI, buildDate: Date() + built)
    }

    private func refusal(_ reason: String) -> String {
        """
        HTTPMock: \(reason). To fix this, paste:
        mock.expectRequests {
            \"""
            GET /
            \"""
        }
        """
    }

    @Test(arguments: [[2, 3, 4], [4, 3, 2], [3, 2, 4]])
    func callsOfOneRunAreWrittenInAnyOrder(order: [Int]) throws {
        let file = try File(source)
        let writer = writer()
        for line in order {
            #expect(
                writer.write("GET /\(line)\nPOST /", path: file.url.path, line: line, column: 7)
                    == "HTTPMock: the requests were written into \(file.name):\(line). Review them and run the test again."
            )
        }
        let blocks = zip(["a", "b", "c"], 2...4).map { name, line in
            "    \(name).expectRequests {\n        \"\"\"\n        GET /\(line)\n        POST /\n        \"\"\"\n    }\n"
        }
        #expect(try file.text == "{\n\(blocks.joined())}\n")
    }

    @Test func callThatRunsAgainIsNotWrittenTwice() throws {
        let file = try File(source)
        let writer = writer()
        _ = writer.write("GET /1", path: file.url.path, line: 2, column: 7)
        let text = try file.text
        let reason =
            "\(file.name):2 ran more than once, with an argument or in a loop, and the first run's requests were written "
            + "there"
        #expect(writer.write("GET /", path: file.url.path, line: 2, column: 7) == refusal(reason))
        #expect(try file.text == text)
    }

    @Test func nothingIsWrittenInCI() throws {
        let file = try File(source)
        let text = writer(isInCI: true).write("GET /", path: file.url.path, line: 2, column: 7)
        #expect(text == refusal("nothing is written in CI"))
        #expect(try file.text == source)
    }

    @Test func changedFileIsRefused() throws {
        let file = try File(source)
        let reason = "\(file.name) has changed since it was compiled, so the call can't be found for certain"
        #expect(
            writer(built: -60).write("GET /", path: file.url.path, line: 2, column: 7) == refusal(reason))
        #expect(try file.text == source)
        let writer = writer()
        _ = writer.write("GET /1", path: file.url.path, line: 2, column: 7)
        let edited = try "// edited\n" + file.text
        try Data(edited.utf8).write(to: file.url)
        #expect(writer.write("GET /", path: file.url.path, line: 3, column: 7) == refusal(reason))
        #expect(try file.text == edited)
    }

    @Test func programOfUnknownAgeWritesNothing() throws {
        let file = try File(source)
        let writer = SourceWriter(isInCI: false, buildDate: nil)
        #expect(
            writer.write("GET /", path: file.url.path, line: 2, column: 7)
                == refusal("\(file.name) may have changed since it was compiled"))
    }

    @Test func missingFileIsRefused() {
        #expect(
            writer().write("GET /", path: "/nowhere/Tests.swift", line: 2, column: 7)
                == refusal("Tests.swift can't be read"))
    }

    @Test func linksAndPermissionsStay() throws {
        let file = try File(source)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.url.path)
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file.url)
        defer { try? FileManager.default.removeItem(at: link) }
        _ = writer().write("GET /", path: link.path, line: 2, column: 7)
        #expect(try file.text.contains("GET /"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.url.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    }
}
