import Foundation
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct RedactionTests {
    @Test(arguments: [
        "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Auth-Token", "access_token", "accessToken",
        "refreshtoken", "IDToken", "csrfToken", "client_secret", "clientSecret", "password", "newPassword",
        "user[password]", "pwd", "passphrase", "api_key", "X-API-Key", "apikey", "secretAccessKey", "X-Amz-Signature",
        "X-Amz-Credential", "JSESSIONID", "PHPSESSID", "session_id", "code", "sid", "pass", "pin", "otp", "sig", "jwt",
        "client_assertion", "code_verifier", "credentials", "tokens", "auth", "token",
    ])
    func secretsAreKnownByName(name: String) {
        #expect(Redaction.isSecret(name))
    }

    @Test(arguments: [
        "author", "authority", "passenger", "compass", "monkey", "keyboard", "key", "tokenizer", "max_tokens",
        "promptTokens", "token_type", "token_expires_in", "tokenURL", "secretary", "country_code", "statusCode",
        "barcode", "inside", "design", "spinner", "sigma", "session", "Accept", "Content-Type", "page", "", "--",
        "password_length", "broken",
    ])
    func namesThatOnlyLookLikeSecretsAreNot(name: String) {
        #expect(!Redaction.isSecret(name))
    }

    @Test(arguments: [
        ("https://api.example.com/x?q=1", "https://api.example.com/x?q=1"),
        ("https://a.com/x?access_token=t&q=1&code=", "https://a.com/x?access_token=REDACTED&q=1&code=REDACTED"),
        ("https://a.com/x?token", "https://a.com/x?token"),
        ("https://a.com/x?api%5Fkey=t", "https://a.com/x?api%5Fkey=REDACTED"),
        ("https://user:s3cret@a.com/x", "https://REDACTED@a.com/x"),
        ("https://sk_live_1:@a.com/x", "https://REDACTED@a.com/x"),
        ("https://ghp_1@a.com/x", "https://REDACTED@a.com/x"),
        ("https://a.com/cb#access_token=t&state=x", "https://a.com/cb#access_token=REDACTED&state=x"),
        ("https://a.com/@handle#part", "https://a.com/@handle#part"),
        ("https://a.com/x?a=%2B+%20", "https://a.com/x?a=%2B+%20"),
    ])
    func addressesKeepAllButTheirSecrets(address: String, expected: String) {
        #expect(Redaction.text(of: URL(string: address)!) == expected)
    }

    @Test(arguments: [
        ("Authorization", "Bearer abc", "Bearer REDACTED"),
        ("Authorization", "abc", "REDACTED"),
        ("Cookie", "a=1; b=2", "REDACTED"),
        ("Accept", "text/html", "text/html"),
        ("Location", "/cb?code=abc&x=1", "/cb?code=REDACTED&x=1"),
        ("Referer", "https://u:p@a.com/?token=1", "https://REDACTED@a.com/?token=REDACTED"),
        ("Location", "", ""),
    ])
    func headerValuesAreMaskedByName(name: String, value: String, expected: String) {
        #expect(Redaction.headerValue(value, of: name) == expected)
    }

    @Test(arguments: [
        (#"{"user":"a", "password" : "p\"x", "n": 1.50}"#, #"{"user":"a", "password" : "REDACTED", "n": 1.50}"#),
        (#"{"token":{"a":[1,"]"]},"b":2}"#, #"{"token":"REDACTED","b":2}"#),
        (#"[{"pin":1234},{"pin":null}]"#, #"[{"pin":"REDACTED"},{"pin":"REDACTED"}]"#),
        (#"{"a":"password: x","b":"token"}"#, #"{"a":"password: x","b":"token"}"#),
        (#"{"password":"cut o"#, #"{"password":"REDACTED""#),
        (#"{"password":"#, #"{"password":"#),
        ("data: {\"token\":\"t\"}\n\ndata: {\"x\":1}\n", "data: {\"token\":\"REDACTED\"}\n\ndata: {\"x\":1}\n"),
        ("plain text: nothing", "plain text: nothing"),
        ("", ""),
    ])
    func jsonIsMaskedAndOtherwiseLeftAsItIs(text: String, expected: String) {
        #expect(Redaction.text(ofBody: text, type: "application/json") == expected)
    }

    @Test func formsAreMaskedWithAndWithoutAContentType() {
        let form = "user=a&password=p%26x&token&code="
        let masked = "user=a&password=REDACTED&token&code=REDACTED"
        #expect(Redaction.text(ofBody: form, type: "application/x-www-form-urlencoded; charset=utf-8") == masked)
        #expect(Redaction.text(ofBody: form, type: nil) == masked)
    }

    @Test(arguments: ["\r\n", "\n"]) func formsInPartsAreMasked(lineEnd: String) {
        func body(_ password: String) -> String {
            [
                "--x", #"Content-Disposition: form-data; name="user""#, "", "alice", "--x",
                #"Content-Disposition: form-data; name="password""#, "", password, "--x--", "",
            ].joined(separator: lineEnd)
        }
        let masked = Redaction.text(ofBody: body("p"), type: "multipart/form-data; boundary=x")
        #expect(masked == body("REDACTED"))
    }

    @Test func errorsAreNamedWithoutTheAddressTheyHold() {
        let url = URL(string: "https://a.com/?token=t")!
        let error = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        #expect(Redaction.text(of: error) == "URLError -1001")
        #expect(
            Redaction.text(of: NSError(domain: NSURLErrorDomain, code: -1009, userInfo: error.errorUserInfo))
                == "URLError -1009")
        #expect(Redaction.text(of: HTTPMockError("HTTPMock: text")) == "HTTPMock: text")
        #expect(Redaction.text(of: CancellationError()) == "CancellationError()")
    }
}
