import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct JSONDifferencesTests {
    private func differences(
        _ body: String, _ expected: String, allowingMore: Bool = false
    ) throws -> String? {
        let values = try [body, expected].map { try JSONValue(parsing: Data($0.utf8)) }
        return values[0].differences(from: JSONExpectation(values[1]), allowingMore: allowingMore).text
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1.0}"#, nil),
        (#"{"user":{"name":"bob"}}"#, #"{"user":{"name":"alice"}}"#, #"user.name is "bob", expected "alice""#),
        (#"{"a":1}"#, #"{"b":2}"#, "b is missing, expected 2; a is not expected"),
        (
            #"{"items":[{"n":1},{"n":2}]}"#, #"{"items":[{"n":0},{"n":3}]}"#,
            "items[0].n is 1, expected 0; items[1].n is 2, expected 3"
        ),
        ("[1,2]", "[1]", "the value has 2 elements, expected 1"),
        ("[]", "{}", "the value is [], expected {}"),
        (#"["é"]"#, "[\"e\u{301}\"]", #"[0] is "é" in another normalization form"#),
        (#"{"password":"a","code":1}"#, #"{"password":"b","code":2}"#, "code is 1, expected 2; password differs"),
        (#"{"x":{"n":1}}"#, #"{"x":{"n":2,"token":"s"}}"#, "x.n is 1, expected 2; x.token is missing"),
        (#"{"u":"/a?token=s"}"#, #"{"u":"/b?token=s"}"#, #"u is "/a?token=REDACTED", expected "/b?token=REDACTED""#),
    ])
    func differencesNameMemberAndValues(body: String, expected: String, text: String?) throws {
        #expect(try differences(body, expected) == text)
    }

    @Test func fiveAreListedAndTheOthersCounted() throws {
        let body = "[" + (0..<7).map(String.init).joined(separator: ",") + "]"
        let expected = "[" + (10..<17).map(String.init).joined(separator: ",") + "]"
        let text = try #require(try differences(body, expected))
        #expect(text.components(separatedBy: "; ").count == 6)
        #expect(text.hasPrefix("[0] is 0, expected 10; "))
        #expect(text.hasSuffix("[4] is 4, expected 14; and 2 more"))
    }

    @Test func moreMembersMayBeAllowed() throws {
        #expect(try differences(#"{"a":{"b":1,"c":2},"d":3}"#, #"{"a":{"b":1}}"#, allowingMore: true) == nil)
        #expect(
            try differences(#"{"a":{"c":2}}"#, #"{"a":{"b":1}}"#, allowingMore: true) == "a.b is missing, expected 1")
    }
}
