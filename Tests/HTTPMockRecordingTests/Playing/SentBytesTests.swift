import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

@Suite(.bounded) struct SentBytesTests {
    private static func key(_ url: String) throws -> RequestKey {
        let request = HARRequest(method: "GET", url: url, headers: [], body: nil)
        let rules = MatchingRules(matching: [], ignoring: [], redacting: .nothing)
        return RequestKey(try #require(request.mockRequest), rules)
    }

    @Test func escapesAreKeptNextToCharactersThatAreEncoded() throws {
        let recorded = HARRequest(
            method: "GET", url: "https://a.com/s?type[]=deal&q=a%20b", headers: [], body: nil)
        let request = try #require(recorded.mockRequest)
        #expect(request.queryValue("q") == "a b")
        #expect(request.queryValue("type[]") == "deal")
    }

    @Test(arguments: [
        ("%82%A0", "%82%A2"), ("%82%A0", "%E9"), ("%82%A0", "%2582%25A0"), ("caf%C3%A9", "cafe%CC%81"), ("%82", ""),
    ])
    func otherBytesAreAnotherRequest(one: String, other: String) throws {
        #expect(try Self.key("https://a.com/s?q=\(one)") == Self.key("https://a.com/s?q=\(one)"))
        #expect(try Self.key("https://a.com/s?q=\(one)") != Self.key("https://a.com/s?q=\(other)"))
        #expect(try Self.key("https://a.com/s?\(one)=1") != Self.key("https://a.com/s?\(other)=1"))
    }

    @Test(arguments: [
        ("/%82%A0", "/%2582%25A0"), ("/%82", "/%A0"), ("/a%2Fb", "/a/b"), ("/%C3%A9", "/e%CC%81"), ("/%25", "/%2525"),
    ])
    func otherBytesAreAnotherPath(one: String, other: String) throws {
        #expect(try Self.key("https://a.com\(one)") == Self.key("https://a.com\(one)"))
        #expect(try Self.key("https://a.com\(one)") != Self.key("https://a.com\(other)"))
    }

    @Test func partsAndFieldsAreComparedByCodeUnits() {
        #expect(Cassette.Part.json("caf\u{E9}") != .json("cafe\u{301}"))
        #expect(HARField("A", "\u{E9}") != HARField("A", "e\u{301}"))
        #expect(HTTPMock.HeaderFields(["A": "\u{E9}"]) != ["A": "e\u{301}"])
    }

    @Test func pathsInTwoNormalFormsAreTwoPaths() throws {
        let composed = try Self.key("https://a.com/caf%C3%A9")
        let decomposed = try Self.key("https://a.com/cafe%CC%81")
        #expect(composed != decomposed)
        #expect(RequestDifference(of: composed, from: decomposed).text.contains("path is /caf"))
    }
}
