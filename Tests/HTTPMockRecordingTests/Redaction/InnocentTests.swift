import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Members, fields and lines of public APIs, pages and scripts that only look like secrets.
///
/// All stay byte for byte, in the log and in a cassette.
@Suite(.bounded) struct InnocentTests {
    private static let members = #"""
        "code":"not_found"
        "code":404
        "code":-32601
        "code":"USD"
        "code":"FORBIDDEN"
        "error":{"code":"rate_limit_exceeded","message":"Slow down"}
        "extensions":{"code":"UNAUTHENTICATED"}
        "currency":{"code":"EUR","symbol":"€"}
        "country_code":"DE"
        "status_code":200
        "promo_code":"SUMMER24"
        "_score_cookies":-1
        "score_tokens":0.25
        "cookies":true
        "cookies_enabled":false
        "has_password":true
        "has_password":"yes"
        "is_token_valid":"no"
        "requires_password":"no"
        "uses_passkeys":"yes"
        "allow_password":"always"
        "password_required":"always"
        "password_policy":"strong"
        "password_length":12
        "password_changed_at":"2026-01-02T03:04:05Z"
        "password_expires_at":"2026-01-02T03:04:05Z"
        "passwordStrength":"weak"
        "password_enabled":"sometimes"
        "signatureAlgorithm":"sha256WithRSAEncryption"
        "signature_algorithm":"RS256"
        "signature_method":"HMAC-SHA256"
        "signature_version":"v4"
        "signature_count":3
        "signatureValid":"yes"
        "token":12
        "token":null
        "token":false
        "token_count":55
        "token_type":"Bearer"
        "token_endpoint":"https://a.example/token"
        "token_uri":"https://oauth2.example/token"
        "token_endpoint_auth_methods_supported":["client_secret_basic"]
        "token_expires_in":3600
        "tokenName":"Example Coin"
        "tokenSymbol":"EXC"
        "tokenDecimals":"18"
        "tokenAddress":"0x52908400098527886E0F7030069857D2E4169EE7"
        "tokens_used":17
        "total_tokens":812
        "max_tokens":256
        "prompt_tokens":12
        "nextPageToken":"CAUQAA"
        "nextSyncToken":"CPDAlvWDx70CEPDAlvWDx70CGAU="
        "page_token":"b3BhcXVl1234567890"
        "ContinuationToken":"1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM="
        "prevPageToken":"CAUQAQ"
        "start_token":"a1b2c3d4e5f6"
        "authorization_endpoint":"https://a.example/authorize"
        "authorization_servers":["https://a.example"]
        "auth":"none"
        "auth":"basic"
        "auth":null
        "auth_method":"password"
        "auth_scheme":"oauth"
        "auth_provider":"example"
        "author":"Ada"
        "authority":"example.com"
        "authorId":7
        "authenticated":true
        "credentials":"include"
        "credentials":"same-origin"
        "credentials_mode":"omit"
        "secret_scanning":{"status":"enabled"}
        "secret_version":"5"
        "secret":false
        "secretary":"Grace"
        "secondaryKey":"customerName"
        "primaryKey":"id"
        "primary_key":"customer-number-1234"
        "foreignKey":"order_id_2024_ab12"
        "sortKey":"created_at"
        "sort_key":"a1b2c3d4e5f6g7h8"
        "partitionKey":"tenant-1234567890ab"
        "routing_key":"orders.created.v1"
        "cacheKey":"page-12345678abcd"
        "public_key":"MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
        "idempotency_key":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
        "key":"name"
        "key":"customerName"
        "key":"bsd-3-clause-clear"
        "key":7
        "key":"multi-select-1234"
        "keys":["name","created"]
        "rowKey":"user-settings-2024"
        "objectKey":"images/cat.png"
        "translationKey":"checkout.title"
        "issue_key":"PROJ-123"
        "i18nKey":"login.button.label"
        "apiKeyName":"main"
        "api_key_id":"k_1"
        "keyId":"2024-01"
        "kid":"2024-01-a"
        "keyboard":"qwerty"
        "monkey":"George"
        "session_count":3
        "sessions":12
        "session_title":"Opening"
        "session_expires":"tomorrow"
        "pin":null
        "pin":{"id":7}
        "pinned":true
        "map_pin":"red"
        "tickets":2
        "ticket":{"id":"T-1"}
        "ticket_price":"12.00"
        "event_ticket":"A1"
        "cvc_check":"pass"
        "cvv_required":"always"
        "pass_rate":"98"
        "passes":3
        "passing":"yes"
        "passenger":"Ada"
        "compass":"north"
        "cookie_policy":"strict"
        "cookieConsent":"given"
        "cookie_name":"lang"
        "csrf_token_name":"_csrf"
        "hmac_algorithm":"sha1"
        "jwt_algorithm":"HS256"
        "private_key_id":"1234"
        "design":"flat"
        "signal":"green"
        "sidebar":"left"
        "sigma":0.5
        "vaulted_at":"2026-01-02"
        "tokenizer":"bpe"
        "broken":"no"
        "mnemonic_length":12
        "bearer_methods_supported":["header"]
        "code_challenge_methods_supported":["S256"]
        "grant_types_supported":["authorization_code"]
        """#.split(separator: "\n").map(String.init)

    private static let fields = """
        Surrogate-Key: page-1 user-22 all
        Surrogate-Control: max-age=60
        Idempotency-Key: f81d4fae-7dec-11d0-a765-00a0c91e6bf6
        Access-Control-Allow-Credentials: true
        Access-Control-Expose-Headers: Authorization
        Vary: Cookie, Authorization
        X-Request-Id: 4bf92f3577b34da6a3ce929d0e0e4736
        X-Code: 404
        X-Auth-Method: none
        X-Password-Expires: 30
        X-Token-Type: Bearer
        X-Author: Ada
        X-Tokens-Used: 12
        X-Key: name
        WWW-Authenticate: Basic realm="site"
        Content-Security-Policy: default-src 'self'
        Key: value
        Accept-Signature-Algorithms: ed25519
        """.split(separator: "\n").map(String.init)

    /// Lines of texts and YAML.
    private static let lines = """
        password: required
        password: String!
        password:
        Password: see the note on the fridge
        token: yesterday
        secret: none
        secret: optional
        auth: disabled
          - key: name
          key: customerName
        code: 1234abcd
        Cookie policy: we use cookies
        session: 12
        Error code: E1234abcd
        """.split(separator: "\n").map(String.init)

    private static let scripts = #"""
        this.session=session;
        e.token=s.id;
        module.exports.ticket=ticket
        x={selectedKey:"multiSelect"};x.multiSelect
        const key=Object.keys(a)
        password=t.value
        if(a.token==b.token)return
        var cookie=document.cookie
        e.pin=function(){}
        let auth=new Auth
        this.code=t.code
        s.sid=e.sid,s.pass=e.pass
        {key:"selectItem"}
        {credentials:"include"}
        state.authorization=authorization
        secret=secrets[0]
        jwt=parse(text)
        signature=sign(a,b)
        self.password = password
        """#.split(separator: "\n").map(String.init)

    private func redacted(_ entry: HAREntry) -> HAREntry {
        var redactor = Redactor(.secrets)
        return redactor.redact(entry, number: 1)
    }

    private func entry(headers: [HARField] = [], type: String? = nil, body: String = "") -> HAREntry {
        HAREntry(
            startedDateTime: "2026-03-01T09:00:00.000Z",
            request: HARRequest(method: "POST", url: "https://a.com/x", headers: [], body: nil),
            response: HARResponse(status: 200, headers: headers, body: HARBody(Data(body.utf8), type: type)))
    }

    private func expectWhole(_ text: String, type: String) {
        let body = Data(text.utf8)
        #expect(String(decoding: Redaction.body(body, type: type), as: UTF8.self) == text)
        let recorded = entry(type: type, body: text)
        #expect(redacted(recorded) == recorded)
    }

    @Test func thereAreEnough() {
        #expect(Self.members.count + Self.fields.count + Self.lines.count + Self.scripts.count >= 150)
    }

    @Test(arguments: members)
    func membersStayWhole(member: String) {
        expectWhole("{\(member)}", type: "application/json")
        expectWhole("[{\"id\":1,\(member),\"name\":\"x\"}]", type: "application/json")
    }

    @Test(arguments: fields)
    func fieldsStayWhole(line: String) throws {
        let colon = try #require(line.firstRange(of: ": "))
        let field = HARField(String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
        #expect(Redaction.headerValue(field.value, of: field.name) == field.value)
        let recorded = entry(headers: [field])
        #expect(redacted(recorded) == recorded)
    }

    @Test(arguments: lines, ["text/plain", "application/yaml"])
    func linesStayWhole(line: String, type: String) {
        expectWhole("\(line)\n", type: type)
    }

    @Test(arguments: scripts)
    func scriptsStayWhole(script: String) {
        expectWhole(script, type: "application/javascript")
    }
}
