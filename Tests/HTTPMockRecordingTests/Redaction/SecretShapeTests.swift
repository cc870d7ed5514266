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
    ]

    private func exchange(_ value: String, at position: Int) throws -> RecordedRequest {
        let encoded = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let body: [Int: String] = [
            2: "{\"user\":{\"note\":[\(JSONValue.string(value).text)]}}", 3: "note=\(encoded)",
            4: "<p>see \(value)</p>",
        ]
        let types = [2: "application/json", 3: "application/x-www-form-urlencoded", 4: "text/html"]
        return .of(
            try request(
                "POST",
                position == 0
                    ? "https://a.com/\(encoded)" : position == 1 ? "https://a.com/?q=\(encoded)" : "https://a.com/x",
                headers: ["Content-Type": types[position] ?? "text/plain"], body: Data((body[position] ?? "-").utf8)),
            position == 5 ? value : "-", type: "text/plain")
    }

    @Test(arguments: secrets.indices, 0..<6)
    func shapeIsRefusedWhereverItIs(index: Int, position: Int) throws {
        let (name, value) = Self.secrets[index]
        let place = [
            "the URL of POST", "the query item q in the URL of POST",
            "the JSON member user.note in the body of the request of POST https://a.com/x",
            "the form field note in the body of the request of POST https://a.com/x",
            "the body of the request of POST https://a.com/x", "the body of the response of POST https://a.com/x",
        ][position]
        let text = message { try Cassette.record([exchange(value, at: position)], into: folder.file()) }
        #expect(text.hasPrefix("\(name) is in \(place) (shop.har, entry 1), where redaction does not recognize it"))
        #expect(try !text.contains(value) && folder.names.isEmpty)
    }

    @Test func checksumInTheErrorAllowsTheValue() throws {
        let exchange = try exchange(Self.secrets[0].value, at: 4)
        let text = message { try Cassette.record([exchange], into: folder.file()) }
        let checksum = try #require(text.split(separator: "\"").dropFirst().first.map(String.init))
        #expect(text.hasSuffix("if it is no secret, allow it: redacting: .allowing([\"\(checksum)\"])."))
        try Cassette.record([exchange], into: folder.file(), redacting: .allowing([checksum]))
        #expect(try folder.names == ["shop.har"])
        try FileManager.default.removeItem(at: folder.file())
        try Cassette.record([exchange], into: folder.file(), redacting: .names("x").allowing([checksum]))
        try FileManager.default.removeItem(at: folder.file())
        try Cassette.record([exchange], into: folder.file(), redacting: .nothing)
        #expect(try folder.names == ["shop.har"])
    }

    @Test(arguments: [
        "AK" + "IAIOSFODNN7EXAMPLE", "xAKIA" + String(repeating: "A7Q2", count: 4), "ghp_short", "eyJhbGciOiJIUzI1NiJ9",
        "-----BEGIN PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----", "task_live_" + String(repeating: "a", count: 20),
    ])
    func textThatOnlyLooksLikeASecretIsWritten(text: String) throws {
        try Cassette.record([exchange(text, at: 4)], into: folder.file())
        #expect(try folder.names == ["shop.har"])
    }
}
