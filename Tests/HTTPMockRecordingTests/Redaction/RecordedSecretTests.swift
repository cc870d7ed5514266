import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

@Suite(.bounded) struct RecordedSecretTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func text() throws -> String { try String(contentsOf: folder.file(), encoding: .utf8) }

    private static let multipart = "multipart/form-data; boundary=b"

    @Test func secretsAreReplacedWhereverTheyAreNamed() throws {
        let parts =
            "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cret-8\r\n--b\r\n"
            + "Content-Disposition: form-data; name=\"user\"\r\n\r\nalice\r\n--b--\r\n"
        let exchanges: [RecordedRequest] = [
            .of(
                try request(
                    "POST", "https://s3cret-1:s3cret-2@a.com/login?api_key=s3cret-3&q=visible#token=s3cret-4",
                    headers: [
                        "Authorization": "Bearer s3cret-5", "Cookie": "sid=s3cret-6; theme=s3cret-7",
                        "Content-Type": "application/x-www-form-urlencoded", "X-API-Key": "s3cret-3",
                    ], body: Data("user=alice&password=s3cret-8&client_secret=s3cret%2D9".utf8)),
                #"{"access_token":"s3cret-5","nested":[{"pin":1234,"tokens":["s3cret-1",null,true]}],"user":"bob"}"#,
                fields: [
                    "Set-Cookie": "sid=s3cret-6; Path=/; HttpOnly, b=s3cret-7",
                    "Location": "https://b.com/cb?token=s3cret-3&x=1",
                ]),
            .of(
                try request(
                    "POST", "https://a.com/form", headers: ["Content-Type": Self.multipart], body: Data(parts.utf8)),
                "data: {\"token\": \"s3cret-1\"}\n\n", type: "text/event-stream", second: 1),
        ]
        try Cassette.record(exchanges, into: folder.file())
        let text = try text()
        #expect(!text.contains("s3cret"))
        for visible in [
            "visible", "alice", "bob", "Path=/; HttpOnly", "Bearer REDACTED-", #"\"pin\":0"#, "null,true", "x=1",
        ] {
            #expect(text.contains(visible), "\(visible)")
        }
    }

    /// Secrets that are named inside of another value.
    @Test(
        arguments: [
            ("https://a.com/x?filter=%7B%22token%22%3A%22s3cret-1%22%2C%22page%22%3A2%7D", [:], "", ""),
            ("https://a.com/x?next=https%3A%2F%2Fb.com%2F%3Fapi_key%3Ds3cret-1%26page%3D2", [:], "", ""),
            ("https://a.com/x", ["Referer": "https://b.com/?token=s3cret-1&page=2"], "", ""),
            ("https://a.com/x", ["Link": "https://u:s3cret-1@b.com/"], "", ""),
            ("https://a.com/x", ["X-Note": #"{"password":"s3cret-1"}"#], "", ""),
            ("https://a.com/x", ["X-Note": "page=2; token=s3cret-1"], "", ""),
            ("https://a.com/x", [:], "application/json", #"{"payload":"{\"token\":\"s3cret-1\"}"}"#),
            ("https://a.com/x", [:], "application/json", #"{"url":"https://b.com/?token=s3cret-1"}"#),
            (
                "https://a.com/x", [:], "application/json",
                #"{"query":"mutation { login(password: \"s3cret-1\") { id } }"}"#
            ),
            (
                "https://a.com/x", [:], "application/json",
                #"{"query":"q","variables":{"input":{"password":"s3cret-1"}}}"#
            ),
            ("https://a.com/x", [:], "application/x-www-form-urlencoded", "state=%7B%22token%22%3A%22s3cret-1%22%7D"),
            ("https://a.com/x", [:], "text/plain", "password=s3cret-1"),
            ("https://a.com/x", [:], "application/jsonl", "{\"a\":1}\npassword=s3cret-1"),
            ("https://a.com/x", [:], "application/graphql", #"mutation { login(password: "s3cret-1") { id } }"#),
            (
                "https://a.com/x", [:], "multipart/form-data; boundary=b",
                "--b\r\nContent-Disposition: form-data; name=\"data\"\r\nContent-Type: application/json\r\n\r\n"
                    + "{\"token\":\"s3cret-1\"}\r\n--b--\r\n"
            ),
        ] as [(String, [String: String], String, String)])
    func secretInsideOfAValueIsReplaced(
        url: String, headers: [String: String], type: String, body: String
    ) throws {
        let headers = headers.merging(type.isEmpty ? [:] : ["Content-Type": type]) { $1 }
        func asked(_ secret: String) throws -> MockRequest {
            func with(_ text: String) -> String { text.replacingOccurrences(of: "s3cret-1", with: secret) }
            return try request(
                body.isEmpty ? "GET" : "POST", with(url), headers: headers.mapValues(with), body: Data(with(body).utf8))
        }
        try Cassette.record([.of(try asked("s3cret-1"), "reply", type: "text/plain")], into: folder.file())
        let written = try text()
        #expect(!written.contains("s3cret"))
        #expect(written.contains("REDACTED"))
        // The redacted entry is played for any secret, and written again as it is.
        let cassette = try Cassette.open(folder.file())
        #expect(cassette.played(try asked("another-one")) == "reply")
        try cassette.write(to: folder.file("again.har"), format: .har)
        #expect(try Data(contentsOf: folder.file("again.har")) == Data(contentsOf: folder.file()))
    }

    @Test func equalValuesStayEqual() throws {
        let exchange = RecordedRequest.of(
            try request("https://a.com/x", headers: ["Authorization": "Bearer same-value"]),
            #"{"token":"same-value","refresh_token":"other-value"}"#)
        try Cassette.record([exchange], into: folder.file())
        let text = try text()
        #expect(text.contains("Bearer REDACTED-1"))
        #expect(text.contains(#"{\"token\":\"REDACTED-1\",\"refresh_token\":\"REDACTED-2\"}"#))
    }

    @Test func namesAndClosuresAddToTheRule() throws {
        let exchange = RecordedRequest.of(
            try request("https://a.com/x?account=12345678&mail=a@b.com", headers: ["Authorization": "Bearer s3cret-1"]),
            #"{"iban":"DE00 1234"}"#)
        try Cassette.record([exchange], into: folder.file(), redacting: .names("Account", "iban"))
        #expect(try text().contains("https://a.com/x?account=REDACTED-1&mail=a@b.com"))
        #expect(try text().contains(#"{\"iban\":\"REDACTED-3\"}"#))
        try FileManager.default.removeItem(at: folder.file())
        try Cassette.record([exchange], into: folder.file(), redacting: .values { $1.contains("@") })
        #expect(try text().contains("account=12345678&mail=REDACTED-1"))
        #expect(try text().contains("Bearer REDACTED-2"))
    }

    @Test func redactionCanBeTurnedOff() throws {
        let exchange = RecordedRequest.of(try request("https://a.com/x?token=visible-token"), "{}")
        try Cassette.record([exchange], into: folder.file(), redacting: .nothing)
        #expect(try text().contains("visible-token"))
    }

    @Test func harOfABrowserIsRedactedWhenItIsWritten() throws {
        let file = try folder.write(
            #"{"log":{"entries":[{"request":{"method":"GET","url":"https://a.com/?token=s3cret-1"},"response":{"status":200}}]}}"#
        )
        try Cassette.open(file).write(to: folder.file("clean.har"), format: .har)
        #expect(try String(contentsOf: folder.file("clean.har"), encoding: .utf8).contains("?token=REDACTED-1"))
    }

    /// Four encodings of a secret, each at eight positions that no rule of names covers.
    @Test(arguments: ["as it is", "percent-encoded", "base64", "JSON-escaped"], 0..<8)
    func plantedSecretIsRefused(encoding: String, position: Int) throws {
        let secret = "p@ss/wörd \"\(position)\\x\""
        let spelled: String =
            switch encoding {
            case "percent-encoded": try #require(secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            // At each of the three alignments in turn.
            case "base64": Data((String(repeating: "-", count: position) + secret + "+").utf8).base64EncodedString()
            case "JSON-escaped":
                secret.unicodeScalars.map { scalar in
                    position.isMultiple(of: 2) || scalar == "\"" || scalar == "\\"
                        ? "\\u00" + String(scalar.value + 0x100, radix: 16).dropFirst() : "\(scalar)"
                }.joined()
            default: secret
            }
        let inURL = spelled.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        let binary = Data([0xFF, 0xFE]) + Data(spelled.utf8)
        let exchange = RecordedRequest(
            request: try request(
                "POST",
                position == 0
                    ? "https://a.com/\(inURL)" : position == 1 ? "https://a.com/?q=\(inURL)" : "https://a.com/",
                headers: [
                    "Authorization": "Bearer \(secret)", "X-Note": position == 2 ? spelled : "-",
                    "Content-Type": position == 4 ? "application/octet-stream" : "text/plain",
                ], body: position == 3 ? Data(spelled.utf8) : position == 4 ? binary : Data()),
            start: recordingStart, status: 200,
            headers: [
                "Content-Type": position == 7 ? "image/png" : "text/plain",
                "X-Note": position == 5 ? spelled : "-",
            ],
            chunks: [position == 6 ? Data("{\"note\": \"\(spelled)\"}".utf8) : position == 7 ? binary : Data("-".utf8)],
            error: nil)
        for name in ["shop.har", "shop.json"] {
            let text = message { try Cassette.record([exchange], into: folder.file(name)) }
            let part = [
                "URL", "query item q in the URL", "header field X-Note of the request", "body of the request",
                "body of the request", "header field X-Note of the response",
                encoding == "as it is" ? "body of the response" : "JSON member note in the body of the response",
                "body of the response",
            ][position]
            let url = position < 2 ? "" : " https://a.com/"
            #expect(
                text.hasPrefix(
                    "the value of the header field Authorization in the request of entry 1 is also in the \(part) of "
                        + "POST\(url) (\(name), entry 1), where redaction does not recognize it, so nothing was written."
                ))
            #expect(!text.contains("p@ss"))
            #expect(try folder.names.isEmpty)
        }
    }

    @Test func passwordOfBasicCredentialsIsSearchedForToo() throws {
        let credentials = Data("alice:correct horse".utf8).base64EncodedString()
        let exchange = RecordedRequest.of(
            try request("https://a.com/x", headers: ["Authorization": "Basic \(credentials)"]),
            #"{"hint":"correct horse"}"#)
        #expect(message { try Cassette.record([exchange], into: folder.file()) }.contains("nothing was written"))
    }

    @Test func valueOfASecretVariableIsRefused() throws {
        let exchange = RecordedRequest.of(try request("https://a.com/abcdefgh-key"), "{}")
        let environment = ["SERVICE_API_KEY": "abcdefgh-key", "PWD": "/a.com/", "SHORT_TOKEN": "a.com"]
        let text = message { try Cassette.record([exchange], into: folder.file(), environment: environment) }
        #expect(
            text.hasPrefix(
                "the value of the environment variable SERVICE_API_KEY is also in the URL of GET (shop.har, entry 1), where"
            ))
        #expect(
            text.hasSuffix(
                #"recording: { $0.url = $0.url.replacing("…", with: "x") }, or unset SERVICE_API_KEY."#))
        #expect(!text.contains("abcdefgh"))
    }

    /// The start time is in no other part of the entry.
    @Test func secretInAnotherMemberNamesTheEntry() throws {
        let exchange = RecordedRequest.of(try request("https://a.com/x"), "{}")
        let environment = ["SERVICE_API_KEY": HAREntry(exchange, keepingChunks: false).startedDateTime]
        #expect(
            message { try Cassette.record([exchange], into: folder.file(), environment: environment) }
                .hasPrefix(
                    "the value of the environment variable SERVICE_API_KEY is also in another member of the entry of GET "
                        + "https://a.com/x (shop.har, entry 1), where redaction"))
    }

    @Test(arguments: [600, 2_000]) func secretNameFarAboveAValueCounts(depth: Int) throws {
        let body =
            #"{"password":"# + String(repeating: #"{"a":"#, count: depth) + #""s3cret-value""#
            + String(repeating: "}", count: depth + 1)
        try Cassette.record([.of(try request("https://a.com/x"), body)], into: folder.file())
        #expect(try text().contains("REDACTED-1"))
        #expect(try !text().contains("s3cret"))
    }

    @Test func valuesUnderEightBytesAreNotSearchedFor() throws {
        let exchange = RecordedRequest.of(try request("https://a.com/x?token=1234567"), #"{"number":"1234567"}"#)
        try Cassette.record([exchange], into: folder.file())
        #expect(try text().contains("token=REDACTED-1"))
    }

    @Test(arguments: 0..<3) func base64IsFoundAtEveryAlignment(shift: Int) {
        let search = SecretSearch([Redactor.Secret(place: "here", value: "a secret value?>~")])
        for tail in 0..<3 {
            let bytes = Data(
                [UInt8](repeating: 7, count: shift) + Array("a secret value?>~".utf8)
                    + [UInt8](repeating: 9, count: tail))
            let text = bytes.base64EncodedString()
            let forURLs = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            #expect(search.place(in: "x\(text)y") == "here")
            #expect(search.place(in: "x\(forURLs)y") == "here")
        }
        #expect(search.place(in: "a secret value") == nil)
    }
}

extension SecretSearch {
    /// Returns the origin of the first value in a text.
    fileprivate func place(in text: String) -> String? {
        guard case .value(let secret) = matches(in: Data(text.utf8)).first else { return nil }
        return secret.place
    }
}
