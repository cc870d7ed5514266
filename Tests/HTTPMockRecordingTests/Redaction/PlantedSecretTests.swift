import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Secrets by kind and position: masked by their names, refused by their shapes, or written for a known reason.
@Suite(.bounded) struct PlantedSecretTests {
    private enum Fate: String {
        case masked, refused, written
    }

    private static let password = "correct-horse-battery-9"

    /// The names that mark a secret.
    private static let names = [
        "password", "access_token", "apiKey", "client_secret", "csrf_token", "session_id", "signature", "pw", "pinCode",
        "sms_code", "mfaCode", "creds", "cardSecurityCode", "mnemonic", "seed_phrase", "private_key_pem", "user_pass",
        "hmac", "ticket", "otp",
    ]

    /// The positions of a named value, with `%N` for the name and `%V` for the value.
    private static let namedPlaces: [(type: String, text: String)] = [
        ("application/json", #"{"data":[{"%N":"%V"}]}"#), ("application/json", #"{"a":"{\"%N\":\"%V\"}"}"#),
        ("application/json", #"{"env":[{"Name":"%N","Value":"%V"}]}"#),
        ("application/x-www-form-urlencoded", "a=1&%N=%V"),
        ("text/plain", "A=b\n%N=%V\n"), ("application/json", "%N=%V"), ("text/plain", "see https://a.com/x?%N=%V&y=1"),
        ("text/javascript", "f(function(){}, { %N: '%V' });"), ("application/graphql", #"{ f(%N: "%V") { id } }"#),
        ("application/x-ndjson", "{\"a\":1}\n{\"%N\":\"%V\"}\n"),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"%N\"\r\n\r\n%V\r\n--b--\r\n"
        ),
    ]

    /// The positions that no name marks.
    private static let unnamedPlaces: [(type: String, text: String)] = [
        ("application/json", #"{"note":"%V"}"#), ("text/plain", "my value is %V, as said"),
        ("text/csv", "user,value\na,%V\n"),
        ("text/html", "<p title=\"x\">%V</p>"), ("application/xml", "<Value>%V</Value>"),
        ("application/json", #"{"%V":1}"#),
    ]

    /// The header fields, each in texts that are no messages.
    private static let fields = ["Authorization: Bearer %V", "Cookie: sid=%V", "X-Api-Key: %V"]
    private static let fieldPlaces: [(type: String, text: String)] = [
        ("text/plain", "a\n%F\nb"), ("text/plain", "> GET /\n> %F\n"), ("text/plain", "curl -H '%F' https://a.com"),
        ("application/json", #"{"cmd":"curl -H \"%F\" https://a.com"}"#), ("application/json", #"{"headers":["%F"]}"#),
        ("text/plain", "GET / HTTP/1.1\r\n%F\r\n\r\n"), ("application/octet-stream", "GET / HTTP/1.1\r\n%F\r\n\r\n"),
    ]

    /// The secrets that nothing marks, each with the reason why it is written.
    private static let written: [(type: String, text: String, reason: String)] = [
        ("text/plain", "the password is %V", "prose"), ("application/json", #"{"note":"my password is %V"}"#, "prose"),
        ("text/html", #"<input type="hidden" name="csrf_token" value="%V">"#, "attributes of HTML"),
        ("application/xml", "<Password>%V</Password>", "XML"),
        ("text/csv", "user,password\na,%V", "columns of a table"),
        ("application/json", #"{"%V":1}"#, "a key of JSON"), ("application/x-www-form-urlencoded", "%V=1", "a name"),
        (
            "application/json", #"{"p":"%V","query":"mutation($p: String) { login(password: $p) }"}"#,
            "a GraphQL variable"
        ),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"%V\"\r\n\r\nx\r\n--b--\r\n", "a file name"
        ),
        ("image/png", "%V", "an image"), ("application/json", #"["%V"]"#, "no name"),
        ("text/javascript", "function f(){ login(user, '%V') }", "an argument without a name"),
        ("text/plain", "curl -u user:%V https://a.com", "an option of a command"),
        ("application/json", #"{"answer":"%V"}"#, "no secret name"), ("text/plain", "db://%V", "a host"),
    ]

    private func fate(of value: String, in text: String, type: String) -> Fate {
        let body = HARBody(Data(text.utf8), type: type)
        let entry = HAREntry(
            startedDateTime: "2026-03-01T09:00:00.000Z",
            request: HARRequest(method: "GET", url: "https://a.com/x", headers: [], body: nil),
            response: HARResponse(status: 200, headers: [], body: body))
        var redactor = Redactor(.secrets)
        let redacted = redactor.redact(entry, number: 1)
        let search = SecretSearch(redactor.secrets, shapes: SecretShape.all)
        let data = HARDocument(entries: [redacted]).data
        if search.hasMatch(in: data) { return .refused }
        // Whatever the log masks is masked.
        let isShown = Redaction.body(body.bytes, type: type).range(of: Data(value.utf8)) != nil
        let isWritten = redacted.response.body.bytes.range(of: Data(value.utf8)) != nil
        #expect(isWritten == isShown, "\(text)")
        return isWritten ? .written : .masked
    }

    /// The secrets with a name: 220 in bodies.
    @Test func namedSecretsAreMasked() {
        var fates: [Fate: Int] = [:]
        for name in Self.names {
            for place in Self.namedPlaces {
                let text = place.text.replacing("%N", with: name).replacing("%V", with: Self.password)
                let fate = fate(of: Self.password, in: text, type: place.type)
                #expect(fate == .masked, "\(text)")
                fates[fate, default: 0] += 1
            }
        }
        #expect(fates == [.masked: 220])
    }

    /// The same names in heads, where a fragment, a cookie and a nested URL count too: 120.
    @Test func namedSecretsOfHeadsAreMasked() {
        for name in Self.names {
            let field = "X-\(name.replacing("_", with: "-"))"
            let texts = [
                NamedValues.url("https://a.com/x?a=1&\(name)=%V", Redaction.masked),
                NamedValues.url("https://a.com/x#\(name)=%V", Redaction.masked),
                NamedValues.header("%V", of: field, Redaction.masked),
                NamedValues.header("\(name)=%V; Path=/", of: "Set-Cookie", Redaction.masked),
                NamedValues.header("/cb?\(name)=%V", of: "Location", Redaction.masked),
                NamedValues.header("Digest \(name)=\"%V\"", of: "WWW-Authenticate", Redaction.masked),
            ]
            #expect(texts.allSatisfy { !$0.contains("%V") }, "\(texts)")
        }
    }

    /// The secrets with a shape: 168.
    @Test func shapesAreRefused() {
        for (name, value) in SecretShapeTests.secrets {
            for place in Self.unnamedPlaces {
                let spelled =
                    place.type == "application/json"
                    ? String(JSONValue.string(value).text.dropFirst().dropLast()) : value
                let text = place.text.replacing("%V", with: spelled)
                #expect(fate(of: spelled, in: text, type: place.type) == .refused, "\(name): \(text)")
            }
        }
        #expect(SecretShapeTests.secrets.count * Self.unnamedPlaces.count >= 160)
    }

    @Test func fieldsInTextsAreMasked() {
        for field in Self.fields {
            for place in Self.fieldPlaces {
                let text = place.text.replacing("%F", with: field).replacing("%V", with: Self.password)
                #expect(fate(of: Self.password, in: text, type: place.type) == .masked, "\(text)")
            }
        }
    }

    @Test func everyWrittenSecretHasAReason() {
        for (type, text, reason) in Self.written {
            let text = text.replacing("%V", with: Self.password)
            #expect(fate(of: Self.password, in: text, type: type) == .written, "\(reason): \(text)")
        }
        #expect(Self.written.count <= 30)
    }

    // MARK: Innocent values

    private static let innocentNames = [
        "max_tokens", "prompt_tokens", "token_type", "token_count", "password_length", "expires_in", "author",
        "authority",
        "monkey", "keyboard", "keyId", "primary_key", "foreign_key", "sort_key", "routingKey", "publicKey", "cache_key",
        "session_count", "session_title", "sessions", "vaulted_at", "country_code", "statusCode", "zip_code", "barcode",
        "passenger", "compass", "spinner", "pinned", "opinion", "shipping", "option", "tickets", "ticket_count",
        "event_ticket", "sigma", "design", "inside", "secretary", "private_key_id", "tokenizer", "cookieless", "powder",
        "credit", "credits", "sacred", "keynote", "turkey", "hockey", "passport_country", "authored",
        "Access-Control-Allow-Credentials", "X-Request-Id", "ETag", "trace_id", "user_id", "order_id", "email", "name",
    ]

    private static let innocentTexts = [
        "d.prototype.keys=function(){return Object.keys(this)};", "if(s.id===e.id){return e.token}",
        "switch(e){case\"token\":return function(){};}", "var t={type:s?\"password\":\"text\"};function f(){}",
        "const token = getToken(); export default () => {}", "e.exports=function(e,t){var key=e.key;t.pin=e.pin}",
        "struct User { let password: String! ; func f() {} }", "interface A { token: string; } let f = () => {}",
        "password:\n  type: string\n  minLength: 8\n", "input[type=password]{color:red}", ".token{margin:0}",
        "<input type=\"password\" name=\"password\" autocomplete=\"current-password\">",
        "<a href=\"/reset-password\">x</a>",
        "<label for=\"token\">Token: required</label>", "the token is required", "Password: must be 8 characters",
        "Enter your PIN: ", "sk-learn and hf_transformers", "version 1.2.3-beta.4", "/var/log/keys/readme.txt",
        "2026-03-01T09:00:00Z", "9f86d081-884c-4d65-9a2f-eaa0c55ad015", "alice@example.com",
        "https://a.com/@alice/keys",
        "SELECT key, value FROM settings", "a == b && token != null", "-----BEGIN PUBLIC KEY-----\nMIIB\n",
        "-----BEGIN CERTIFICATE-----\nMIIB\n", "data:image/png;base64,iVBORw0KGgo=", "AKIAIOSFODNN7EXAMPLE",
        "ghp_short", "eyJhbGciOiJIUzI1NiJ9", "key-value", "dapi", "xoxo", "SG.example", "1234567890:",
        "hooks.slack.com",
        "[\"password\",\"username\"]", "[\"Authorization\",\"Accept\"]",
    ]

    @Test func innocentValuesStayWhole() {
        var count = 0
        for name in Self.innocentNames {
            for (type, text) in [
                ("application/json", #"{"\#(name)":"innocent value 1"}"#), ("text/plain", "\(name)=innocent1"),
                ("application/x-www-form-urlencoded", "\(name)=innocent1"),
            ] {
                #expect(fate(of: "innocent", in: text, type: type) == .written, "\(text)")
                #expect(Redaction.body(Data(text.utf8), type: type) == Data(text.utf8))
                count += 1
            }
        }
        for text in Self.innocentTexts {
            #expect(fate(of: text, in: text, type: "text/plain") == .written, "\(text)")
            count += 1
        }
        #expect(count >= 200)
    }
}
