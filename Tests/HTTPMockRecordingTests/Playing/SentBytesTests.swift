import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

@Suite(.bounded) struct SentBytesTests {
    private static func key(
        _ url: String, cookie: String? = nil, ignoring: [Cassette.Part] = []
    ) throws -> RequestKey {
        let headers = cookie.map { [HARField("Cookie", $0)] } ?? []
        let request = HARRequest(method: "GET", url: url, headers: headers, body: nil)
        let rules = MatchingRules(matching: [.header("Cookie")], ignoring: ignoring, redacting: .nothing)
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

    @Test func cookiesInTwoNormalFormsAreTwoCookies() throws {
        func key(_ cookie: String) throws -> RequestKey { try Self.key("https://a.com/", cookie: cookie) }
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(try key("\(composed)=1") == key("\(composed)=1"))
        #expect(try key("\(composed)=1") != key("\(decomposed)=1"))
        #expect(try key("a=\(composed)") != key("a=\(decomposed)"))
        #expect(try key("\(composed)=1; \(decomposed)=2") == key("\(decomposed)=2; \(composed)=1"))
        #expect(try key("\(composed)=1; \(decomposed)=2") != key("\(decomposed)=1; \(composed)=2"))
        #expect(HARField("Cookie", "a=\u{301}1; b=2").cookiePairs.map(\.value) == ["\u{301}1", "2"])
    }

    @Test func ignoredNameIsIgnoredInItsOwnFormOnly() throws {
        func key(_ query: String) throws -> RequestKey {
            try Self.key("https://a.com/s?\(query)", ignoring: [.query("\u{E9}")])
        }
        #expect(try key("%C3%A9=1") == key("%C3%A9=2"))
        #expect(try key("e%CC%81=1") != key("e%CC%81=2"))
    }

    @Test func pathsInTwoNormalFormsAreTwoPaths() throws {
        let composed = try Self.key("https://a.com/caf%C3%A9")
        let decomposed = try Self.key("https://a.com/cafe%CC%81")
        #expect(composed != decomposed)
        #expect(RequestDifference(of: composed, from: decomposed).text.contains("path is /caf\u{E9} in another"))
    }
}
