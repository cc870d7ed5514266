import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Each suggested edit, pasted into the source of its registration, compiles and makes the request match.
///
/// EditedRegistrations.swift is MistakenRegistrations.swift with all the edits. To write the file again, run the first
/// test with the environment variable `HTTPMOCK_WRITES_EDITS` set.
@Suite(.bounded) struct PastedEditTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let editedFile = folder.appendingPathComponent("EditedRegistrations.swift")

    @Test func editedRegistrationsAreTheMistakenOnesWithTheirSuggestedEdits() async throws {
        var cases = EditCases()
        addMistakenRegistrations(to: &cases)
        #expect(cases.count == 100)
        let source = try String(
            contentsOf: Self.folder.appendingPathComponent("MistakenRegistrations.swift"), encoding: .utf8)
        var lines = source.components(separatedBy: "\n")
        for mistaken in cases.all {
            let text = try await mistaken.reply().body
            let edits = SourceChange.all(in: text)
            #expect(!edits.isEmpty, "no edit: \(text)")
            for edit in edits where !edit.apply(to: &lines) {
                Issue.record("not once in \(lines[edit.line - 1]): \(edit.written)\n\(text)")
            }
        }
        let edited = lines.joined(separator: "\n")
            .replacing("addMistakenRegistrations", with: "addEditedRegistrations")
            .replacing(
                "each with a mistake in its own call, and the request that each one misses",
                with: "each with the edit that was suggested for its mistake, and its request")
        if ProcessInfo.processInfo.environment["HTTPMOCK_WRITES_EDITS"] != nil {
            try edited.write(to: Self.editedFile, atomically: true, encoding: .utf8)
        }
        let committed = try String(contentsOf: Self.editedFile, encoding: .utf8).components(separatedBy: "\n")
        for (line, (now, before)) in zip(edited.components(separatedBy: "\n"), committed).enumerated() {
            #expect(now == before, "line \(line + 1) is not up to date")
        }
        #expect(committed.count == lines.count)
    }

    @Test func everyEditedRegistrationMatchesItsRequest() async throws {
        var cases = EditCases()
        addEditedRegistrations(to: &cases)
        #expect(cases.count == 100)
        for edited in cases.all {
            let reply = try await edited.reply()
            #expect(reply.status == 200, "\(reply.body)")
        }
    }
}

/// An edit as a reader of the report makes it.
private struct SourceChange {
    let line: Int
    /// The text in the source.
    var written: String
    var suggested: String
    /// The name before the text, where a line has the text twice.
    var member: Substring?

    /// Returns the edits that a report suggests.
    static func all(in report: String) -> [SourceChange] {
        report.split(separator: "\n").flatMap { line in
            let questions = line.matches(of: /Did you mean (.+?)\? Change (.+?) at \w+\.swift:(\d+)\./).map {
                SourceChange(line: Int($0.3) ?? 0, changing: $0.2, to: $0.1)
            }
            if let match = line.firstMatch(of: /To fix this, change (.+) at \w+\.swift:(\d+) to (.+), or register:/) {
                return [SourceChange(line: Int(match.2) ?? 0, changing: match.1, to: match.3)]
            }
            if let match = line.firstMatch(of: /Remove the query (.+) at \w+\.swift:(\d+)\./) {
                return [SourceChange(line: Int(match.2) ?? 0, changing: ", query: \(match.1)"[...], to: "")]
            }
            if let match = line.firstMatch(of: /To fix this, write (\S+)\((host: .+)\) at \w+\.swift:(\d+),/) {
                return [SourceChange(line: Int(match.3) ?? 0, changing: "\(match.1) {", to: "\(match.1)(\(match.2)) {")]
            }
            if let match = line.firstMatch(of: /To fix this, write (host: .+) at \w+\.swift:(\d+), or register:/) {
                return [SourceChange(line: Int(match.2) ?? 0, changing: "\",", to: "\", \(match.1),")]
            }
            return questions
        }
    }

    private init(line: Int, changing written: Substring, to suggested: Substring) {
        self.line = line
        self.suggested = String(suggested)
        var written = written
        if let match = written.wholeMatch(of: /(.+) of (\S+) in \.\w+\(.*\)/) {
            written = match.1
            member = match.2.split(separator: ".").last
        }
        for name in ["the method ", "the query "] where written.hasPrefix(name) {
            written = written.dropFirst(name.count)
        }
        self.written = String(written)
    }

    /// Changes the call at the line, and returns whether one of its lines has the text once.
    func apply(to lines: inout [String]) -> Bool {
        var (old, new) = (written, suggested)
        let call = (line - 1)..<min(line + 4, lines.count)
        guard let number = call.first(where: { lines[$0].contains(old) }) else { return false }
        if lines[number].ranges(of: old).count > 1 {
            if let member {
                (old, new) = ("\"\(member)\": \(old)", "\"\(member)\": \(new)")
            } else if old == "\",",
                let range = lines[number].range(of: #"forPath: "[^"]*","#, options: .regularExpression)
            {
                lines[number].replaceSubrange(range, with: lines[number][range].dropLast(2) + new)
                return true
            }
        }
        guard lines[number].ranges(of: old).count == 1 else { return false }
        lines[number] = lines[number].replacing(old, with: new)
        return true
    }
}
