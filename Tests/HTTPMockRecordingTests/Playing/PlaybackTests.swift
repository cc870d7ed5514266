import Foundation
import HTTPMock
import HTTPMockRecording
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Recorded from a server, and played without it: the client sees the same twice.
@Suite(.bounded) struct PlaybackTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// `{"compressed":true}` in gzip.
    private static let gzip =
        Data(base64Encoded: "H4sIAAAAAAACA6tWSs7PLShKLS5OTVGyKikqTa0FAPHqOZUTAAAA") ?? Data()
    private static let large = Data(repeating: 0xFF, count: 5_000_000) + Data(repeating: 0x22, count: 5_000_000)

    private static let answers: [String: LoopbackResponse] = [
        "/text": .text("Grüße", headers: ["Content-Type": "text/plain; charset=utf-8"]),
        "/latin": LoopbackResponse(
            headers: ["Content-Type": "text/plain; charset=iso-8859-1"], body: Data([0x47, 0xFC])),
        "/json": .text(#"{"a":[1,2.50,"x"]}"#, headers: ["Content-Type": "application/json", "ETag": "\"1\""]),
        "/binary": LoopbackResponse(headers: ["Content-Type": "image/png"], body: Data([0x89, 0, 0xFF])),
        "/empty": .status(200), "/none": .status(204), "/missing": .text("no", status: 404),
        "/teapot": .text("short", status: 418), "/broken": .text("{", status: 500),
        "/gzip": LoopbackResponse(
            headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"], body: gzip),
        "/moved": .redirect(to: "/text"), "/twice": .redirect(to: "/moved", status: 307),
        "/cookies": .text("", headers: ["Set-Cookie": "theme=dark; Path=/", "Set-Cookie": "n=1; Path=/"]),
        "/chunked": .chunks(["one ", "two ", "three"]),
    ]

    @Test(arguments: Array(answers.keys).sorted(), ["GET", "HEAD", "POST"])
    func clientSeesTheSameTwice(path: String, method: String) async throws {
        let service = RecordedService(into: folder.file()) { Self.answers[$0.path] ?? .status(400) }
        let body = method == "POST" ? Data("a=1".utf8) : nil
        let request = URLRequest(method, service.url(path), headers: ["Content-Type": "text/plain"], body: body)
        // A cookie's value would be redacted.
        let recorded = try await service.outcomes(of: [request], .all, redacting: .nothing)
        service.stop()
        #expect(try await service.outcomes(of: [request]) == recorded)
        #expect(recorded[0].status != 400)
    }

    @Test func fieldsOfTwoCookiesStayTwo() async throws {
        let service = RecordedService(into: folder.file()) { _ in Self.answers["/cookies"] ?? .status(400) }
        _ = try await service.outcomes(of: [URLRequest(url: service.url("/cookies"))], .all, redacting: .nothing)
        service.stop()
        let entry = try #require(try Cassette(at: folder.file(), environment: [:]).entries.first)
        let cookies = entry.responseHeaders.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        #expect(cookies == ["theme=dark; Path=/", "n=1; Path=/"])
    }

    @Test func largeBodyIsPlayedAsItWas() async throws {
        let service = RecordedService(into: folder.file()) { _ in
            LoopbackResponse(headers: ["Content-Type": "application/octet-stream"], body: Self.large)
        }
        let request = URLRequest(url: service.url("/large"))
        _ = try await service.outcomes(of: [request], .all)
        service.stop()
        let isEqual = try await service.outcomes(of: [request])[0].data == Self.large
        #expect(isEqual)
    }

    @Test func failuresArePlayedAsTheErrorsTheyWere() async throws {
        let service = RecordedService(into: folder.file()) { request in
            request.path == "/cut" ? .text("0123456789").ending(.close(afterBytes: 4)) : .closing
        }
        let requests = ["/closed", "/cut"].map { URLRequest(url: service.url($0)) }
        let recorded = try await service.outcomes(of: requests, .all, recordsFailures: true)
        service.stop()
        let played = try await service.outcomes(of: requests)
        #expect(played.map(\.error) == recorded.map(\.error))
        #expect(recorded.allSatisfy { $0.error != nil })
    }

    @Test func uploadInPartsIsPlayedWithAnotherBoundary() async throws {
        let service = RecordedService(into: folder.file()) { .text("got \($0.body.count) bytes") }
        func upload(_ boundary: String, _ content: Data) -> URLRequest {
            let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n"
            let body = Data(head.utf8) + content + Data("\r\n--\(boundary)--\r\n".utf8)
            let type = "multipart/form-data; boundary=\(boundary)"
            return URLRequest("POST", service.url("/upload"), headers: ["Content-Type": type], body: body)
        }
        let contents = [Data([0xFF, 0, 0x0D]), Data("text".utf8)]
        let recorded = try await service.outcomes(of: contents.map { upload("first-boundary", $0) }, .all)
        service.stop()
        let played = try await service.outcomes(of: contents.reversed().map { upload("another", $0) })
        #expect(played == recorded.reversed())
    }

    @Test func repeatedRequestsArePlayedInTheOrderRecorded() async throws {
        let count = Observed(0)
        let service = RecordedService(into: folder.file()) { _ in
            let number = count.change { count in
                count += 1
                return count
            }
            return .text("reply \(number)")
        }
        let requests = (0..<4).map { _ in URLRequest(url: service.url("/poll")) }
        let recorded = try await service.outcomes(of: requests, .all)
        service.stop()
        #expect(recorded.map(\.text) == (1...4).map { "reply \($0)" })
        #expect(try await service.outcomes(of: requests) == recorded)
    }

    @Test func eventStreamIsPlayedInItsChunks() async throws {
        let service = RecordedService(into: folder.file()) { _ in
            .chunks(["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"], headers: ["Content-Type": "text/event-stream"])
        }
        let request = URLRequest(url: service.url("/events"))
        func pieces(_ mode: RecordMode) async throws -> [Data] {
            try await service.run(mode) { mock, _ in
                let delegate = RecordingDelegate()
                let outcome = await ClientDriver(session: mock.urlSession).run(
                    request, as: .delegateData, delegate: delegate)
                return outcome.events.compactMap { event in
                    guard case .data(let data) = event else { return nil }
                    return data
                }
            }
        }
        let recorded = try await pieces(.all)
        service.stop()
        #expect(try await pieces(.none) == recorded)
        #expect(recorded.reduce(Data(), +) == Data("data: 1\n\ndata: 2\n\ndata: 3\n\n".utf8))
    }

    @Test func registrationsComeFirstAndCassettesInOrder() async throws {
        let service = RecordedService(into: folder.file()) { .text("network \($0.path)") }
        let requests = ["/a", "/b"].map { URLRequest(url: service.url($0)) }
        _ = try await service.outcomes(of: requests, .all)
        service.stop()
        let mock = HTTPMock()
        mock.insert(try Cassette(at: folder.file(), environment: [:]))
        mock.insert(try Cassette(at: folder.file(), environment: [:]))
        mock.addResponses(forPath: "/a", host: "127.0.0.1", responses: [.plaintext("by hand")])
        func text(_ request: URLRequest) async throws -> String {
            String(decoding: try await mock.data(for: request).0, as: UTF8.self)
        }
        #expect(try await text(requests[0]) == "by hand")
        #expect(try await text(requests[1]) == "network /b")
        #expect(try await text(requests[1]) == "network /b")
        #expect(try await text(requests[1]).contains("played 1 of 1: this is the 2nd"))
    }

    @Test func entriesStandInLogReportsAndDiagnosisAsRegistrationsDo() async throws {
        let service = RecordedService(into: folder.file()) { .text("network \($0.path)") }
        let requests = ["/a?token=abcdefgh", "/b"].map { URLRequest(url: service.url($0)) }
        _ = try await service.outcomes(of: requests, .all)
        service.stop()
        let mock = HTTPMock()
        mock.insert(try Cassette(at: folder.file(), environment: [:]))
        _ = try await mock.data(for: requests[0])
        let base = service.url("/").absoluteString.dropLast()
        #expect(
            mock.requests.map { "\($0.outcome!)" } == ["mocked by GET \(base)/a?token=REDACTED (shop.har, entry 1)"])
        #expect(mock.unusedResponses.map(\.description) == ["GET \(base)/b (shop.har, entry 2): 200"])
        let (data, _) = try await mock.data(for: URLRequest(url: service.url("/c")))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("nearest entry: GET \(base)/b: 200 (shop.har, entry 2)"))
        #expect(text.hasSuffix("To fix this, record the request: HTTPMOCK_RECORD=new\n"))
        mock.reset()
        #expect(mock.unusedResponses.isEmpty)
    }

    @Test func mockedAnswersAreNeverRecorded() async throws {
        let service = RecordedService(into: folder.file()) { .text("network \($0.path)") }
        try await service.run(.all) { mock, cassette in
            mock.addResponses(forPath: "/a", host: "127.0.0.1", responses: [.plaintext("by hand")])
            _ = try await mock.data(for: URLRequest(url: service.url("/a")))
            _ = try await mock.data(for: URLRequest(url: service.url("/b")))
            #expect(cassette.entries.map(\.url) == [service.url("/b").absoluteString])
        }
        #expect(service.requestCount == 1)
    }

    @Test func closureThatRedactsMayUseTheMock() async throws {
        let service = RecordedService(into: folder.file()) { _ in .text("x") }
        let request = URLRequest(url: service.url("/a?mail=a@b.com"))
        _ = try await service.outcomes(of: [request], .all)
        let mock = HTTPMock()
        let redacting = Cassette.Redacting.values { [weak mock] _, value in
            _ = mock?.requests
            return value.contains("@")
        }
        mock.insert(try Cassette(at: folder.file(), redacting: redacting, environment: [:]))
        let (data, _) = try await mock.data(for: request)
        #expect(data == Data("x".utf8))
    }

    @Test func verifyFindsARenamedAndARetypedMemberAndNotesAnAddedOne() async throws {
        let isChanged = Observed(false)
        let service = RecordedService(into: folder.file()) { request in
            let changed = [
                "/renamed": #"{"fullName":"Ann"}"#, "/retyped": #"{"age":"41"}"#, "/added": #"{"id":1,"new":true}"#,
            ]
            let before = ["/renamed": #"{"name":"Ann"}"#, "/retyped": #"{"age":41}"#, "/added": #"{"id":7}"#]
            let reply = (isChanged.value ? changed : before)[request.path] ?? "{}"
            return .text(reply, headers: ["Content-Type": "application/json"])
        }
        let requests = ["/renamed", "/retyped", "/added"].map { URLRequest(url: service.url($0)) }
        let recorded = try await service.outcomes(of: requests, .all)
        isChanged.change { $0 = true }
        try await service.run(.verify) { mock, cassette in
            for (request, outcome) in zip(requests, recorded) {
                let (data, _) = try await mock.data(for: request)
                #expect(data == outcome.data)
            }
            #expect(
                cassette.differences.filter { !$0.isNote }.map(\.text) == [
                    "name is gone", "age is a string, was a number",
                ])
            #expect(cassette.differences.filter(\.isNote).map(\.text) == ["fullName is new", "new is new"])
        }
        #expect(service.requestCount == 6)
    }
}
