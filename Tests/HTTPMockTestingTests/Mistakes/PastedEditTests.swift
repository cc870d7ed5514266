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

/// Registrations with one request each.
struct EditCases {
    struct Case {
        let request: URLRequest
        /// The trait with the registration; nil for a mock that is not strict.
        var trait: HTTPMockTrait?
        var register: @Sendable (HTTPMock) -> Void = { _ in }

        /// Registers, makes the request, and returns what the client gets.
        func reply() async throws -> (status: Int, body: String) {
            guard let trait else {
                let mock = HTTPMock()
                // So that the reports, which are in the replies, are not printed too.
                mock.unmockedPolicy = .notFound
                register(mock)
                return try await Self.reply(to: request, of: mock)
            }
            let request = request
            let reply = Observed<(status: Int, body: String)?>(nil)
            let issues = await CollectedIssues.of(trait) {
                let received = try await Self.reply(to: request, of: .current)
                reply.change { $0 = received }
            }
            return try #require(reply.value, "\(issues.text)")
        }

        private static func reply(to request: URLRequest, of mock: HTTPMock) async throws -> (status: Int, body: String)
        {
            let (data, response) = try await mock.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }
    }

    private(set) var all: [Case] = []

    var count: Int { all.count }

    /// Adds a request and its registration.
    mutating func add(
        _ url: String, _ method: String = "GET", headers: [String: String] = [:],
        register: @escaping @Sendable (HTTPMock) -> Void
    ) {
        all.append(Case(request: Self.request(url, method, headers), register: register))
    }

    /// Adds a request and a trait with its registration.
    mutating func add(
        _ url: String, _ method: String = "GET", headers: [String: String] = [:], trait: HTTPMockTrait
    ) {
        all.append(Case(request: Self.request(url, method, headers), trait: trait))
    }

    /// Adds a request with a body and its registration.
    mutating func post(_ body: String, to url: String = "/", register: @escaping @Sendable (HTTPMock) -> Void) {
        all.append(Case(request: Self.request(url, body: body), register: register))
    }

    /// Adds a request with a body and a trait with its registration.
    mutating func post(_ body: String, trait: HTTPMockTrait) {
        all.append(Case(request: Self.request("/", body: body), trait: trait))
    }

    private static func request(_ url: String, body: String) -> URLRequest {
        let type = body.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded"
        var request = request(url, "POST", ["Content-Type": type])
        request.httpBody = Data(body.utf8)
        return request
    }

    /// Returns a request to an address, or to a path of the default domain.
    private static func request(_ url: String, _ method: String, _ headers: [String: String]) -> URLRequest {
        let base = URL(string: "https://example.com")
        var request = URLRequest(url: URL(string: url, relativeTo: base)?.absoluteURL ?? URL(fileURLWithPath: "/"))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        return request
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
