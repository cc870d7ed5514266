import Foundation
import TestSupport
import Testing

@testable import HTTPMock

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
                "each with a mistake in its own line, and the request that each one misses",
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

    @Test func editOfATextThatTheSourceDoesNotHaveIsNotSuggested() async throws {
        let name = ["us", "er"].joined()
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a/\(name)", when: .json(["k\(name)": "\(name)"]), responses: [.empty()])
        mock.addResponses(forURL: "https://example.com/b/\(name)", responses: [.empty()])
        for path in ["/a/\(name)s", "/b/\(name)s"] {
            let reply = try await mock.reply(path, method: "POST", body: "{}")
            #expect(!reply.body.contains("Did you mean"), "\(reply.body)")
        }
        let body = #"{"kuser":"bob"}"#
        #expect(try await mock.reply("/a/user", method: "POST", body: body).body.contains("Change .json(…) at"))
    }
}

/// Registrations with one request each.
struct EditCases {
    struct Case {
        let request: URLRequest
        let register: @Sendable (HTTPMock) -> Void

        func reply() async throws -> Reply {
            let mock = HTTPMock()
            // So that the reports, which are in the replies, are not printed too.
            mock.unmockedPolicy = .notFound
            register(mock)
            let (data, response) = try await mock.data(for: request)
            return Reply(
                status: (response as? HTTPURLResponse)?.statusCode ?? 0, body: String(decoding: data, as: UTF8.self),
                headers: [:])
        }
    }

    private(set) var all: [Case] = []

    var count: Int { all.count }

    /// Adds a registration and a request.
    mutating func add(
        _ url: String, _ method: String = "GET", headers: [String: String] = [:],
        register: @escaping @Sendable (HTTPMock) -> Void
    ) {
        all.append(Case(request: .example(url, method: method, headers: headers), register: register))
    }

    /// Adds a registration and a request with a body.
    mutating func post(_ body: String, to url: String = "/", register: @escaping @Sendable (HTTPMock) -> Void) {
        let type = body.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded"
        let request = URLRequest.example(url, method: "POST", headers: ["Content-Type": type], body: body)
        all.append(Case(request: request, register: register))
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
            if let match = line.firstMatch(of: /To fix this, remove the query (.+) at \w+\.swift:(\d+), or register:/) {
                return [SourceChange(line: Int(match.2) ?? 0, changing: ", query: \(match.1)"[...], to: "")]
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

    /// Changes the line, and returns whether it has the text once.
    func apply(to lines: inout [String]) -> Bool {
        var (old, new) = (written, suggested)
        if lines[line - 1].ranges(of: old).count > 1 {
            if let member {
                (old, new) = ("\"\(member)\": \(old)", "\"\(member)\": \(new)")
            } else if old == "\",",
                let range = lines[line - 1].range(of: #"forPath: "[^"]*","#, options: .regularExpression)
            {
                lines[line - 1].replaceSubrange(range, with: lines[line - 1][range].dropLast(2) + new)
                return true
            }
        }
        guard lines[line - 1].ranges(of: old).count == 1 else { return false }
        lines[line - 1] = lines[line - 1].replacing(old, with: new)
        return true
    }
}
