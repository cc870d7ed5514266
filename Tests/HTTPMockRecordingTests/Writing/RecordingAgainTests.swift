import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Recorded again, a service that did not change leaves the file as it was.
@Suite(.bounded) struct RecordingAgainTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func record(_ exchanges: [RecordedRequest], ignoring: [Cassette.Part] = []) throws -> Data {
        let cassette = try Cassette.open(folder.file(), .all, ignoring: ignoring)
        for exchange in exchanges { cassette.record(exchange) }
        try cassette.save()
        return try Data(contentsOf: folder.file())
    }

    /// A POST with a body.
    private func post(_ body: String, type: String, path: String = "/x", headers: [String: String] = [:]) throws
        -> RecordedRequest
    {
        .of(
            try request(
                "POST", "https://a.com\(path)", headers: headers.merging(["Content-Type": type]) { $1 },
                body: Data(body.utf8)), #"{"ok":true}"#)
    }

    @Test func membersInAnotherOrderLeaveEveryByte() throws {
        let before = try record([
            post(#"{"user":"ann","password":"first-secret","pin":"second-secret"}"#, type: "application/json")
        ])
        let after = try record([
            post(#"{"pin":"4th-secret", "password":"3rd-secret", "user":"ann"}"#, type: "application/json")
        ])
        #expect(after == before)
    }

    @Test func anotherBoundaryLeavesEveryByte() throws {
        func upload(_ boundary: String, _ content: String = "hello") throws -> RecordedRequest {
            try post(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n\(content)\r\n--\(boundary)--\r\n",
                type: "multipart/form-data; boundary=\(boundary)")
        }
        let before = try record([upload("first")])
        #expect(try record([upload("second")]) == before)
        // Another content brings its own boundary, in the field as well.
        _ = try record([upload("third", "other")])
        let entry = try #require(try Cassette.open(folder.file()).entries.first)
        #expect(entry.requestHeaders.map(\.value) == ["multipart/form-data; boundary=third"])
        #expect(String(decoding: entry.requestBody, as: UTF8.self).hasPrefix("--third\r\n"))
    }

    @Test func itemsInAnotherOrderLeaveEveryByte() throws {
        let before = try record([.of(try request("https://a.com/x?b=2&a=1&token=first-secret"), "1")])
        #expect(try record([.of(try request("https://a.com/x?token=another-one&a=%31&b=2"), "1")]) == before)
    }

    @Test func ignoredPartsLeaveEveryByte() throws {
        func exchange(_ value: String) throws -> RecordedRequest {
            try post(
                #"{"nonce":"\#(value)"}"#, type: "application/json", path: "/x?t=\(value)",
                headers: ["X-Request-Id": value])
        }
        let parts: [Cassette.Part] = [.query("t"), .json("nonce"), .header("x-request-id")]
        let before = try record([exchange("1")], ignoring: parts)
        #expect(try record([exchange("2")], ignoring: parts) == before)
        let withoutRule = try record([exchange("2")])
        #expect(withoutRule != before)
    }

    @Test func ignoredFieldsOfOneSecretLeaveEveryByte() throws {
        func exchanges(_ tokens: [String], _ password: String) throws -> [RecordedRequest] {
            try tokens.enumerated().map { index, token in
                .of(
                    try request("https://a.com/\(index)"), #"{"password":"\#(password)-\#(index)"}"#,
                    fields: ["X-Token": token], second: Double(index))
            }
        }
        let parts: [Cassette.Part] = [.responseHeader("X-Token")]
        let before = try record(exchanges(["first-secret", "other-secret"], "old-password"), ignoring: parts)
        #expect(try record(exchanges(["one-secret", "one-secret"], "new-password"), ignoring: parts) == before)
    }

    @Test func ignoredFieldOfASecretStaysNextToAChange() throws {
        func exchange(_ token: String, _ reply: String) throws -> RecordedRequest {
            .of(try request("https://a.com/x"), reply, fields: ["X-Token": token])
        }
        let parts: [Cassette.Part] = [.responseHeader("X-Token")]
        _ = try record([exchange("first-secret", "1")], ignoring: parts)
        _ = try record([exchange("other-secret", "2")], ignoring: parts)
        let entry = try #require(try CassetteFile(contentsOf: folder.file()).entries.first)
        #expect(entry.response.body.text == "2")
        #expect(entry.response.headers.firstValue("X-Token") == "REDACTED-1")
    }

    /// Ignored fields of one name keep their values one by one, in the request and in the response.
    @Test(arguments: ["old", "new"]) func ignoredFieldsOfOneNameKeepTheirOwnValues(body: String) {
        func entry(_ values: [String], _ body: String) -> HAREntry {
            var entry = HAREntry(
                startedDateTime: "2026-03-01T09:00:00.000Z",
                request: HARRequest(
                    method: "GET", url: "https://a.com/x", headers: values.map { HARField("X-Trace", $0) }, body: nil),
                response: HARResponse(
                    status: 200, headers: values.map { HARField("Set-Cookie", $0) },
                    body: HARBody(Data(body.utf8), type: "text/plain")))
            entry.number = 1
            return entry
        }
        let rules = MatchingRules(
            matching: [], ignoring: [.header("X-Trace"), .responseHeader("Set-Cookie")], redacting: .secrets)
        var merge = StableMerge([entry(["a=1", "b=2"], "old")], rules: rules, redactedFrom: 1) { _ in true }
        let merged = merge.replacing(with: [entry(["a=3", "b=4"], body)])
        #expect(merged == [entry(["a=1", "b=2"], body)])
    }

    @Test func requestsOfOneMomentLeaveEveryByteInAnyOrder() throws {
        let exchanges = try (0..<8).map { RecordedRequest.of(try request("https://a.com/\($0)"), "\($0)") }
        let before = try record(exchanges)
        #expect(try record(exchanges.reversed()) == before)
    }

    @Test func equalRequestsKeepTheOrderRecordedAgain() throws {
        let changing = try request("https://a.com/x?page=2")
        let asked = try request("https://a.com/x?page=1")
        _ = try record([.of(changing, "old"), .of(asked, "older", second: 5)])
        let now = recordingStart.addingTimeInterval(3_600)
        _ = try record([.of(asked, "first", at: now), .of(asked, "second", second: 1, at: now)])
        let cassette = try Cassette.open(folder.file())
        #expect([cassette.played(asked), cassette.played(asked)] == ["first", "second"])
    }

    @Test func equalRequestsKeepTheOrderIfOneIsTooOldToKeepItsTime() throws {
        let asked = try request("https://a.com/x")
        let now = Date()
        _ = try record([
            .of(asked, "1", at: now.addingTimeInterval(-200_000)), .of(asked, "2", at: now.addingTimeInterval(-60)),
        ])
        let cassette = try Cassette(at: folder.file(), record: .all, warnAfter: .seconds(86_400), environment: [:])
        for (index, reply) in ["1", "2"].enumerated() {
            cassette.record(.of(asked, reply, second: Double(index), at: now))
        }
        try cassette.save()
        let played = try Cassette.open(folder.file())
        #expect([played.played(asked), played.played(asked)] == ["1", "2"])
    }

    /// With cookies, redirects and parallel requests, in a random order.
    @Test func unchangedServiceChangesNoByteInFiftyRecordings() async throws {
        let service = RecordedService(into: folder.file()) { request in
            let id = UUID().uuidString
            switch request.path {
            case "/login":
                return .text(
                    #"{"token":"\#(id)"}"#,
                    headers: [
                        "Content-Type": "application/json", "Set-Cookie": "sid=\(id)-s; Path=/",
                        "Set-Cookie": "theme=\(id)-t; Path=/", "Set-Cookie": "a=\(id)-a; Path=/",
                        "Set-Cookie": "zone=\(id)-z; Path=/", "Set-Cookie": "lang=\(id)-l; Path=/",
                    ])
            case let path where path.hasPrefix("/moved"): return .redirect(to: "/page?code=\(id)")
            default: return .text("\(request.path)", headers: ["Date": id, "X-B": "1", "X-A": "2"])
            }
        }
        var first: Data?
        for _ in 0..<50 {
            try await service.run(.all, matching: [.header("Cookie")]) { mock, _ in
                _ = try await mock.urlSession.data(from: service.url("/login"))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for path in ["/a", "/b", "/c?x=1", "/moved"].shuffled() {
                        let request = URLRequest(
                            "GET", service.url(path), headers: ["X-1": "1", "X-2": "2", "X-3": "3", "X-4": "4"])
                        group.addTask { _ = try await mock.urlSession.data(for: request) }
                    }
                    try await group.waitForAll()
                }
            }
            let data = try Data(contentsOf: folder.file())
            first = first ?? data
            #expect(data == first)
        }
        try await service.run(.none, matching: [.header("Cookie")]) { mock, cassette in
            for path in ["/login", "/moved", "/c?x=1", "/b", "/a"] {
                _ = try await mock.urlSession.data(from: service.url(path))
            }
            #expect(cassette.unplayedEntries.isEmpty)
        }
        #expect(service.requestCount == 300)
    }

    /// An older version of this library wrote cookies in the order of the client.
    @Test func fileWithCookiesInAnotherOrderStays() throws {
        func exchange(_ cookies: String) throws -> RecordedRequest {
            .of(try request("https://a.com/x", headers: ["Cookie": cookies]), "x")
        }
        _ = try record([exchange("b=first; a=second")])
        let text = try String(contentsOf: folder.file(), encoding: .utf8)
        let pairs = [1, 2].map { #"{ "name": "\#($0 == 1 ? "a" : "b")", "value": "REDACTED-\#($0)" }"# }
        let separator = ",\n            "
        let older = text.replacingOccurrences(of: "a=REDACTED-1; b=REDACTED-2", with: "b=REDACTED-2; a=REDACTED-1")
            .replacingOccurrences(
                of: pairs.joined(separator: separator), with: pairs.reversed().joined(separator: separator))
        #expect(older.contains("\(pairs[1]),"))
        try Data(older.utf8).write(to: folder.file())
        #expect(try record([exchange("b=third; a=4th")]) == Data(older.utf8))
    }

    @Test(arguments: ["\r\n", "\n"]) func fileKeepsItsModeAndItsLineEnds(lineEnd: String) throws {
        _ = try record([.of(request("https://a.com/x"), "x\ny")])
        let text = try String(contentsOf: folder.file(), encoding: .utf8)
        let changed = Data((text.replacingOccurrences(of: "\n", with: lineEnd) + lineEnd).utf8)
        try changed.write(to: folder.file())
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file().path)
        #expect(try record([.of(request("https://a.com/x"), "x\ny")]) == changed)
        let more = try record([
            .of(request("https://a.com/x"), "x\ny"), .of(request("https://a.com/y"), "y", second: 1),
        ])
        let lines = more.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isReturn = lineEnd.utf8.count == 2
        #expect(
            lines.dropLast().allSatisfy { ($0.last == UInt8(ascii: "\r")) == isReturn } && lines.last?.isEmpty == true)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file().path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try Cassette.open(folder.file()).entries.count == 2)
    }
}

/// Ten services, recorded twice with their clocks a month apart: what a reviewer sees in the diff.
@Suite(.bounded) struct MonthApartTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private struct Service: Sendable, CustomStringConvertible {
        let description: String
        var query: @Sendable (Int) -> String = { _ in "" }
        var fields: @Sendable (Int) -> [String: String] = { _ in [:] }
        var body: @Sendable (Int) -> String = { _ in #"{"id":7}"# }
        var sent: (@Sendable (Int) -> String)?
        var ignoring: [Cassette.Part] = []
        /// The lines that change without and with `ignoring:`.
        let changed: (without: Int, with: Int)
    }

    /// The parameter of the closures is the day.
    private static let services: [Service] = [
        Service(
            description: "dates of the transport",
            fields: { ["Date": "day \($0)", "Age": "\($0)", "Expires": "day \($0 + 1)"] }, changed: (0, 0)),
        Service(
            description: "an identifier of each response", fields: { ["X-Request-Id": "\($0)-id"] },
            ignoring: [.responseHeader("X-Request-Id")], changed: (2, 0)),
        Service(
            description: "a session", fields: { ["Set-Cookie": "sid=session-\($0)-of-the-day; Path=/"] },
            changed: (0, 0)),
        Service(
            description: "a token in the body", body: { #"{"access_token":"token-\#($0)-of-the-day"}"# },
            changed: (0, 0)),
        Service(
            description: "a time in the query", query: { "?t=\($0)" }, ignoring: [.query("t")], changed: (4, 0)),
        Service(
            description: "a nonce in JSON that is sent", sent: { #"{"nonce":\#($0),"a":1}"# },
            ignoring: [.json("nonce")],
            changed: (2, 0)),
        Service(
            description: "a rate limit",
            fields: { ["X-RateLimit-Remaining": "\($0)", "X-RateLimit-Reset": "\($0 * 60)"] },
            ignoring: [.responseHeader("X-RateLimit-Remaining"), .responseHeader("X-RateLimit-Reset")], changed: (4, 0)),
        Service(
            description: "a whole body that is sent", sent: { "batch \($0)" }, ignoring: [.body], changed: (2, 0)),
        Service(description: "a changed value", body: { #"{"price":\#($0)}"# }, changed: (2, 2)),
        Service(description: "nothing", changed: (0, 0)),
    ]

    private func record(
        _ service: Service, on day: Int, _ server: LoopbackServer, ignoring: [Cassette.Part], _ name: String
    )
        async throws
    {
        let mock = HTTPMock()
        let cassette = try Cassette(
            at: folder.file(name), record: .all, ignoring: ignoring,
            recording: { $0.date = recordingStart.addingTimeInterval(Double(day) * 86_400) }, environment: [:])
        mock.insert(cassette)
        for path in ["/first", "/second"] {
            let isChanging = path == "/second"
            let sent = isChanging ? service.sent?(day) : nil
            var request = URLRequest(
                sent == nil ? "GET" : "POST", server.url(path + (isChanging ? service.query(day) : "")),
                headers: ["Content-Type": "application/json"], body: sent.map { Data($0.utf8) })
            request.setValue("tests", forHTTPHeaderField: "User-Agent")
            _ = try await mock.data(for: request)
        }
        try cassette.save()
    }

    @Test(arguments: services.indices) func unchangedServiceMakesNoNoise(index: Int) async throws {
        let service = Self.services[index]
        let day = Observed(0)
        let server = LoopbackServer { request in
            guard request.path.hasPrefix("/second") else {
                return .text("{}", headers: ["Content-Type": "application/json"])
            }
            let today = day.value
            var fields: HeaderList = ["Content-Type": "application/json"]
            for (name, value) in service.fields(today).sorted(by: { $0.key < $1.key }) { fields.append(name, value) }
            return .text(service.body(today), headers: fields)
        }
        var lines: [Int] = []
        for ignoring in [[], service.ignoring] {
            let name = "\(lines.count).har"
            var texts: [[Substring]] = []
            for today in [60, 90] {
                day.change { $0 = today }
                try await record(service, on: today, server, ignoring: ignoring, name)
                texts.append(try String(contentsOf: folder.file(name), encoding: .utf8).split(separator: "\n"))
            }
            lines.append(texts[1].difference(from: texts[0]).count)
        }
        #expect(lines == [service.changed.without, service.changed.with], "\(service)")
    }
}
