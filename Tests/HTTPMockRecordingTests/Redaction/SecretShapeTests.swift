import Foundation
import HTTPMock
import Testing

@testable import HTTPMockRecording

/// Secrets that are known by their shape, at positions that no name marks.
@Suite struct SecretShapeTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    // Put together at run time, so that no scanner of the repository finds a token here.
    static let secrets: [(name: String, value: String)] = [
        ("a GitHub token", "ghp" + "_" + String(repeating: "aB3", count: 12)),
        ("a GitHub token", "github" + "_pat_" + String(repeating: "aB3", count: 12)),
        ("a GitLab token", "gl" + "pat-" + String(repeating: "aB3", count: 7)),
        ("a Slack token", "xox" + "b-" + String(repeating: "123-", count: 6) + "abc"),
        ("a Stripe key", "sk" + "_live_" + String(repeating: "aB3", count: 8)),
        ("an AWS access key", "AK" + "IA" + String(repeating: "A7Q2", count: 4)),
        ("a Google API key", "AI" + "za" + String(repeating: "aB3_-", count: 7)),
        ("an npm token", "np" + "m_" + String(repeating: "aB3", count: 12)),
        ("a PyPI token", "py" + "pi-" + String(repeating: "AgEI", count: 14)),
        ("a JWT", "ey" + "JhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0In0." + String(repeating: "aB3", count: 9)),
        ("a PEM private key", "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQ=="),
        ("a PEM private key", "-----BEGIN " + "PGP PRIVATE KEY BLOCK-----\n\nlQOYBF=="),
        ("a Slack token", "xox" + "c-" + String(repeating: "123-", count: 6) + "abc"),
        (
            "a Slack webhook",
            "https://hooks." + "slack.com/services/T01ABCDEF/B01ABCDEF/" + String(repeating: "aB3", count: 8)
        ),
        (
            "a Discord webhook",
            "https://discord" + ".com/api/webhooks/123456789012345678/" + String(repeating: "aB3_", count: 17)
        ),
        ("a Google token", "ya" + "29.a0" + String(repeating: "aB3_-", count: 9)),
        ("an OpenAI key", "sk" + "-proj-" + String(repeating: "aB3_", count: 20)),
        (
            "an OpenAI key",
            "sk" + "-" + String(repeating: "aB3x", count: 5) + "T3Blbk" + "FJ" + String(repeating: "aB3x", count: 5)
        ),
        ("an Anthropic key", "sk" + "-ant-api03-" + String(repeating: "aB3_", count: 20)),
        ("a SendGrid key", "S" + "G." + String(repeating: "aB", count: 11) + "." + String(repeating: "a", count: 43)),
        ("a Vault token", "hv" + "s." + String(repeating: "aB3_", count: 20)),
        ("a Shopify token", "shp" + "at_" + String(repeating: "0a1f", count: 8)),
        ("a DigitalOcean token", "do" + "p_v1_" + String(repeating: "0a1f", count: 16)),
        ("a Hugging Face token", "h" + "f_" + String(repeating: "aB", count: 17)),
        ("a Databricks token", "da" + "pi" + String(repeating: "0a1f", count: 8)),
        ("a Docker token", "dckr" + "_pat_" + String(repeating: "aB3", count: 9)),
        ("a Mailgun key", "ke" + "y-" + String(repeating: "0a1f", count: 8)),
        ("a Telegram token", "12345678" + "90:A" + String(repeating: "aB", count: 17)),
    ]

    private func exchange(_ value: String, at position: Int) throws -> RecordedRequest {
        let encoded = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let body: [Int: String] = [
            2: "{\"user\":{\"note\":[\(JSONValue.string(value).text)]}}", 3: "note=\(encoded)",
            4: "<p>see \(value)</p>", 6: #"["see","\#(value)"]"#,
        ]
        let types = [
            2: "application/json", 6: "application/json", 3: "application/x-www-form-urlencoded", 4: "text/html",
        ]
        return .of(
            try request(
                "POST",
                position == 0
                    ? "https://a.com/\(encoded)" : position == 1 ? "https://a.com/?q=\(encoded)" : "https://a.com/x",
                headers: ["Content-Type": types[position] ?? "text/plain"], body: Data((body[position] ?? "-").utf8)),
            position == 5 ? value : "-", type: "text/plain")
    }

    @Test(arguments: secrets.indices, 0..<7)
    func shapeIsRefusedWhereverItIs(index: Int, position: Int) throws {
        let (name, value) = Self.secrets[index]
        let place = [
            "the URL of POST", "the query item q in the URL of POST",
            "the JSON member user.note in the body of the request of POST https://a.com/x",
            "the form field note in the body of the request of POST https://a.com/x",
            "the body of the request of POST https://a.com/x", "the body of the response of POST https://a.com/x",
            "the JSON text in the body of the request of POST https://a.com/x",
        ][position]
        let text = message { try Cassette.record([exchange(value, at: position)], into: folder.file()) }
        #expect(text.hasPrefix("\(name) is in \(place) (shop.har, entry 1), where redaction does not recognize it"))
        #expect(try !text.contains(value) && folder.names.isEmpty)
    }

    @Test func checksumInTheErrorAllowsTheValue() throws {
        let exchange = try exchange(Self.secrets[0].value, at: 4)
        let text = message { try Cassette.record([exchange], into: folder.file()) }
        let checksum = try #require(text.split(separator: "\"").dropLast().last.map(String.init))
        #expect(text.hasSuffix("if it is no secret, allow it: redacting: .allowing([\"\(checksum)\"])."))
        try Cassette.record([exchange], into: folder.file(), redacting: .allowing([checksum]))
        #expect(try folder.names == ["shop.har"])
        try FileManager.default.removeItem(at: folder.file())
        try Cassette.record([exchange], into: folder.file(), redacting: .names("x").allowing([checksum]))
        try FileManager.default.removeItem(at: folder.file())
        try Cassette.record([exchange], into: folder.file(), redacting: .nothing)
        #expect(try folder.names == ["shop.har"])
    }

    /// The names of the positions are `q`, `note` and `note`, in any case.
    @Test(arguments: secrets.indices, 1...3)
    func allowedNameAllowsTheSecretsOfItsValue(index: Int, position: Int) throws {
        let exchange = try exchange(Self.secrets[index].value, at: position)
        try Cassette.record([exchange], into: folder.file(), redacting: .allowing(["Q", "Note"]))
        #expect(try folder.names == ["shop.har"])
    }

    @Test func allowedNameAllowsNoOtherSecret() throws {
        let (allowed, other) = (Self.secrets[0].value, Self.secrets[4].value)
        let asked = try request("https://a.com/x", headers: ["X-Note": "see \(allowed)"])
        let reply = #"{"other":"\#(other)"}"#
        let text = message {
            try Cassette.record([.of(asked, reply)], into: folder.file(), redacting: .allowing(["x-note"]))
        }
        #expect(text.hasPrefix("a Stripe key is in the JSON member other in the body of the response of GET"))
        #expect(text.split(separator: "\n").count == 1)
        try Cassette.record([.of(asked, reply)], into: folder.file(), redacting: .allowing(["x-note", "other"]))
    }

    @Test func allowedNameAllowsNoValueOfAVariable() throws {
        let token = Self.secrets[0].value
        let exchange = try exchange(token, at: 3)
        let text = message {
            try Cassette.record(
                [exchange], into: folder.file(), redacting: .allowing(["note"]), environment: ["GITHUB_TOKEN": token])
        }
        #expect(text.hasPrefix("the value of the environment variable GITHUB_TOKEN is also in"))
        #expect(try folder.names.isEmpty)
    }

    /// The value stays under the allowed name, and is masked where its name is one of a secret.
    @Test func allowedNameAllowsItsSecretWhileRecordingGoesOn() throws {
        let token = Self.secrets[0].value
        let cassette = try Cassette.open(folder.file(), .new, redacting: .allowing(["note"]))
        cassette.prepareSavingOften()
        for (index, reply) in ["{}", #"{"note":"\#(token)"}"#].enumerated() {
            let asked = try request("https://a.com/\(index)", headers: ["Authorization": "Bearer \(token)"])
            cassette.record(.of(asked, reply, second: Double(index)))
            #expect(try cassette.saveEndedExchanges(isLast: false) == index + 1)
        }
        #expect(try cassette.saveEndedExchanges() == 2)
        #expect(cassette.refusals.isEmpty)
        let entries = try Cassette.open(folder.file()).entries
        #expect(entries.map { String(decoding: $0.responseBody, as: UTF8.self) } == ["{}", #"{"note":"\#(token)"}"#])
        let text = try String(contentsOf: folder.file(), encoding: .utf8)
        #expect(text.components(separatedBy: "Bearer REDACTED-1").count == 3)
    }

    /// Each line has the edit that can be made.
    @Test func everyPlaceIsNamedAtOnceWithAnEditThatApplies() throws {
        let token = Self.secrets[0].value
        let text = message {
            try Cassette.record(
                [
                    .of(
                        try request(
                            "POST", "https://a.com/\(token)/x?q=\(token)",
                            headers: ["X-Note": token, "Content-Type": "application/json"],
                            body: Data(#"{"id":"\#(token)"}"#.utf8)), "see \(token)", type: "text/plain"),
                    .of(try request("https://a.com/y"), "see \(Self.secrets[2].value)", type: "text/plain"),
                ], into: folder.file())
        }
        func line(_ place: String, _ fix: String, _ index: Int = 0) -> String {
            let (name, value) = Self.secrets[index]
            return
                "\(name) is in \(place), where redaction does not recognize it, so nothing was written. To fix this, "
                + "\(fix), or, if it is no secret, allow it: redacting: "
                + ".allowing([\"\(SecretShape.checksum(of: value))\"])."
        }
        let body = #"Data(String(decoding: $0.responseBody, as: UTF8.self).replacing("…", with: "x").utf8)"#
        #expect(
            text.components(separatedBy: "\n") == [
                line(
                    "the URL of POST (shop.har, entry 1)",
                    #"replace it: recording: { $0.url = $0.url.replacing("…", with: "x") }"#),
                line(
                    "the query item q in the URL of POST (shop.har, entry 1)",
                    #"name the field: redacting: .names("q")"#),
                line(
                    "the header field X-Note of the request of POST (shop.har, entry 1)",
                    #"name the field: redacting: .names("X-Note")"#),
                line(
                    "the JSON member id in the body of the request of POST (shop.har, entry 1)",
                    #"name the field: redacting: .names("id")"#),
                line(
                    "the body of the response of POST (shop.har, entry 1)",
                    "replace it: recording: { $0.responseBody = \(body) }"),
                line(
                    "the body of the response of GET https://a.com/y (shop.har, entry 2)",
                    "replace it: recording: { $0.responseBody = \(body) }", 2),
            ])
    }

    @Test func valuesThatLookRandomAreReviewed() throws {
        let id = "9f86d081-884c-4d65-9a2f-eaa0c55ad015"
        let entry = HAREntry(
            startedDateTime: "",
            request: HARRequest(
                method: "GET", url: "https://a.com/items/\(id)?q=abcabcabcabcabcabcabcabc", headers: [], body: nil),
            response: HARResponse(
                status: 200, headers: [HARField("X-Trace", id), HARField("Access-Control-Allow-Credentials", "true")],
                body: HARBody(
                    Data(#"{"id":"\#(id)","text":"an innocent sentence with many words","token":"REDACTED-1"}"#.utf8),
                    type: "application/json")))
        let owner = "GET https://a.com/items/\(id)?q=abcabcabcabcabcabcabcabc (a.har, entry 0)"
        #expect(
            SecretReview([entry], in: "a.har").findings.map { "\($0.value): \($0.place)" } == [
                "9f86…d015: the URL of \(owner)", "9f86…d015: the header field X-Trace of the response of \(owner)",
                "9f86…d015: the JSON member id in the body of the response of \(owner)",
            ])
    }

    @Test(arguments: [
        "AK" + "IAIOSFODNN7EXAMPLE", "xAKIA" + String(repeating: "A7Q2", count: 4), "ghp_short", "eyJhbGciOiJIUzI1NiJ9",
        "-----BEGIN PUBLIC KEY-----", "-----BEGIN PGP PUBLIC KEY BLOCK-----", "sk-learn", "hf_transformers",
        "key-0a1f", "hooks.slack.com/services/", "1234567890:Abc", "SG.example.com", "dapi_version", "hvs.Vault",
        "-----BEGIN CERTIFICATE-----", "task_live_" + String(repeating: "a", count: 20),
    ])
    func textThatOnlyLooksLikeASecretIsWritten(text: String) throws {
        try Cassette.record([exchange(text, at: 4)], into: folder.file())
        #expect(try folder.names == ["shop.har"])
    }
}
