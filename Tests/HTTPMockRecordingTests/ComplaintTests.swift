import Foundation
import HTTPMock
import HTTPMockRecording
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Twelve things that users of recording libraries complain about, each as the promise that they expect.
@Suite(.bounded) struct ComplaintTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func text(_ mock: HTTPMock, _ request: URLRequest) async throws -> String {
        String(decoding: try await mock.data(for: request).0, as: UTF8.self)
    }

    @Test func requestThatWasPlayedOftenEnoughIsNotReportedAsMissing() async throws {
        let service = RecordedService(into: folder.file()) { _ in .text("x") }
        let request = URLRequest(url: service.url("/x"))
        _ = try await service.outcomes(of: [request, request], .all)
        let texts = try await service.run { mock, _ in
            [try await text(mock, request), try await text(mock, request), try await text(mock, request)]
        }
        #expect(texts[2].contains("shop.har has this request 2 times (entry 1, 2), and played 2 of 2: this is the 3rd"))
        #expect(!texts[2].contains("nearest"))
    }

    @Test func sameRequestIsNotAlwaysAnsweredByTheFirstEntry() async throws {
        let states = Observed(["queued", "running", "done"])
        let service = RecordedService(into: folder.file()) { _ in .text(states.change { $0.removeFirst() }) }
        let request = URLRequest(url: service.url("/job"))
        let recorded = try await service.outcomes(of: [request, request, request], .all)
        service.stop()
        #expect(
            try await service.outcomes(of: [request, request, request]).map(\.text) == ["queued", "running", "done"])
        #expect(recorded.map(\.text) == ["queued", "running", "done"])
    }

    @Test func compressedBodyIsNotCorruptWhenItIsPlayed() async throws {
        let gzip = try #require(
            Data(base64Encoded: "H4sIAAAAAAACA6tWSs7PLShKLS5OTVGyKikqTa0FAPHqOZUTAAAA"))
        let service = RecordedService(into: folder.file()) { _ in
            LoopbackResponse(
                headers: ["Content-Encoding": "gzip", "Content-Type": "application/json"], body: gzip)
        }
        let request = URLRequest(url: service.url("/x"))
        _ = try await service.outcomes(of: [request], .all)
        service.stop()
        let played = try await service.run { mock, _ in try await mock.data(for: request) }
        #expect(played.0 == Data(#"{"compressed":true}"#.utf8))
        let response = try #require(played.1 as? HTTPURLResponse)
        #expect(response.value(forHTTPHeaderField: "Content-Encoding") == nil)
        #expect(response.value(forHTTPHeaderField: "Content-Length") == "19")
        #expect(try String(contentsOf: folder.file(), encoding: .utf8).contains(#""text": "{\"compressed\":true}""#))
    }

    @Test func requestsThatDifferInTheirBodyOnlyAreToldApart() async throws {
        let service = RecordedService(into: folder.file()) { .text("for \($0.bodyText)") }
        let requests = [#"{"id":1,"q":"a"}"#, #"{"id":2,"q":"a"}"#].map { body in
            URLRequest(
                "POST", service.url("/graphql"), headers: ["Content-Type": "application/json"], body: Data(body.utf8))
        }
        let recorded = try await service.outcomes(of: requests, .all)
        service.stop()
        #expect(try await service.outcomes(of: requests.reversed()) == recorded.reversed())
    }

    @Test func uploadMatchesAlthoughItsBoundaryIsRandom() async throws {
        let service = RecordedService(into: folder.file()) { _ in .text("stored") }
        func upload(_ boundary: String, _ content: String) -> URLRequest {
            let text =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n\(content)\r\n--\(boundary)--\r\n"
            let headers = ["Content-Type": "multipart/form-data; boundary=\"\(boundary)\""]
            return URLRequest("POST", service.url("/notes"), headers: headers, body: Data(text.utf8))
        }
        _ = try await service.outcomes(of: [upload(UUID().uuidString, "hello")], .all)
        service.stop()
        let played = try await service.outcomes(
            of: [upload(UUID().uuidString, "other"), upload(UUID().uuidString, "hello")])
        #expect(played.map(\.status) == [404, 200])
    }

    @Test func secretsAreNotInTheFileAndItPlaysNevertheless() async throws {
        let service = RecordedService(into: folder.file()) { _ in
            .text(#"{"access_token":"the-answer-token"}"#, headers: ["Content-Type": "application/json"])
        }
        func login(_ password: String) -> URLRequest {
            URLRequest(
                "POST", service.url("/login?api_key=\(password)"),
                headers: ["Authorization": "Bearer \(password)", "Content-Type": "application/json"],
                body: Data(#"{"user":"ann","password":"\#(password)"}"#.utf8))
        }
        _ = try await service.outcomes(of: [login("correct-horse")], .all)
        service.stop()
        let file = try String(contentsOf: folder.file(), encoding: .utf8)
        #expect(!file.contains("correct-horse") && !file.contains("the-answer-token"))
        #expect(try await service.outcomes(of: [login("battery-staple")]).map(\.status) == [200])
    }

    @Test func missingFileInCIFailsInsteadOfReachingTheNetwork() throws {
        for mode in RecordMode.allCases {
            let text = message { _ = try Cassette(at: folder.file(), record: mode, environment: ["CI": "true"]) }
            #expect(text.hasPrefix("there is no cassette at \(folder.file().path)."))
            #expect(text.hasSuffix("To fix this, record it: HTTPMOCK_RECORD=missing swift test"))
        }
        #expect(try folder.names.isEmpty)
    }

    @Test func entriesThatNobodyAsksForAnyMoreAreReported() async throws {
        let service = RecordedService(into: folder.file()) { .text($0.path) }
        let requests = ["/kept", "/stale"].map { URLRequest(url: service.url($0)) }
        _ = try await service.outcomes(of: requests, .all)
        service.stop()
        try await service.run { mock, cassette in
            _ = try await text(mock, requests[0])
            #expect(cassette.unplayedEntries.map(\.url) == [requests[1].url?.absoluteString])
            #expect(mock.unusedResponses.count == 1)
        }
    }

    @Test func nothingIsRecordedAgainUnlessItIsAskedFor() async throws {
        let service = RecordedService(into: folder.file()) { _ in .text("now") }
        let old = RecordedRequest.of(
            try request(service.url("/x").absoluteString), "then", type: nil,
            at: Date().addingTimeInterval(-400 * 86_400))
        try Cassette.record([old], into: folder.file())
        let before = try Data(contentsOf: folder.file())
        for mode in [RecordMode.none, .missing, .new, .verify] {
            let played = try await service.run(mode) { mock, _ in
                try await text(mock, URLRequest(url: service.url("/x")))
            }
            #expect(played == "then")
            #expect(try Data(contentsOf: folder.file()) == before)
        }
        #expect(
            message {
                _ = try Cassette(at: folder.file(), failAfter: .seconds(365 * 86_400), environment: [:])
            }
                == "shop.har was recorded 400 days ago, which is too old. To fix this, record it again: HTTPMOCK_RECORD=all swift test"
        )
    }

    @Test func recordingAgainChangesNothingInTheFile() async throws {
        let count = Observed(0)
        let service = RecordedService(into: folder.file()) { request in
            let number = count.change { count in
                count += 1
                return count
            }
            return .text(
                #"{"path":"\#(request.path)"}"#,
                headers: [
                    "Content-Type": "application/json", "Date": "run \(number)", "Age": "\(number)",
                    "Set-Cookie": "session=session-number-\(number)",
                ])
        }
        let requests = (1...5).map { number in
            URLRequest("GET", service.url("/\(number)"), headers: ["Authorization": "Bearer \(UUID())"])
        }
        _ = try await service.outcomes(of: requests, .all)
        let before = try Data(contentsOf: folder.file())
        _ = try await service.outcomes(of: requests, .all)
        #expect(try Data(contentsOf: folder.file()) == before)
    }

    @Test func testsThatRecordAtTheSameTimeDoNotMixTheirFiles() async throws {
        let service = RecordedService(into: folder.file()) { .text($0.path) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let mock = HTTPMock()
                    let file = folder.file("\(number).har")
                    let cassette = try Cassette(at: file, record: .missing, environment: [:])
                    mock.insert(cassette)
                    for index in 0..<5 {
                        _ = try await mock.data(for: URLRequest(url: service.url("/\(number)/\(index)")))
                    }
                    try cassette.save()
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<8 {
            let entries = try Cassette(at: folder.file("\(number).har"), environment: [:]).entries
            #expect(entries.map(\.url) == (0..<5).map { service.url("/\(number)/\($0)").absoluteString })
        }
        // The same file for two of them is an error, and not one file with the half of each.
        let first = try Cassette(at: folder.file("same.har"), record: .missing, environment: [:])
        #expect(throws: HTTPMockError.self) {
            try Cassette(at: folder.file("same.har"), record: .missing, environment: [:])
        }
        withExtendedLifetime(first) {}
    }

    @Test func failuresAndStreamsAreRecordedAsWell() async throws {
        let service = RecordedService(into: folder.file()) { request in
            request.path == "/events"
                ? .chunks(["data: 1\n\n", "data: 2\n\n"], headers: ["Content-Type": "text/event-stream"]) : .closing
        }
        let requests = ["/events", "/fails"].map { URLRequest(url: service.url($0)) }
        let recorded = try await service.outcomes(of: requests, .all, recordsFailures: true)
        service.stop()
        #expect(try await service.outcomes(of: requests) == recorded)
        let entries = try Cassette(at: folder.file(), environment: [:]).entries
        #expect(entries.map(\.status) == [200, nil])
        #expect(entries[1].error != nil)
        #expect(try String(contentsOf: folder.file(), encoding: .utf8).contains(#""_chunks": ["#))
    }
}
