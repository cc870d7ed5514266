import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct SwiftSourceTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test func bytesThatAreNotUTF8AreMatchedByBytes() throws {
        func head(_ request: MockRequest) -> String? {
            RegistrationExpression(HAREntry(.of(request, ""), keepingChunks: false))?.head
        }
        #expect(
            head(try request("https://a.com/s?q=%82%A0&q=%82&p=1")) == """
                "/s", method: .get, query: ["q": Query.any, "q": Query.any, "p": "1"], \
                when: .where("q is %82%A0") { $0.queryBytes("q") == Data(base64Encoded: "gqA=")! }
                """)
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(
            head(try request("POST", "https://a.com/?q=%FF", headers: form, body: Data("a=%82".utf8))) == """
                "/", method: .post, query: ["q": Query.any], when: .all(of: .where("q is %FF") \
                { $0.queryBytes("q") == Data(base64Encoded: "/w==")! }, .body(Data("a=%82".utf8)))
                """)
        // The sources above are Swift.
        _ = HTTPMock.Path(
            "/s", method: .get, query: ["q": HTTPMock.Query.any],
            when: .all(of: .where("q is %82%A0") { $0.queryBytes("q") == Data(base64Encoded: "gqA=")! }, .body(Data()))
        ) { MockResponse.empty() }
    }

    @Test func redactedNumberMayHaveAnyValue() throws {
        let request = try request(
            "POST", "https://a.com/login", headers: ["Content-Type": "application/json"],
            body: Data(#"{"user":"a","pin":0,"count":0}"#.utf8))
        let head = RegistrationExpression(HAREntry(.of(request, ""), keepingChunks: false))?.head
        #expect(
            head
                == #""/login", method: .post, query: [:], when: .json(containing: ["count": 0, "user": "a"] as JSONLiteral)"#
        )
    }

    private func exchanges() throws -> [RecordedRequest] {
        let json = ["Content-Type": "application/json"]
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        return [
            .of(try request("https://a.com/users?page=1&flag&token=abcdefgh"), #"{"a":"b"}"#),
            .of(
                try request("https://a.com/users?page=1&flag&token=abcdefgh"), status: 404, "\"#\\#(x)\n",
                type: "text/plain"),
            .of(
                try request(
                    "POST", "https://a.com/lo*gin{x}", headers: json,
                    body: Data(#"{"user":"al\"ice","age":30,"f":1.5,"none":null,"tags":[],"o":{},"b":[true,"x"]}"#.utf8)
                ),
                status: 201, fields: ["Set-Cookie": "a=1", "set-cookie": "b=2"]),
            .of(
                try request(
                    "POST", "https://a.com/login", headers: json,
                    body: Data(#"{"user":"a","password":"abcdefgh"}"#.utf8)),
                status: 204, type: nil),
            .of(
                try request("POST", "http://[::1]:8080/form", headers: form, body: Data("a=1&b=x+y".utf8)), "\u{1}<b>",
                type: "text/html"),
            .of(
                try request("PURGE", "http://b.com:81/cache", headers: [:], body: Data([0xFF, 1])), status: 302,
                type: nil,
                fields: ["Location": "/next"]),
            .of(
                try request(
                    "POST", "https://b.com/upload", headers: ["Content-Type": "multipart/form-data; boundary=b"],
                    body: Data(
                        ("--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA \"trip\"\r\n--b\r\n"
                            + "Content-Disposition: form-data; name=\"photo\"; filename=\"a.bin\"\r\n"
                            + "Content-Type: image/png\r\n\r\n\u{1}\r\n--b\r\n"
                            + "Content-Disposition: form-data; name=\"password\"\r\n\r\nhunter22\r\n--b--\r\n").utf8)),
                status: 201, type: nil),
            RecordedRequest(
                request: try request("https://b.com/image"), start: recordingStart, status: 200,
                headers: ["Content-Type": "image/png"], chunks: [Data([0x89, 0xFF])],
                error: URLError(.networkConnectionLost)),
            RecordedRequest(
                request: try request("https://b.com/offline"), start: recordingStart, status: nil, headers: [:],
                chunks: [],
                error: URLError(.notConnectedToInternet)),
            RecordedRequest(
                request: try request("https://b.com/insecure"), start: recordingStart, status: nil, headers: [:],
                chunks: [],
                error: URLError(.serverCertificateNotYetValid)),
            RecordedRequest(
                request: try request("https://b.com/events"), start: recordingStart, status: 200,
                headers: ["Content-Type": "text/event-stream"],
                chunks: [Data("data: 1\n\n".utf8), Data("data: 2\n\n".utf8)],
                error: nil),
        ]
    }

    /// Texts that could end a literal, or whose characters a compiler could refuse.
    private static let hostileTexts = [
        #"""#, #"""""#, #""""""#, #"a"""b"#, #"\"#, #"\("x")"#, ##""#"##, ##""#\#("##, "\"\u{301}#\u{301}\"",
        "\"#\u{301}",
        "\\#\u{301}\"", "\0", "a\r\nb\rc\n", "\u{85}\u{2028}\u{2029}", "\u{FEFF}\u{202E}x", "\u{7F}\u{9B}", "\u{301}x",
        "\u{FFFE}\u{FFFF}\u{10FFFF}", "👩‍👩‍👧🇩🇪", "\u{E000}", "/* */ // \"", "\\u{41}", "#if x\n#endif", "\t\"\t", "`",
        "${x}", "%@",
    ]

    /// Each text as a body, a header field, a query item, a form field, a JSON member and a part of a form.
    private func hostileExchanges() throws -> [RecordedRequest] {
        try Self.hostileTexts.enumerated().flatMap { index, text in
            let encoded = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let field = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value > 0x1F }))
            let url = "https://a.com/\(index)/\(encoded)?\(encoded)=\(encoded)"
            let json = JSONValue.object([text: .array([.string(text)])]).text
            let part = "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n\(text)\r\n--b--\r\n"
            let bodies = [
                ("text/plain", text), ("application/json", json),
                ("application/x-www-form-urlencoded", "\(encoded)=\(encoded)"),
                ("multipart/form-data; boundary=b", part),
            ]
            return try bodies.map { type, body in
                RecordedRequest.of(
                    try request("POST", url, headers: ["Content-Type": type], body: Data(body.utf8)), text,
                    type: ["text/plain", "text/html", "application/json", "image/png"][index % 4],
                    fields: ["X-Text": field])
            }
        }
    }

    private func source(of exchanges: [RecordedRequest]? = nil) throws -> String {
        let cassette = try Cassette.open(
            folder.file(), .all, redacting: exchanges == nil ? .secrets : .nothing, recordsFailures: true)
        for exchange in try exchanges ?? self.exchanges() { cassette.record(exchange) }
        return cassette.swiftSource
    }

    @Test func equalRequestsAreOnePathWithSeveralResponses() throws {
        let source = try source()
        #expect(
            source.hasPrefix(
                """
                mock.registerResponses {
                    Host("a.com") {
                        Path("/users", method: .get, query: ["page": "1", "flag": nil, "token": Query.any]) {
                            MockResponse.json(#"{"a":"b"}"#, headers: ["Content-Type": "application/json"])
                            MockResponse.plaintext("\\"#\\\\#(x)\\n", status: 404, headers: ["Content-Type": "text/plain"])
                        }
                        Path("/lo%2Agin%7Bx%7D", method: .post, query: [:], when: .json(["age": 30, "b": [true, "x"], "f": 1.5, \
                "none": nil, "o": [:], "tags": [], "user": "al\\"ice"] as JSONLiteral)) {
                """))
        #expect(source.contains(#"when: .json(containing: ["user": "a"] as JSONLiteral)"#))
        #expect(
            source.contains(
                ##"""
                when: .multipart(["title": .text(#"A "trip""#), "photo": .file(named: "a.bin", contentType: "image/png", \##
                content: Data("\u{01}".utf8)), "password": .any])
                """##))
    }

    @Test func statusWithoutContentHasNoBodyInTheSource() throws {
        let exchange = RecordedRequest.of(try request("https://a.com/x"), status: 204, "body", type: "text/plain")
        let source = try source(of: [exchange])
        #expect(source.contains("MockResponse.empty(status: 204"), "\(source)")
    }

    @Test(arguments: [#"\n"#, #"\r\n"#]) func headerValueOfTwoLinesIsTwoFields(lineBreak: String) throws {
        let file = try folder.write(
            """
            {"log": {"entries": [{
              "request": {"method": "GET", "url": "https://a.com/x"},
              "response": {"status": 204, "headers": [{"name": "X-A", "value": "a=1\(lineBreak)b=2"}]}}]}}
            """, to: "lines.har")
        let source = try Cassette.open(file).swiftSource
        #expect(source.contains(#"headers: ["X-A": "a=1"]).addingHeader("X-A", "b=2")"#), "\(source)")
    }

    @Test func mediaTypeOfABodyWithoutHeaderFieldsIsInTheSource() throws {
        let file = try folder.write(
            #"""
            {"log": {"entries": [{
              "request": {"method": "GET", "url": "https://a.com/x"},
              "response": {"status": 200, "content": {"mimeType": "application/vnd.api+json", "text": "{}"}}}]}}
            """#, to: "typed.har")
        let source = try Cassette.open(file).swiftSource
        #expect(source.contains(#"headers: ["Content-Type": "application/vnd.api+json"]"#))
    }

    #if canImport(FoundationNetworking)
        // Only there a code describes itself by its name.
        @Test func everyErrorHasItsNameInTheSource() {
            let codes = ((-4_000)...0).compactMap(URLError.Code.init(rawValue:))
            #expect(codes.count > 40)
            for code in codes {
                var response = HARResponse(status: 0, headers: [], body: HARBody(Data(), type: nil))
                response.error = HARFailure.text(of: URLError(code))
                #expect(ResponseExpression(response).text == "MockResponse.failure(.\(code))")
            }
        }
    #endif

    /// The modules of the build, which only SwiftPM's own build system puts next to the tests.
    private static let modules = CommandLine.arguments.first.map {
        URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("Modules")
    }

    @Test(
        .enabled("the build has a folder of modules") {
            modules.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
        },
        arguments: [false, true])
    func sourceCompiles(isHostile: Bool) async throws {
        let compiler = try #require(
            ["/usr/bin/env"].first { FileManager.default.isExecutableFile(atPath: $0) })
        let modules = try #require(Self.modules)
        let lines = try source(of: isHostile ? hostileExchanges() : nil).components(separatedBy: "\n").map {
            "    \($0)"
        }.joined(separator: "\n")
        let file = try folder.write(
            "import Foundation\nimport HTTPMock\n\nfunc register(_ mock: HTTPMock) {\n\(lines)\n}\n", to: "source.swift"
        )
        // The compiler's own folder is removed with the folder of the test.
        let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.url.path]) { $1 }
        let output = await Subprocess.run(
            compiler.description, ["swiftc", "-typecheck", "-I", modules.path, file.path], environment: environment)
        #expect(output.status == 0, "\(output.text)")
        #expect(output.text.isEmpty)
    }
}
