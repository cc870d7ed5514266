import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RedactionTests {
    @Test(arguments: [
        "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Auth-Token", "access_token", "accessToken",
        "refreshtoken", "IDToken", "csrfToken", "client_secret", "clientSecret", "password", "newPassword",
        "user[password]", "pwd", "passphrase", "passcode", "newPasscode", "api_key", "X-API-Key", "apikey",
        "secretAccessKey", "X-Amz-Signature",
        "X-Amz-Credential", "JSESSIONID", "PHPSESSID", "session_id", "code", "sid", "pass", "pin", "otp", "sig", "jwt",
        "client_assertion", "code_verifier", "credentials", "tokens", "auth", "token", "key", "subscription-key",
        "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Master-Key", "X-Auth-Key", "DD-APPLICATION-KEY",
        "X-Encryption-Key", "encryptionKey", "passwords", "apikeys", "X-Api-Keys", "X-Secrets", "X-Tokens",
        "accessTokens", "accesstokens", "password_in", "signature_type", "Cookie2", "Set-Cookie2", "password2",
        "password2Confirm", "pin2Code", "mfa2CODE",
        "cookies", "refresh_token_1", "client_secrets", "subscriptionKeys", "x-code", "session", "X-Session", "vault",
        "pw", "db_pw", "userPw", "pin_code", "pinCode", "sms_code", "mfaCode", "creds", "userCreds",
        "card_security_code",
        "cardSecurityCode", "mnemonic", "seed_phrase", "seedPhrase", "private_key", "private_key_pem", "privateKeyPem",
        "hmac", "X-Hmac", "ticket", "user_pass", "X-User-Pass", "user.password", "auth.code",
        "session_id", "sessionID", "X-Vault", "X-CSRF", "xsrf", "_csrf", "csrf_value", "cvv", "card_cvc", "CVV2",
    ])
    func secretsAreKnownByName(name: String) {
        #expect(Redaction.isSecret(name))
    }

    @Test(arguments: [
        "author", "authority", "passenger", "compass", "monkey", "keyboard", "keys_pressed", "tokenizer", "max_tokens",
        "promptTokens", "token_type", "token_expires_in", "tokenURL", "secretary", "country_code", "statusCode",
        "barcode", "inside", "design", "spinner", "sigma", "sessions", "session_count", "session_title", "vaulted_at",
        "Accept", "Content-Type", "page", "", "--",
        "private_key_id", "privateKeyId", "tickets", "ticket_count", "event_ticket", "pinned", "spin", "s.id", "option",
        "Access-Control-Allow-Credentials", "Access-Control-Request-Headers", "power", "swpwx", "sacred",
        "password_length", "broken", "publicKey", "primary_key", "Idempotency-Key", "maxtokens", "total_tokens",
        "keyId", "key1", "AspxAutoDetectCookieSupport", "cookie_policy", "cookieConsent",
        "X-Request-Id", "x", "42", "expires_in", "token_count", "passwordUrl",
    ])
    func namesThatOnlyLookLikeSecretsAreNot(name: String) {
        #expect(!Redaction.isSecret(name))
    }

    /// A diagnosis and a recording have one rule: a `code` is a secret only as a part of an authorization.
    @Test(arguments: [
        (#"{"code":"not_found"}"#, #"{"code":"not_found"}"#), (#"{"code":404}"#, #"{"code":404}"#),
        (#"{"error":{"code":-32601,"message":"m"}}"#, #"{"error":{"code":-32601,"message":"m"}}"#),
        (#"{"code":"c0de","state":"s"}"#, #"{"code":"REDACTED","state":"s"}"#),
        (#"{"code":404,"state":"s"}"#, #"{"code":404,"state":"s"}"#),
        (#"{"client_id":"a","_code":"c0de"}"#, #"{"client_id":"a","_code":"REDACTED"}"#),
        (#"{"login.code":"c0de","grant_type":"b"}"#, #"{"login.code":"REDACTED","grant_type":"b"}"#),
        (#"{"code1":"c0de","client_id":"a"}"#, #"{"code1":"REDACTED","client_id":"a"}"#),
        (#"{"redirect_uri":"u","Code":"c0de"}"#, #"{"redirect_uri":"u","Code":"REDACTED"}"#),
        (#"{"pin":"1234"}"#, #"{"pin":"REDACTED"}"#), (#"{"pin":{"x":1}}"#, #"{"pin":{"x":1}}"#),
        (#"{"token":"t1"}"#, #"{"token":"REDACTED"}"#), (#"{"token":12}"#, #"{"token":12}"#),
    ])
    func aDiagnosisMasksWhatTheLogMasks(text: String, expected: String) throws {
        #expect(Redaction.text(ofBody: text, type: "application/json") == expected)
        let value = try #require(JSONValue(Data(text.utf8)))
        #expect(JSONValue(Data("\(value)".utf8)) == JSONValue(Data(expected.utf8)))
    }

    @Test(arguments: [
        ("https://api.example.com/x?q=1", "https://api.example.com/x?q=1"),
        ("https://a.com/x?access_token=t&q=1&code=", "https://a.com/x?access_token=REDACTED&q=1&code=REDACTED"),
        ("https://a.com/x?token", "https://a.com/x?token"),
        ("https://a.com/x?api%5Fkey=t", "https://a.com/x?api%5Fkey=REDACTED"),
        ("https://a.com/x?key=AIza1234567890", "https://a.com/x?key=REDACTED"),
        ("https://user:s3cret@a.com/x", "https://REDACTED@a.com/x"),
        ("https://sk_live_1:@a.com/x", "https://REDACTED@a.com/x"),
        ("https://ghp_1@a.com/x", "https://REDACTED@a.com/x"),
        ("https://a.com/cb#access_token=t&state=x", "https://a.com/cb#access_token=REDACTED&state=x"),
        ("https://a.com/@handle#part", "https://a.com/@handle#part"),
        ("https://a.com/x?a=%2B+%20", "https://a.com/x?a=%2B+%20"),
        ("https://a.com/x;jsessionid=1/y?q", "https://a.com/x;jsessionid=REDACTED/y?q"),
        ("https://a.com/?u=https://b.com/?token=t&x=1", "https://a.com/?u=https://b.com/?token=REDACTED&x=1"),
        (
            "https://a.com/?u=https%3A%2F%2Fb.com%2F%3Ftoken%3Dt",
            "https://a.com/?u=https%3A%2F%2Fb.com%2F%3Ftoken%3DREDACTED"
        ),
        (
            "https://a.com/?v=%7B%22password%22%3A%22p%22%7D",
            "https://a.com/?v=%7B%22password%22%3A%22REDACTED%22%7D"
        ),
        ("mailto:u:pw@a.com?token=t", "mailto:REDACTED@a.com?token=REDACTED"),
        ("mailto:alice@a.com", "mailto:alice@a.com"), ("file:///a=b", "file:///a=b"),
    ])
    func addressesKeepAllButTheirSecrets(address: String, expected: String) {
        #expect(Redaction.text(of: URL(string: address)!) == expected)
    }

    @Test(arguments: [
        ("Authorization", "Bearer abc", "Bearer REDACTED"),
        ("Authorization", "abc", "REDACTED"),
        ("Authorization", "s3cret x", "REDACTED"),
        ("Authorization", "AWS4-HMAC-SHA256 Credential=a, Signature=b", "AWS4-HMAC-SHA256 REDACTED"),
        ("Proxy-Authorization", "basic eDp5", "basic REDACTED"),
        ("Cookie", "a=1; b=2", "REDACTED"),
        ("Cookie2", "$Version=1", "REDACTED"),
        ("Accept", "text/html;q=0.5, */*", "text/html;q=0.5, */*"),
        ("Location", "/cb?code=abc&x=1", "/cb?code=REDACTED&x=1"),
        ("Location", "/cb?token=a,b;c", "/cb?token=REDACTED"),
        ("Referer", "https://u:p@a.com/?token=1", "https://REDACTED@a.com/?token=REDACTED"),
        ("X-Original-URL", "/p?api_key=k", "/p?api_key=REDACTED"),
        ("Location", "", ""), ("Location", "/a?\u{301}=1#\u{301}", "/a?\u{301}=1#\u{301}"),
        (
            "Link", #"<https://a.com/?page=2&token=t>; rel="next", <https://u:p@a.com/>; rel=self"#,
            #"<https://a.com/?page=2&token=REDACTED>; rel="next", <https://REDACTED@a.com/>; rel=self"#
        ),
        ("Refresh", "5; url=https://a.com/?sig=s&x=1", "5; url=https://a.com/?sig=REDACTED&x=1"),
        (
            "WWW-Authenticate", #"Bearer realm="r", token="t\"x", error="e""#,
            #"Bearer realm="r", token="REDACTED", error="e""#
        ),
        ("X-Config", #"{"user":"a","password":"p"}"#, #"{"user":"a","password":"REDACTED"}"#),
        ("X-Info", "token=abc; n=1", "token=REDACTED; n=1"),
    ])
    func headerValuesKeepAllButTheirSecrets(name: String, value: String, expected: String) {
        #expect(Redaction.headerValue(value, of: name) == expected)
    }

    @Test(arguments: [
        (#"{"user":"a", "password" : "p\"x", "n": 1.50}"#, #"{"user":"a", "password" : "REDACTED", "n": 1.50}"#),
        (#"{"token":{"a":[1,"]"]},"b":2}"#, #"{"token":"REDACTED","b":2}"#),
        (#"[{"pin":1234},{"pin":null}]"#, #"[{"pin":"REDACTED"},{"pin":null}]"#),
        (#"{"pin":{"id":7},"ticket":[{"id":"a"}],"otp":true}"#, #"{"pin":{"id":7},"ticket":[{"id":"a"}],"otp":true}"#),
        (#"{"license":{"key":"bsd-3-clause-clear"},"key":7}"#, #"{"license":{"key":"bsd-3-clause-clear"},"key":7}"#),
        (#"{"key":"AIzaSyA1b2C3d4E5f6G7h8"}"#, #"{"key":"REDACTED"}"#),
        (#"{"ticket":"ST-1","otp":["123456"]}"#, #"{"ticket":"REDACTED","otp":["REDACTED"]}"#),
        (#"{"Name":"DB_PASSWORD","Value":"x"}"#, #"{"Name":"DB_PASSWORD","Value":"REDACTED"}"#),
        (#"[{"VALUE":"x","NAME":"token"}]"#, #"[{"VALUE":"REDACTED","NAME":"token"}]"#),
        (#"{"n\u0061me":"token","value":"x"}"#, #"{"n\u0061me":"token","value":"REDACTED"}"#),
        (#"{"v\u0061lue":"x","K\u0065y":"token"}"#, #"{"v\u0061lue":"REDACTED","K\u0065y":"token"}"#),
        (#"{"h":["Authorization","Bearer x"]}"#, #"{"h":["Authorization","Bearer REDACTED"]}"#),
        (#"[["X-Api-Key","x1"],["Accept","a/b"]]"#, #"[["X-Api-Key","REDACTED"],["Accept","a/b"]]"#),
        (#"["password","username"]"#, #"["password","username"]"#),
        (#"["Authorization","Accept","Origin"]"#, #"["Authorization","Accept","Origin"]"#),
        (#"["Authorization: Bearer x"]"#, #"["Authorization: Bearer REDACTED"]"#),
        (
            #""curl -H \"Authorization: Bearer x\" -H 'X-Api-Key: y' https://a.com""#,
            #""curl -H \"Authorization: Bearer REDACTED\" -H 'X-Api-Key: REDACTED' https://a.com""#
        ),
        ("password=x", "password=REDACTED"), ("https://a.com/?token=x", "https://a.com/?token=REDACTED"),
        ("Authorization: Bearer x", "Authorization: Bearer REDACTED"),
        (#"{"a":"password: x","b":"token"}"#, #"{"a":"password: x","b":"token"}"#),
        (
            #"{"secondaryKey":"customerName","columns":["customerName"]}"#,
            #"{"secondaryKey":"customerName","columns":["customerName"]}"#
        ),
        (
            #"{"rowKey":"multi-select-121","tableKey":"a1B2c3D4e5F6"}"#,
            #"{"rowKey":"multi-select-121","tableKey":"REDACTED"}"#
        ),
        (
            #"{"_score_cookies":-1,"cookies":true,"auth":"none"}"#,
            #"{"_score_cookies":-1,"cookies":true,"auth":"none"}"#
        ),
        (#"{"a":"password:","b":"x"}"#, #"{"a":"password:","b":"x"}"#),
        (#"{"password":"cut o"#, #"{"password":"REDACTED""#),
        (#"{"password":"#, #"{"password":"#),
        (#"{"pass\u0077ord":"p"}"#, #"{"pass\u0077ord":"REDACTED"}"#),
        (#"{"p":"{\"token\":\"t\",\"n\":1}"}"#, #"{"p":"{\"token\":\"REDACTED\",\"n\":1}"}"#),
        (#"{"p":"{\"q\":\"{\\\"pin\\\":1}\"}"}"#, #"{"p":"{\"q\":\"{\\\"pin\\\":\\\"REDACTED\\\"}\"}"}"#),
        (#"{"u":"https:\/\/a.com\/?sig=s"}"#, #"{"u":"https://a.com/?sig=REDACTED"}"#),
        (
            #"{"query":"mutation { login(user: \"a\", password: \"p\") { id } }"}"#,
            #"{"query":"mutation { login(user: \"a\", password: \"REDACTED\") { id } }"}"#
        ),
        (
            #"{"query":"{ login(password:\"\"\"p \"q\" r\"\"\") { id } }"}"#,
            #"{"query":"{ login(password:\"\"\"REDACTED\"\"\") { id } }"}"#
        ),
        (#"{"a":"{\"token\":\"t"#, #"{"a":"{\"token\":\"REDACTED\"""#),
        ("data: {\"token\":\"t\"}\n\ndata: {\"x\":1}\n", "data: {\"token\":\"REDACTED\"}\n\ndata: {\"x\":1}\n"),
        ("plain text: nothing", "plain text: nothing"),
        ("", ""),
    ])
    func jsonKeepsAllButItsSecrets(text: String, expected: String) {
        #expect(Redaction.text(ofBody: text, type: "application/json") == expected)
    }

    @Test(arguments: [
        (
            "user=a&password=p%26x&token&code=", "user=a&password=REDACTED&token&code=REDACTED",
            "application/x-www-form-urlencoded; charset=utf-8"
        ),
        ("user=a&password=p%26x&token&code=", "user=a&password=REDACTED&token&code=REDACTED", nil),
        (" {\"password\":\"p\"}", " {\"password\":\"REDACTED\"}", "application/x-www-form-urlencoded"),
        ("oauth_token=a&oauth_token_secret=b", "oauth_token=REDACTED&oauth_token_secret=REDACTED", "text/plain"),
        (
            "payload=%7B%22cvv%22%3A1%7D&x=a%20b", "payload=%7B%22cvv%22%3A%22REDACTED%22%7D&x=a%20b",
            "application/x-www-form-urlencoded"
        ),
        ("mutation { a(token: \"t\") }", "mutation { a(token: \"REDACTED\") }", "application/graphql"),
        ("<a href=\"/x?sig=s&amp;y=1\">", "<a href=\"/x?sig=REDACTED&amp;y=1\">", "text/html"),
        ("token=1", "token=1", "image/png"),
        (
            "> Authorization: Bearer x\r\n> Accept: */*\r\n", "> Authorization: Bearer REDACTED\r\n> Accept: */*\r\n",
            "text/plain"
        ),
        ("a\n  X-Auth-Token: x y\nb", "a\n  X-Auth-Token: REDACTED\nb", "text/plain"),
        ("Set-Cookie: sid=x; Path=/", "Set-Cookie: REDACTED", "text/plain"),
        ("curl -u a:b -H \"Cookie: a=1; b=2\" /x", "curl -u a:b -H \"Cookie: REDACTED\" /x", nil),
        ("user: a\n- password: hunter2hunter2\r\n", "user: a\n- password: REDACTED\r\n", "application/yaml"),
        ("  token: s3cr3tword", "  token: REDACTED", nil),
        ("this.session=session;", "this.session=session;", "application/javascript"),
        ("e.token=s.id;", "e.token=s.id;", "text/javascript"),
        ("module.exports.ticket=ticket", "module.exports.ticket=ticket", "application/x-javascript"),
        (
            "x={selectedKey:\"multiSelect\"};x.multiSelect", "x={selectedKey:\"multiSelect\"};x.multiSelect",
            "text/javascript"
        ),
        ("a=1\r\nAuthorization: Bearer abc", "a=1\r\nAuthorization: Bearer REDACTED", "application/octet-stream"),
        ("PASSWORD=x\nPATH=/bin", "PASSWORD=REDACTED\nPATH=/bin", "text/plain"),
        ("var apiKey = 'x'; f(function(){})", "var apiKey = 'REDACTED'; f(function(){})", "text/javascript"),
        ("f({\"token\":\"x\",\"a\":b}, () => {})", "f({\"token\":\"REDACTED\",\"a\":b}, () => {})", "text/javascript"),
        ("f({developerKey:\"AB12cd\"},() => {})", "f({developerKey:\"REDACTED\"},() => {})", "text/javascript"),
        ("u=\"/x?sig=s&y=1\";function f(){}", "u=\"/x?sig=REDACTED&y=1\";function f(){}", "text/javascript"),
    ])
    func bodiesOfOtherTypesKeepAllButTheirSecrets(text: String, expected: String, type: String?) {
        #expect(Redaction.text(ofBody: text, type: type) == expected)
    }

    @Test(arguments: [
        ("Set-Cookie", "sid=\u{301}x; Path=/", "sid=REDACTED; Path=/"),
        ("Cookie", "a=x;\u{301}=y", "a=REDACTED;\u{301}=REDACTED"),
        ("Cookie", "a=\u{301}x; b=y", "a=REDACTED; b=REDACTED"),
    ])
    func cookieWithACombiningMarkAfterASignIsReplaced(name: String, value: String, expected: String) {
        let replaced = NamedValues.header(value, of: name) { place, _ in place.kind == .cookie ? "REDACTED" : nil }
        #expect(replaced == expected)
    }

    @Test(
        arguments: [
            "d.prototype.keys=function(){return Object.keys(this)};", "if(s.id===e.id&&e.password===t.password){f(e)}",
            "e.token=t.token;return function(){}", "const token = getToken(); const { password } = props",
            "switch(e){case\"token\":return e.token;case \"password\":f()}",
            "var a={type:b?\"password\":\"text\"};function f(){}",
            "x({\"token\":e.token,\"key\":t},function(e){})", "let keys=Object.keys(e),pin=e.pin;function f(){}",
            "struct User { let password: String!; func f() {} }", "interface A { token: string; } const f = () => {}",
            "a.session=s;b.cookie=document.cookie;(function(){})", "if (token == null || key != other) { f() }",
            "wl={key:\"ok\",caption:\"OK\"};f(function(){})", "var t={requestCookies:\"Request Cookies\"};f(()=>{})",
            "e+(\"&rpctoken=\"+t+\"&ready=\"+a,function(){})", "log(\"bad cookie_policy: \"+c+\":\");function f(){}",
            "x=/[\"]/;d.ctrlKey=b.ctrlKey;f(\"a\",function(){},\"b\")",
            "var s={\"cookies\":{\"type\":\"array\",\"items\":{\"$ref\":\"a1\"}}};(function(){})",
            "document.cookie=\"a1=\"+b+\"; path=/\";f(function(){})",
            "fetch(u,{credentials:\"same-origin\"}).then(a=>{})",
            "\"a\"===e?i.withCredentials=!0:\"b1\";f(function(){})", "var uidCookieName=\"WRUID2010\";function f(){}",
            "signature=(a,b)=>{return a}", "keys=function(a){", "token=next(a)", "pw=>{}", "code=>code+1",
            "password:\n  type: string\n", "password: required\n", "password: String!", "Token: yesterday",
            "input[type=password]{color:red}", "Access-Control-Allow-Credentials: true",
        ], ["text/javascript", "text/plain", "application/json", "text/html"])
    func programsStayWhole(text: String, type: String) {
        #expect(Redaction.text(ofBody: text, type: type) == text)
    }

    /// Decoded, masked and encoded again.
    @Test(arguments: [
        (String.Encoding.utf16LittleEndian, "text/plain; charset=utf-16", Data()),
        (.utf16LittleEndian, "application/json; charset=UTF-16LE", Data()),
        (.utf16BigEndian, "application/json; charset=utf-16be", Data()),
        (.utf16LittleEndian, "application/json", Data([0xFF, 0xFE])),
        (.utf16BigEndian, "text/plain; charset=utf-16", Data([0xFE, 0xFF])),
        (.isoLatin1, "application/json; charset=iso-8859-1", Data()),
    ])
    func bodiesOfAKnownCharsetAreMasked(encoding: String.Encoding, type: String, mark: Data) throws {
        func body(_ value: String) throws -> Data {
            mark + (try #require(#"{"user":"Jörg","password":"\#(value)"}"#.data(using: encoding)))
        }
        #expect(Redaction.body(try body("s3crét"), type: type) == (try body("REDACTED")))
        let odd = Data([0xD8, 0x00, 0x41])
        #expect(Redaction.body(mark + odd, type: type) == mark + odd)
    }

    @Test func bodiesThatAreNotUTF8AreMaskedToo() {
        let form = Data("user=J".utf8) + [0xF6] + Data("rg&password=p&x=".utf8) + [0xE9]
        let maskedForm = Data("user=J".utf8) + [0xF6] + Data("rg&password=REDACTED&x=".utf8) + [0xE9]
        #expect(Redaction.body(form, type: "application/x-www-form-urlencoded") == maskedForm)
        let json = Data(#"{"user":"J"#.utf8) + [0xF6] + Data(#"rg","password":"p"}"#.utf8)
        let maskedJSON = Data(#"{"user":"J"#.utf8) + [0xF6] + Data(#"rg","password":"REDACTED"}"#.utf8)
        #expect(Redaction.body(json, type: "application/json; charset=latin1") == maskedJSON)
    }

    @Test(
        arguments: ["\r\n", "\n"],
        [
            #"Content-Disposition: form-data; name="password""#, "Content-Disposition: form-data; name=password",
            #"Content-Disposition: form-data;name="password""#, #"content-disposition: form-data; NAME="password""#,
            #"Content-Disposition: form-data; filename="p.txt"; name="password""#,
        ])
    func secretPartsOfFormsAreMasked(lineEnd: String, disposition: String) {
        func body(_ password: String) -> Data {
            let start = [
                "--x", #"Content-Disposition: form-data; name="photo"; filename="a.jpg""#, "Content-Type: image/jpeg",
            ]
            let rest = ["--x", disposition, "", password, "--x--", ""]
            return Data((start + ["", ""]).joined(separator: lineEnd).utf8) + [0xFF, 0xD8, 0x22, 0x3A, 0xFF]
                + Data(([""] + rest).joined(separator: lineEnd).utf8)
        }
        #expect(Redaction.body(body("p"), type: "multipart/form-data; boundary=x") == body("REDACTED"))
        // A body without a boundary in its type, and one that was cut off.
        #expect(Redaction.body(body("p"), type: "multipart/form-data") == body("REDACTED"))
        let cut = body("p").dropLast(7 + 2 * lineEnd.utf8.count)
        #expect(
            String(decoding: Redaction.body(cut, type: "multipart/form-data; boundary=x"), as: UTF8.self).hasSuffix(
                "REDACTED"))
    }

    @Test func contentsOfPartsAreMasked() {
        func body(_ secret: String, _ json: String) -> String {
            [
                "--x", "Content-Type: application/json", "", #"{"token":\#(json)}"#, "--x",
                "Content-Type: application/http", "Authorization: Bearer \(secret)", "",
                "GET /a?api_key=\(secret) HTTP/1.1",
                "Authorization: Basic \(secret)", "X-Api-Key: \(secret)", "Accept: a/b", "", "--x--", "",
            ].joined(separator: "\r\n").replacing("X-Api-Key: \(secret)", with: "X-Api-Key: \(secret)")
        }
        let masked = Redaction.text(ofBody: body("s3cret", "\"t\""), type: "multipart/mixed; boundary=x")
        #expect(masked == body("REDACTED", "\"REDACTED\""))
    }

    @Test func errorsAreNamedWithoutTheirURL() {
        let url = URL(string: "https://a.com/?token=t")!
        let error = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        #expect(Redaction.text(of: error) == "URLError -1001")
        #expect(
            Redaction.text(of: NSError(domain: NSURLErrorDomain, code: -1009, userInfo: error.errorUserInfo))
                == "URLError -1009")
        #expect(Redaction.text(of: HTTPMockError("HTTPMock: text")) == "HTTPMock: text")
        #expect(Redaction.text(of: CancellationError()) == "CancellationError()")
    }

    @Test func textsOfAnErrorOfTheClientAreMasked() {
        struct Refused: Error {
            let url = "https://a.com/?token=s3cret"
            let password = "hunter22"
        }
        let text = Redaction.text(of: Refused())
        #expect(text.contains("Refused"))
        #expect(!text.contains("s3cret") && !text.contains("hunter22"))
    }

    @Test func printedQueriesAreMasked() {
        #expect("\(Query(["q": "a", "token": "s3cret"]))" == "q=a&token=REDACTED")
        #expect(String(reflecting: HTTPMock.Query(["token": "s3cret"])).contains("s3cret") == false)
    }

    /// A text that is encoded many times, in several ways: deep nesting is masked and does not overflow the stack.
    @Test func deepNestingIsMasked() throws {
        var form = "token=s3cret"
        var json = #"{"token":"s3cret"}"#
        for _ in 0..<12 {
            form = "a=" + (form.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            json = "{\"a\":\(String(decoding: try JSONEncoder().encode(json), as: UTF8.self))}"
        }
        #expect(Redaction.text(ofForm: form).hasSuffix("REDACTED"))
        #expect(!Redaction.text(ofBody: json, type: "application/json").contains("s3cret"))
        var deep = "x"
        for _ in 0..<150 { deep = "a=" + deep.replacing("%", with: "%25").replacing("=", with: "%3D") }
        #expect(Redaction.text(ofForm: deep).hasPrefix("a="))
    }

    @Test(arguments: ["a=", "?a=", "a:\"", "a='\\", "://a", "[a", "%25", "\"a\":", "&a"])
    func longTextsAreReadInOnePass(piece: String) {
        let text = String(repeating: piece, count: 40_000)
        #expect(!Redaction.text(ofBody: text, type: "text/plain").isEmpty)
        #expect(!Redaction.text(ofAddress: text).isEmpty)
        #expect(!Redaction.text(ofBody: text, type: "application/json").isEmpty)
    }

    /// Random texts, because a scanner of bytes must neither crash nor loop on any of them.
    @Test(arguments: Seeds.first(30))
    func anyTextIsReadToItsEnd(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "{", "}", "[", "\"", "\\", ":", "=", "&", "?", "#", "%", "%7B", "token", "a", "://", "@", "/", "\n", "--x",
            " ", "é", ";", "'",
        ]
        let types = [
            "application/json", nil, "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
            "text/plain",
        ]
        for _ in 0..<200 {
            let text = generator.text(of: pieces, count: 0...30)
            let masked = Redaction.text(ofBody: text, type: generator.pick(types))
            #expect(text.isEmpty == masked.isEmpty)
            _ = Redaction.text(ofAddress: text)
            _ = Redaction.headerValue(text, of: generator.pick(["Location", "Link", "Authorization"]))
        }
    }
}

extension Redaction {
    fileprivate static func text(ofForm text: String) -> String {
        self.text(ofBody: text, type: "application/x-www-form-urlencoded")
    }

    /// Returns a body's text without secrets.
    fileprivate static func text(ofBody text: String, type: String?) -> String {
        String(decoding: body(Data(text.utf8), type: type), as: UTF8.self)
    }
}
