import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// The log and a cassette find secrets by one walk, so that a cassette never has what the log masks.
@Suite(.bounded) struct OneWalkTests {
    private static let secret = "hunter2hunter2"

    /// Returns the texts that the log and a cassette have of an exchange.
    private func shown(_ entry: HAREntry) -> (log: String, cassette: String) {
        func text(
            _ entry: HAREntry, _ url: (String) -> String, _ field: (HARField) -> String, _ body: (HARBody) -> Data
        )
            -> String
        {
            let fields = (entry.request.headers + entry.response.headers).map { "\($0.name): \(field($0))" }
            let bodies = [entry.request.body, entry.response.body].compactMap(\.self).map {
                String(decoding: body($0), as: UTF8.self)
            }
            return ([url(entry.request.url)] + fields + bodies).joined(separator: "\n")
        }
        var redactor = Redactor(.secrets)
        let redacted = redactor.redact(entry, number: 1)
        return (
            text(
                entry, Redaction.text(ofAddress:), { Redaction.headerValue($0.value, of: $0.name) },
                { Redaction.body($0.bytes, type: $0.knownType) }),
            text(redacted, \.self, \.value, \.bytes)
        )
    }

    private func entry(
        url: String = "https://a.com/x", headers: [HARField] = [], type: String? = nil, body: String = ""
    ) -> HAREntry {
        HAREntry(
            startedDateTime: "2026-03-01T09:00:00.000Z",
            request: HARRequest(method: "POST", url: url, headers: headers, body: HARBody(Data(body.utf8), type: type)),
            response: HARResponse(status: 200, headers: headers, body: HARBody(Data(body.utf8), type: type)))
    }

    /// The bodies that earlier versions wrote.
    @Test(arguments: [
        ("application/json", #"{"query":"{ login(password: \"hunter2hunter2\") { id } }"}"#),
        ("application/json", #"{"query":"[note] password=hunter2hunter2"}"#),
        ("application/json", #"{"fields":[{"name":"password","value":"hunter2hunter2"}]}"#),
        ("application/json", #"{"value":{"x":["hunter2hunter2"]},"name":"password"}"#),
        ("application/json", #"{"password":hunter2hunter2}"#),
        (
            "multipart/mixed; boundary=a",
            "--a\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; "
                + "name=\"password\"\r\n\r\nhunter2hunter2\r\n--b--\r\n--a--\r\n"
        ),
        ("multipart/mixed; boundary=a", "--a\r\nX-Api-Key: hunter2hunter2\r\n\r\nx\r\n--a--\r\n"),
        ("text/plain; charset=iso-8859-1", "J\u{F6}rg password=hunter2hunter2"),
        ("application/json; charset=iso-8859-1", #"{"a":"token=hunter2hunter2 \u20ac"}"#),
    ])
    func bodyThatTheLogMasksIsRedacted(type: String, body: String) {
        let shown = shown(entry(type: type, body: body))
        #expect(!shown.log.contains("hunter2"))
        #expect(!shown.cassette.contains("hunter2"))
        #expect(shown.cassette.contains("REDACTED-1"))
    }

    @Test(
        arguments: [
            ("https://a.com/x;jsessionid=hunter2hunter2/y", []),
            ("https://a.com/x", [HARField("Authorization", "hunter2hunter2 x")]),
            ("https://a.com/x", [HARField("X-Session", "hunter2hunter2")]),
            ("https://a.com/x", [HARField("X-Original-URL", "/p?api_key=hunter2hunter2")]),
            ("https://a.com/x", [HARField("Cookie", "hunter2hunter2")]),
        ] as [(String, [HARField])])
    func headThatTheLogMasksIsRedacted(url: String, headers: [HARField]) {
        let shown = shown(entry(url: url, headers: headers))
        #expect(!shown.log.contains("hunter2"))
        #expect(!shown.cassette.contains("hunter2"))
    }

    /// A secret in generated nestings of JSON, forms, URLs, assignments and parts: compared with the log.
    @Test(arguments: Seeds.first(30))
    func whateverTheLogMasksACassetteMasks(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let planted = Planting(&generator, secret: Self.secret)
            let entry = entry(url: planted.url, headers: planted.headers, type: planted.type, body: planted.body)
            let shown = shown(entry)
            if shown.log.contains(Self.secret) { continue }
            #expect(!shown.cassette.contains(Self.secret), "\(planted)")
        }
    }

    /// A redacted entry matches the request that it was recorded from, whatever its secret is then.
    @Test(arguments: Seeds.first(20))
    func redactedEntryMatchesItsRequest(seed: UInt64) throws {
        let rules = Cassette.Settings().rules
        for round in 0..<50 {
            func entry(_ secret: String) -> HAREntry {
                var generator = SeededGenerator(seed: seed &* 1_000 &+ UInt64(round))
                let planted = Planting(&generator, secret: secret)
                return self.entry(url: planted.url, headers: planted.headers, type: planted.type, body: planted.body)
            }
            var redactor = Redactor(.secrets)
            let redacted = redactor.redact(entry(Self.secret), number: 1)
            let isRedacted = redacted != entry(Self.secret)
            guard let recorded = redacted.request.mockRequest else { continue }
            let secret = isRedacted ? "correcthorse9" : Self.secret
            // A request may have the secret where no rule finds it as well.
            guard !"\(redacted.request)".contains(Self.secret) || !isRedacted,
                let asked = entry(secret).request.mockRequest
            else { continue }
            let rules = rules.adding(namesRedactedIn: [redacted.request])
            let keys = (RequestKey(asked, rules), RequestKey(recorded, rules))
            #expect(keys.0 == keys.1, "\(asked.url) \(asked.bodyString)")
            // What is redacted stays as it is.
            var again = Redactor(.secrets)
            #expect(again.redact(redacted, number: 1) == redacted)
        }
    }
}

/// A generated request with a secret somewhere.
private struct Planting: CustomStringConvertible {
    private(set) var url = "https://a.com/x"
    private(set) var headers: [HARField] = []
    private(set) var type: String?
    private(set) var body = ""

    var description: String { "\(url) \(headers) \(type ?? "no type") \(body)" }

    init(_ generator: inout SeededGenerator, secret: String) {
        let names = ["password", "access_token", "X-Api-Key", "sid", "clientSecret", "csrf", "cvv", "session"]
        let name = generator.pick(names)
        let bases = [
            #"{"\#(name)":"\#(secret)"}"#, #"{"a":[1,{"\#(name)": "\#(secret)","b":null}]}"#,
            #"{"\#(name)":{"x":["\#(secret)",true]}}"#, #"{"name":"\#(name)","value":"\#(secret)"}"#,
            #"{"value":"\#(secret)","key":"\#(name)"}"#, #"{"\#(name)":"\#(secret)"#, "a=1&\(name)=\(secret)",
            "\(name)=\(secret)", "\(name): \"\(secret)\"", "{ login(\(name): \"\(secret)\") { id } }",
            "[note] \(name)=\(secret)", "https://b.com/x?\(name)=\(secret)&p=2", "https://u:\(secret)@b.com/x",
            "/x;\(name)=\(secret)/y", #"say "\#(name)": "\#(secret)" now"#, #"{"\#(name)": \#(secret)}"#,
        ]
        var text = generator.pick(bases)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: text = #"{"q":\#(JSONValue.string(text).text)}"#
            case 1: text = "v=\(Self.encoded(text))"
            case 2: text = "https://c.com/?u=\(Self.encoded(text))"
            case 3: text = "[\(JSONValue.string(text).text)]"
            default: text = "see \(text)"
            }
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: url = "https://a.com/x?q=\(Self.encoded(text))"
        case 1: url = "https://a.com/x?\(name)=\(secret)#\(Self.encoded(text))"
        case 2:
            let field = generator.pick(["X-Note", "Link", "Location", "Referer", "Refresh", "Authorization", name])
            headers = [HARField(field, text)]
        case 3: headers = [HARField("Cookie", "a=\(secret); b=2")]
        case 4:
            let inner = generator.pick(["application/json", "text/plain", "multipart/form-data; boundary=n"])
            type = "multipart/form-data; boundary=m"
            let disposition = "Content-Disposition: form-data; name=\"\(generator.pick(["data", name]))\""
            let content =
                inner.hasPrefix("multipart") ? "--n\r\n\(disposition)\r\n\r\n\(text)\r\n--n--\r\n" : text
            body = "--m\r\n\(disposition)\r\nContent-Type: \(inner)\r\n\r\n\(content)\r\n--m--\r\n"
        default:
            type = generator.pick([
                nil, "application/json", "text/plain", "application/x-www-form-urlencoded", "text/event-stream",
                "application/graphql",
            ])
            body = text
        }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
