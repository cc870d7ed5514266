import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// A hundred secrets at positions and in shapes that no rule lists.
///
/// The log shows the written ones too.
@Suite struct PlantedSecretTests {
    private enum Fate: String {
        case masked, refused, written
    }

    private static let secret = "correct-horse-battery-9"
    private static let token = "gh" + "p_" + String(repeating: "aB3", count: 12)

    /// The values: a password, and a token with a published prefix; each as it is, and in base64.
    private static let values = [
        secret, token, Data(secret.utf8).base64EncodedString(), Data("x:\(token)".utf8).base64EncodedString(),
    ]

    /// The bodies, with `%` for the value.
    private static let places: [(type: String, text: String)] = [
        ("application/json", #"{"data":{"password_hint":"%"}}"#), ("application/json", #"["%"]"#),
        ("application/json", #"{"%":1}"#), ("application/json", #"{"cvv2":"%"}"#),
        ("application/json", #"{"fields":[{"value":"%","name":"new_password"}]}"#),
        ("application/json", #"{"variables":{"p":"%"},"query":"mutation($p: String) { login(password: $p) }"}"#),
        ("application/json", #"{"note":"my password is %"}"#), ("application/json", #"{"env":"DB_PASSWORD=%\nA=b"}"#),
        ("application/json", #"{"cmd":"curl -H 'Authorization: Bearer %' https://a.com"}"#),
        ("text/yaml", "db:\n  password: %\n"), ("text/yaml", "db:\n  password: \"%\"\n"),
        ("text/html", #"<input type="hidden" name="csrf_token" value="%">"#),
        ("application/xml", "<Password>%</Password>"),
        ("text/plain", "PASSWORD=%"), ("text/csv", "user,password\na,%"), ("text/plain", "%"),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"%\"\r\n\r\nx\r\n--b--\r\n"
        ),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"vault\"\r\n\r\n%\r\n--b--\r\n"
        ),
        ("application/x-www-form-urlencoded", "a=1&session=%"), ("application/x-www-form-urlencoded", "%=1"),
        ("application/x-ndjson", "{\"a\":1}\n{\"xsrf\":\"%\"}\n"), ("text/javascript", "var apiKey = '%';"),
        ("application/graphql", "{ vault(secret: \"%\") { id } }"), ("text/plain", "Set-Cookie: sid=%"),
        ("image/png", "%"),
    ]

    private func fate(of value: String, at place: (type: String, text: String)) -> Fate {
        let body = HARBody(Data(place.text.replacing("%", with: value).utf8), type: place.type)
        let entry = HAREntry(
            startedDateTime: "2026-03-01T09:00:00.000Z",
            request: HARRequest(method: "GET", url: "https://a.com/x", headers: [], body: nil),
            response: HARResponse(status: 200, headers: [], body: body))
        var redactor = Redactor(.secrets)
        let redacted = redactor.redact(entry, number: 1)
        let search = SecretSearch(redactor.secrets, shapes: SecretShape.all)
        let data = HARDocument(entries: [redacted]).data
        if search.hasMatch(inFile: data) { return .refused }
        return redacted.response.body.bytes.range(of: Data(value.utf8)) == nil ? .masked : .written
    }

    @Test func everyPlantedSecretHasAKnownFate() {
        var fates: [Fate: Int] = [:]
        for place in Self.places {
            for value in Self.values {
                let fate = fate(of: value, at: place)
                fates[fate, default: 0] += 1
                guard fate == .written else { continue }
                let body = Data(place.text.replacing("%", with: value).utf8)
                #expect(Redaction.body(body, type: place.type).range(of: Data(value.utf8)) != nil, "\(place)")
            }
        }
        #expect(fates == [.masked: 48, .refused: 13, .written: 39])
    }
}
