import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RequestConditionTests {
    private struct Profile: Encodable {
        struct Address: Encodable { var city: String, since: Date }
        var name: String
        var address: Address
        var tags: [String]
        var nothing: String?
    }

    /// A request with a text for a body.
    private func request(
        _ body: String = "", url: String = "https://example.com/p?x=1", headers: [String: String] = [:]
    ) -> MockRequest {
        guard let url = URL(string: url) else { preconditionFailure(url) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return MockRequest(request, url: url, body: Data(body.utf8))
    }

    private func mismatch(
        _ condition: RequestCondition, _ body: String = "", headers: [String: String] = [:]
    ) -> String? {
        condition.mismatch(request(body, headers: headers))
    }

    // MARK: GraphQL

    @Test func graphQLVariablesAreComparedAsAPartOfTheJSON() {
        let condition = RequestCondition.graphQL(
            operation: "Cart", variables: ["id": 7, "coupon": .any, "name": .matching("A*"), "in": ["a": true]])
        let body = #"{"operationName":"Cart","variables":{"id":7,"coupon":null,"name":"Ada","in":{"a":true,"b":1}}}"#
        #expect(mismatch(condition, body) == nil)
        #expect(mismatch(condition, #"{"operationName":"Cart","variables":{"id":8}}"#)?.contains("id is 8") == true)
        #expect(mismatch(condition, #"{"operationName":"Card"}"#)?.contains("GraphQL operation is \"Card\"") == true)
        #expect(mismatch(condition, #"{"operationName":"Cart"}"#)?.hasSuffix("the request has no variables") == true)
    }

    @Test func graphQLVariablesOfAGetAreThoseOfTheQuery() {
        let condition = RequestCondition.graphQL(operation: "Cart", variables: ["id": 7])
        let url = "https://example.com/graphql?operationName=Cart&variables=%7B%22id%22:7%7D"
        #expect(condition.mismatch(request(url: url)) == nil)
        #expect(condition.mismatch(request(url: url.replacing("7%7D", with: "8%7D"))) != nil)
    }

    // MARK: Headers

    @Test func headerIsFoundInAnyCaseAndItsValueInItsOwn() {
        let headers = ["X-Trace": "Abc"]
        #expect(mismatch(.header("x-TRACE"), headers: headers) == nil)
        #expect(mismatch(.header("X-Other"), headers: headers) == "no X-Other header")
        #expect(mismatch(.header("x-trace", "Abc"), headers: headers) == nil)
        #expect(
            mismatch(.header("x-trace", "abc"), headers: headers)
                == #"header x-trace is "Abc", expected "abc" (case counts)"#)
        #expect(mismatch(.header("x-trace", "x*"), headers: headers) == #"header x-trace is "Abc", expected "x*""#)
        #expect(mismatch(.header("X-Other", "*"), headers: headers) == #"no X-Other header, expected "*""#)
        #expect(mismatch(.header("Cookie", "a=1"), headers: ["Cookie": "a=2"]) == "header Cookie differs")
        #expect(
            mismatch(.header("Authorization", "Bearer a"), headers: ["Authorization": "Basic b"])
                == #"header Authorization is "Basic REDACTED", expected "Bearer REDACTED""#)
        #expect(RequestCondition.header("Accept", "a/*").description == #"header Accept is "a/*""#)
        #expect(RequestCondition.header("Accept").description == "header Accept is present")
    }

    @Test(arguments: [
        ("", "", true), ("", "*", true), ("", "**", true), ("a", "", false), ("abc", "a*c", true), ("ac", "a*c", true),
        ("a", "a*a", false), ("aa", "a*a", true), ("aaa", "aa*aa", false), ("aaaa", "aa*aa", true),
        ("ababc", "*abc", true), ("abcabd", "*abd", true), ("abc", "*b", false), ("axbxc", "a*b*c", true),
        ("acb", "a*b*c", false), ("text/html; q=1", "text/*;*", true), ("abcbc", "a*bc", true), ("a*c", "a*c", true),
        // Bytes are compared, so a combining accent is separate from its base character.
        ("e\u{301}", "e*", true), ("e\u{301}x", "e*x", true), ("e\u{301}", "é", false), ("a\u{301}b", "*b", true),
        ("\u{301}", "*", true), ("x\u{301}", "*\u{301}", true), ("👩‍👩‍👧", "👩*👧", true), ("🇩🇪🇫🇷", "*🇫🇷", true),
        ("a\r\nb", "a*\nb", true),
    ])
    func starMatchesAnyRunOfCharacters(value: String, glob: String, expected: Bool) {
        #expect((mismatch(.header("X-Glob", glob), of: value) == nil) == expected)
    }

    /// Evaluates a glob for a value that `setValue(_:forHTTPHeaderField:)` may reject.
    private func mismatch(_ condition: RequestCondition, of value: String) -> String? {
        let original = request()
        var request = original.urlRequest
        request.allHTTPHeaderFields = ["X-Glob": value]
        return condition.mismatch(MockRequest(request, url: original.url, body: Data()))
    }

    @Test(arguments: Seeds.first(50))
    func globIsThatOfTheReference(seed: UInt64) {
        func matches(_ text: ArraySlice<UInt8>, _ glob: ArraySlice<UInt8>) -> Bool {
            guard let first = glob.first else { return text.isEmpty }
            if first == UInt8(ascii: "*") {
                return (text.startIndex...text.endIndex).contains { matches(text[$0...], glob.dropFirst()) }
            }
            return text.first == first && matches(text.dropFirst(), glob.dropFirst())
        }
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let value = generator.text(of: ["a", "b", "ab", "é", "\u{301}", "-"], count: 0...10)
            let glob = generator.text(of: ["a", "b", "*", "*", "é", "\u{301}", "-"], count: 0...7)
            let expected = matches(Array(value.utf8)[...], Array(glob.utf8)[...])
            #expect((mismatch(.header("X-Glob", glob), of: value) == nil) == expected, "\(value) \(glob)")
        }
    }

    /// A search that tried each length of each star in turn would not end.
    @Test func hostileGlobTakesStepsInProportionToGlobAndValue() {
        let value = String(repeating: "a", count: 1_000)
        let glob = String(repeating: "a*", count: 50) + "b"
        let (isMatch, steps) = TextGlob(glob).match(value)
        #expect(!isMatch)
        #expect(steps <= 2 * glob.utf8.count * (value.utf8.count + 1))
    }

    @Test func credentialsAreComparedWhateverTheSpellingOfTheScheme() {
        let bearer = RequestCondition.bearerToken("t0k3n")
        #expect(mismatch(bearer, headers: ["Authorization": "Bearer t0k3n"]) == nil)
        #expect(mismatch(bearer, headers: ["authorization": "bearer  t0k3n"]) == nil)
        #expect(mismatch(bearer) == "no Authorization header, expected a bearer token")
        #expect(mismatch(bearer, headers: ["Authorization": "Bearer other"]) == "the bearer token differs")
        #expect(
            mismatch(bearer, headers: ["Authorization": "bearer"])
                == #"header Authorization has no credentials, expected "Bearer …""#)
        #expect(
            mismatch(bearer, headers: ["Authorization": "Basic eDp5"])
                == #"header Authorization is "Basic REDACTED", expected a bearer token"#)
        let basic = RequestCondition.basicAuth(user: "Aladdin", password: "open sesame")
        #expect(mismatch(basic, headers: ["Authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="]) == nil)
        #expect(mismatch(basic, headers: ["Authorization": "Bearer QWxhZGRpbjpvcGVuIHNlc2FtZQ=="]) != nil)
        #expect(
            mismatch(basic, headers: ["Authorization": "Basic eDp5"])
                == "the user or the password of the basic authentication differs")
        #expect(mismatch(basic) == #"no Authorization header, expected basic authentication as "Aladdin""#)
        #expect(basic.description == #"basic authentication as "Aladdin""#)
    }

    // MARK: URL and body

    @Test func schemeIsComparedWithoutCase() {
        #expect(RequestCondition.scheme("HTTPS").mismatch(request()) == nil)
        #expect(RequestCondition.scheme("http").mismatch(request()) == #"scheme is "https", expected "http""#)
    }

    @Test func bodyIsComparedByteByByte() {
        #expect(mismatch(.body(Data("abc".utf8)), "abc") == nil)
        #expect(mismatch(.body(Data("abc".utf8)), "abd") == "body has the expected length, but different bytes")
        #expect(mismatch(.body(Data("abc".utf8)), "ab") == "body has 2 bytes, expected 3")
        #expect(mismatch(.body(Data("abc".utf8)), "a") == "body has 1 byte, expected 3")
        #expect(mismatch(.body(Data()), "") == nil)
        #expect(mismatch(.body(containing: "b\""), #"ab"c"#) == nil)
        #expect(mismatch(.body(containing: "B"), "abc") == #"body does not contain "B""#)
        #expect(mismatch(.body(containing: ""), "") == nil)
        #expect(mismatch(.body(containing: "e"), "e\u{301}") == nil)
    }

    @Test func formIsDecodedAndComparedAsAWhole() {
        let condition = RequestCondition.form(["user": "alice smith", "mail": "a+b@c.d", "empty": ""])
        #expect(mismatch(condition, "user=alice+smith&mail=a%2Bb%40c.d&empty=") == nil)
        #expect(mismatch(condition, "empty&mail=a%2bb@c.d&user=alice%20smith") == nil)
        #expect(
            mismatch(condition, "user=bob&mail=a%2Bb%40c.d&empty=")
                == #"form field user is "bob", expected "alice smith""#)
        #expect(mismatch(condition, "user=alice+smith&empty=") == #"form field mail is missing, expected "a+b@c.d""#)
        #expect(mismatch(condition, "user=alice+smith&mail=a%2Bb%40c.d&empty=&x=1") == "form field x is not expected")
        #expect(mismatch(.form(["a": "1"]), "a=1&a=1") == #"form field a is "1", "1", expected "1""#)
        #expect(
            mismatch(.form(["a": "1", "pin": "1", "z": "3"]), "a=2&pin=2&b=1")
                == #"form field a is "2", expected "1"; form field pin differs; form field z is missing, expected "3"; "#
                + "form field b is not expected")
        #expect(mismatch(.form([:])) == nil)
        let type = ["Content-Type": "Application/X-WWW-Form-Urlencoded; charset=utf-8"]
        #expect(mismatch(.form(["a": "1"]), "a=1", headers: type) == nil)
        let reason = mismatch(.form(["a": "1"]), "a=1", headers: ["Content-Type": "application/json; charset=utf-8"])
        #expect(
            reason == "the body is not a form: Content-Type is application/json; to compare JSON, write .json(…)")
    }

    // MARK: JSON

    @Test func jsonIsComparedByValue() {
        let condition = RequestCondition.json(["b": [1, 2.5], "a": []])
        #expect(condition.description == #"body is JSON {"a":[],"b":[1,2.5]}"#)
        #expect(mismatch(condition, #"{ "a" : [ ], "b" : [ 1.0, 25e-1 ] }"#) == nil)
        #expect(mismatch(condition, #"{"a":[],"b":[1,2.6]}"#) == "\(condition): b[1] is 2.6, expected 2.5")
        #expect(mismatch(condition, #"{"a":[],"b":[1]}"#) == "\(condition): b has 1 element, expected 2")
        #expect(mismatch(condition, #"{"a":[],"b":[1,2.5],"c":0}"#) == "\(condition): c is not expected")
        #expect(mismatch(condition, #"{"b":[1,2.5]}"#) == "\(condition): a is missing, expected []")
        #expect(mismatch(condition, "[]") == #"\#(condition): the value is [], expected {"a":[],"b":[1,2.5]}"#)
    }

    @Test func bodyThatIsNoJSONIsAMismatchWithItsReason() {
        let condition = RequestCondition.json(["a": 1])
        #expect(mismatch(condition) == "\(condition): the body is empty")
        #expect(mismatch(condition, "a=1") == "\(condition): the body is not JSON: expected a value (byte 0)")
        #expect(mismatch(.json(containing: ["a": 1]), "{\"a\":1") != nil)
        #expect(mismatch(.not(condition), "a=1") == nil)
    }

    @Test func jsonAcceptsNestedValuesDatesAndFragments() {
        let profile = Profile(
            name: "Alice", address: .init(city: "Paris", since: Date(timeIntervalSince1970: 0)), tags: ["a"])
        let body = #"{"name":"Alice","tags":["a"],"address":{"since":"1970-01-01T00:00:00Z","city":"Paris"}}"#
        #expect(mismatch(.json(profile), body) == nil)
        #expect(mismatch(.json("text"), #""text""#) == nil)
        #expect(mismatch(.json(1), "1.0") == nil)
        #expect(mismatch(.json(true), "true") == nil)
        #expect(mismatch(.json([profile]), "[\(body)]") == nil)
        #expect(mismatch(.json(String?.none), "null") == nil)
    }

    @Test func jsonContainingIsASubsetAtEveryDepth() {
        let body = #"{"user":{"name":"Alice","id":1,"tags":[{"t":"a","n":1},{"t":"b"}]},"more":null}"#
        #expect(mismatch(.json(containing: ["user": ["name": "Alice"]]), body) == nil)
        #expect(mismatch(.json(containing: ["user": ["tags": [["t": "a"], ["t": "b"]]]]), body) == nil)
        #expect(
            mismatch(.json(containing: ["user": ["tags": [["t": "a"]]]]), body)
                == #"body is JSON containing {"user":{"tags":[{"t":"a"}]}}: user.tags has 2 elements, expected 1"#)
        #expect(
            mismatch(.json(containing: ["user": ["tags": [["t": "a"], ["t": "c"]]]]), body)
                == #"body is JSON containing {"user":{"tags":[{"t":"a"},{"t":"c"}]}}: user.tags[1].t is "b", expected "c""#
        )
        #expect(mismatch(.json(containing: ["more": nil]), body) == nil)
        #expect(
            mismatch(.json(containing: ["less": nil]), body)
                == #"body is JSON containing {"less":null}: less is missing, expected null"#)
        #expect(mismatch(.json(containing: [:]), body) == nil)
    }

    @Test func literalsOfMixedTypesNeedNoTypeNamed() {
        let (id, name) = (7, "Alice")
        let date = Date(timeIntervalSince1970: 0)
        #expect(RequestCondition.json(["id": 1, "name": "x"]).description == #"body is JSON {"id":1,"name":"x"}"#)
        #expect(
            RequestCondition.json(["id": id, "name": name]).description == #"body is JSON {"id":7,"name":"Alice"}"#)
        #expect(
            RequestCondition.json(["at": date, "id": id]).description
                == #"body is JSON {"at":"1970-01-01T00:00:00Z","id":7}"#)
        #expect(
            RequestCondition.json(["a": ["b": 1, "c": [1.5, "x", nil, false]]]).description
                == #"body is JSON {"a":{"b":1,"c":[1.5,"x",null,false]}}"#)
        #expect(RequestCondition.json([1, "a", nil]).description == #"body is JSON [1,"a",null]"#)
        #expect(RequestCondition.json(["n\(id)": 3.14, "x": -1]).description == #"body is JSON {"n7":3.14,"x":-1}"#)
        #expect(RequestCondition.json([]).description == "body is JSON []")
        #expect(RequestCondition.json([:]).description == "body is JSON {}")
        #expect(RequestCondition.json(nil).description == "body is JSON null")
    }

    @Test func jsonMayHavePatterns() {
        let name = "Alice"
        let condition = RequestCondition.json(["id": .any, "name": .matching("A*"), "tags": [.any, "b"]])
        #expect(condition.description == #"body is JSON {"id":.any,"name":.matching("A*"),"tags":[.any,"b"]}"#)
        #expect(mismatch(condition, #"{"id":7,"name":"Alice","tags":[[],"b"]}"#) == nil)
        #expect(mismatch(condition, #"{"id":null,"name":"A","tags":[{"x":1},"b"]}"#) == nil)
        #expect(
            mismatch(condition, #"{"name":"Bob","tags":[1,"c"]}"#)
                == #"\#(condition): id is missing, expected .any; name is "Bob", expected .matching("A*"); "#
                + #"tags[1] is "c", expected "b""#)
        #expect(
            mismatch(condition, #"{"id":1,"name":65,"tags":[1,"b"]}"#)?.hasSuffix(
                #"name is 65, expected .matching("A*")"#) == true)
        #expect(
            mismatch(.json(containing: ["order": ["id": .matching("ord_*")]]), #"{"order":{"id":"ord_1","x":1}}"#)
                == nil)
        #expect(mismatch(.json(["id": .any, "name": name]), #"{"id":[1],"name":"Alice"}"#) == nil)
        #expect(mismatch(.json(["id": .any, "name": name]), #"{"id":[1],"name":"Bob"}"#) != nil)
        #expect(mismatch(.json(.matching("*")), #""x""#) == nil)
        #expect(mismatch(.json(.any), "null") == nil)
        #expect(RequestCondition.json(["a": .any]).identity == RequestCondition.json(["a": .any]).identity)
        #expect(RequestCondition.json(["a": .any]).identity != RequestCondition.json(["a": ".any"]).identity)
        #expect(RequestCondition.json(["token": .matching("s3*"), "pin": .any]).description.contains("s3") == false)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(["a": JSONLiteral.any]) }
    }

    @Test(arguments: [
        1e200, -1.5e-300, 0.1, Double.leastNormalMagnitude, 1.797_693_134_862_315_7e308, 9_007_199_254_740_991,
    ])
    func jsonMayHaveNumbersOfAnySize(value: Double) throws {
        let literal = JSONLiteral(floatLiteral: value)
        let members: [String: any Encodable] = ["a": literal, "b": [literal]]
        #expect(mismatch(.json(members), #"{"a":\#(value),"b":[\#(value)]}"#) == nil)
        #expect(mismatch(.json(members), #"{"a":\#(value),"b":[2]}"#) != nil)
        #expect(try JSONValue(JSONEncoder().encode([literal])) == .array([.number(JSONNumber(value))]))
    }

    @Test func textIsComparedByCodeUnits() {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(mismatch(.form(["q": decomposed]), "q=caf%C3%A9") != nil)
        #expect(mismatch(.form([decomposed: "1"]), "caf%C3%A9=1") != nil)
        #expect(mismatch(.form([composed: composed]), "caf%C3%A9=caf%C3%A9") == nil)
        #expect(mismatch(.bearerToken(decomposed), headers: ["Authorization": "Bearer \(composed)"]) != nil)
        #expect(mismatch(.json([decomposed: 1]), #"{"\#(composed)":1}"#) != nil)
        #expect(mismatch(.json(["a": .matching("*\(decomposed)")]), #"{"a":"\#(composed)"}"#) != nil)
    }

    @Test func valueThatCannotBeEncodedNeverMatches() {
        struct Broken: Encodable { func encode(to encoder: any Encoder) throws { throw CancellationError() } }
        let condition = RequestCondition.json(Broken())
        #expect(condition.description == "body is JSON of a Broken")
        #expect(mismatch(condition, "{}") == "a Broken can't be encoded as JSON, so no body matches")
        #expect(mismatch(.json(Double.infinity), "1") == "a Double can't be encoded as JSON, so no body matches")
    }

    // MARK: GraphQL

    @Test func graphQLOperationIsFoundWhereverItIsNamed() {
        let condition = RequestCondition.graphQL(operation: "Me")
        #expect(mismatch(condition, #"{"operationName":"Me","query":"query You { x }"}"#) == nil)
        #expect(mismatch(condition, #"{"operationName":null,"query":"query Me { x }"}"#) == nil)
        #expect(mismatch(condition, #"{"query":"query You { x }"}"#) == #"GraphQL operation is "You", expected "Me""#)
        let unnamed = #"the request names no GraphQL operation, expected "Me""#
        #expect(mismatch(condition, #"{"query":"{ x }"}"#) == unnamed)
        #expect(mismatch(condition, "x") == unnamed)
        let inQuery = request(url: "https://example.com/graphql?query=query%20Me%20%7Bx%7D")
        #expect(condition.mismatch(inQuery) == nil)
        #expect(condition.mismatch(request(url: "https://example.com/graphql?operationName=Me")) == nil)
    }

    // MARK: Combinations

    @Test func combinationsReportTheConditionsThatDoNotMatch() {
        let (yes, no) = (RequestCondition.scheme("https"), RequestCondition.header("X-No"))
        #expect(mismatch(.not(no)) == nil)
        #expect(mismatch(.not(yes)) == #"the condition in .not(…) matches: scheme is "https""#)
        #expect(mismatch(.any(of: no, yes)) == nil)
        #expect(
            mismatch(.any(of: no, .scheme("ftp")))
                == #"no condition in .any(of:) matches: no X-No header; scheme is "https", expected "ftp""#)
        #expect(mismatch(.any(of: [])) == ".any(of:) of an empty list never matches")
        #expect(mismatch(.all(of: yes, yes)) == nil)
        #expect(mismatch(.all(of: yes, no)) == "no X-No header")
        #expect(mismatch(.all(of: [])) == nil)
        #expect(mismatch(.not(.all(of: yes, .any(of: no, .not(no))))) != nil)
        #expect(mismatch(.where("x \"y\"") { _ in false }) == #".where("x \"y\"") returned false"#)
        let description = RequestCondition.not(.any(of: yes, no)).description
        #expect(description == #"not (any of (scheme is "https", header X-No is present))"#)
    }

    // MARK: Secrets

    private static let secret = "s3cr3t-V4lue"

    @Test(
        arguments: [
            .header("Authorization", "Bearer \(secret)"), .header("Authorization", secret),
            .header("Cookie", "sid=\(secret)"),
            .header("X-Api-Key", "*\(secret)"), .header("X-Auth-Token", secret), .bearerToken(secret),
            .basicAuth(user: "alice", password: secret), .form(["password": secret, "user": "a"]),
            .json(["token": secret]), .json(["user": ["refresh_token": [secret, secret]]]),
            .json(containing: ["client-secret": ["a": secret]]), .json(containing: [["otp": secret]]),
            .not(.json(["token": secret])), .any(of: .bearerToken(secret), .header("Cookie", secret)),
            .all(of: .form(["code": secret]), .json(["token": secret])), .body(Data(secret.utf8)),
            .body(containing: "token=\(secret)"), .body(containing: #""password": "\#(secret)""#),
        ] as [RequestCondition])
    func secretsAreInNoText(condition: RequestCondition) {
        let secret = Self.secret
        let requests = [
            request(),
            request("password=other\(secret)&user=a&code=x\(secret)", headers: ["Authorization": secret]),
            request("user=b", headers: ["Authorization": "Digest \(secret)", "Cookie": "sid=x\(secret)"]),
            request(#"{"token":"x\#(secret)"}"#, headers: ["X-Api-Key": "x\(secret)x", "X-Auth-Token": "x\(secret)"]),
            request(#"{"user":{"refresh_token":["\#(secret)"]}}"#, headers: ["Authorization": "Bearer x\(secret)"]),
            request(#"{"client-secret":{"a":"x\#(secret)"}}"#), request(#"[{"otp":"x\#(secret)"}]"#), request("[{}]"),
            request(#"{"user":{"refresh_token":["\#(secret)","x\#(secret)"]}}"#), request(#"{"user":{}}"#),
            request("{}"),
        ]
        var texts = [condition.description, condition.shortSource]
        texts += requests.compactMap(condition.edit).flatMap { [$0.written, $0.suggested] }
        texts += requests.compactMap(condition.mismatch)
        for text in texts {
            #expect(!text.contains(secret))
            #expect(!text.contains(Data("alice:\(secret)".utf8).base64EncodedString()))
        }
    }

    @Test func conditionsThatDifferOnlyInASecretAreNotTheSame() {
        for pair in [
            [RequestCondition.bearerToken("a"), .bearerToken("b")], [.header("Cookie", "a"), .header("Cookie", "b")],
            [.json(["token": "a"]), .json(["token": "b"])], [.form(["pin": "1"]), .form(["pin": "2"])],
            [.body(containing: "token=a"), .body(containing: "token=b")],
        ] {
            #expect(pair[0].description == pair[1].description)
            #expect(pair[0].identity != pair[1].identity)
        }
        #expect(RequestCondition.header("ACCEPT", "a").identity == RequestCondition.header("Accept", "a").identity)
        #expect(RequestCondition.json(["a": 1]).identity == RequestCondition.json(["a": 1.0]).identity)
    }

    @Test(
        arguments: [
            (.header("A"), .headOnly), (.header("A", "b*"), .headOnly), (.bearerToken("t"), .headOnly),
            (.scheme("https"), .headOnly), (.basicAuth(user: "u", password: "p"), .headOnly),
            (.not(.header("A")), .headOnly), (.any(of: []), .headOnly),
            (.any(of: .header("A"), .all(of: .scheme("http"), .bearerToken("t"))), .headOnly),
            (.body(Data()), .readsBody), (.body(containing: "a"), .readsBody), (.json(["a": 1]), .readsBody),
            (.form([:]), .readsBody), (.graphQL(operation: "a"), .readsBody),
            (.all(of: .scheme("http"), .body(Data())), .readsBody),
            (.where("w") { _ in true }, .runsUserCode), (.not(.where("w") { _ in true }), .runsUserCode),
            (.any(of: .body(Data()), .where("w") { _ in true }), .runsUserCode),
        ] as [(RequestCondition, MatchingWork)])
    func conditionReportsTheWorkItNeeds(condition: RequestCondition, work: MatchingWork) {
        #expect(condition.work == work)
    }
}
