import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RequestBytesTests {
    private static func request(_ url: String, form: String? = nil) throws -> MockRequest {
        let url = try #require(URL(string: url))
        var request = URLRequest(url: url)
        if form != nil { request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type") }
        return MockRequest(request, url: url, body: Data((form ?? "").utf8))
    }

    @Test func registeredBytesAreAnsweredForThemselvesOnly() async throws {
        let mock = HTTPMock()
        mock.addResponses(forURL: "https://a.com/s?q=%82%A0", responses: [.plaintext("found", lifetime: .eternal)])
        for (query, isFound) in [("?q=%82%A0", true), ("?q=%82%A2", false), ("?q=%E9", false), ("?q", false)] {
            let url = try #require(URL(string: "https://a.com/s\(query)"))
            let (data, _) = try await mock.data(for: URLRequest(url: url))
            #expect((data == Data("found".utf8)) == isFound, "\(query)")
        }
    }

    @Test func handlersReadBytesOfQueryAndForm() throws {
        let request = try Self.request("https://a.com/s?q=%82%A0&t=a&%FF=1", form: "n=%E9+b&m=c")
        #expect(request.queryValue("q") == nil)
        #expect(request.queryBytes("q") == Data([0x82, 0xA0]))
        #expect(request.queryBytes("t") == Data("a".utf8))
        #expect(request.queryBytes("none") == nil)
        #expect(request.formValue("n") == nil)
        #expect(request.formBytes("n") == Data([0xE9, 0x20, 0x62]))
        #expect(request.formValue("m") == "c")
        #expect(request.query.map(\.name) == ["q", "t", ""])
    }

    @Test func formIsComparedByBytes() throws {
        let condition = RequestCondition.form(["n": "\u{FFFD}"])
        #expect(
            condition.mismatch(try Self.request("https://a.com/", form: "n=%E9"))
                == "form field n is \"%E9\", expected \"\u{FFFD}\"")
        #expect(condition.mismatch(try Self.request("https://a.com/", form: "n=%EF%BF%BD")) == nil)
    }

    /// A random value matches itself and no other value.
    @Test(arguments: Seeds.first(20))
    func randomBytesMatchThemselvesOnly(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let parts = ["a", "%61", "%25", "%82", "%A0", "%C3%A9", "%C3", "%A9", "e%CC%81", "%2B", "+", "%20", "=", "%3D"]
        var values: [String: [UInt8]] = [:]
        for _ in 0..<40 {
            let text = generator.text(of: parts, count: 0...4)
            values[text] = PercentEncoding.decode(text.utf8)
        }
        for (one, bytes) in values {
            let url = try URLPattern("https://h/?q=\(one)")
            let pattern = QueryPattern(try #require(url.query))
            for (other, otherBytes) in values {
                let query = HTTPMock.Query(of: try Self.request("https://h/?q=\(other)"))
                #expect(pattern.matches(query) == (bytes == otherBytes), "\(one) \(other)")
            }
        }
    }

    @Test func valuesAreComparedWithoutTheWhiteSpaceAroundThem() throws {
        var request = URLRequest(url: try #require(URL(string: "https://a.com/")))
        request.setValue("  padded \t", forHTTPHeaderField: "X-A")
        let received = MockRequest(request, url: try #require(request.url), body: Data())
        #expect(received.header("X-A") == "padded")
        #expect(received.headers["x-a"] == "padded")
        #expect(HTTPMock.HeaderFields(["A": " \t "])["A"] == "")
    }

    @Test func textsOfJSONAreComparedByCodeUnits() throws {
        let composed = try #require(JSONValue(Data("{\"caf\u{E9}\":\"\u{E9}\"}".utf8)))
        let decomposed = try #require(JSONValue(Data("{\"cafe\u{301}\":\"e\u{301}\"}".utf8)))
        #expect(composed != decomposed)
        #expect(composed == composed)
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    }

    @Test func namesInTwoNormalFormsAreTwoMembersOfOneObject() throws {
        let text = Data("{\"e\u{301}\":1,\"\u{E9}\":2}".utf8)
        let value = try JSONValue(parsing: text, refusesRepeatedNames: true)
        #expect(value["\u{E9}"] == .number(JSONNumber(2)))
        #expect(value["e\u{301}"] == .number(JSONNumber(1)))
        #expect(Data(value.text.utf8) == text)
        let other = try JSONValue(parsing: Data("{\"e\u{301}\":3,\"\u{E9}\":2}".utf8))
        let differences = value.differences(from: JSONExpectation(other), allowingMore: false)
        #expect(differences.text == "e\u{301} is 1, expected 3")
    }

    @Test func membersAreThoseOfADictionaryByBytes() throws {
        var generator = SeededGenerator(seed: 1)
        let parts = ["e", "\u{E9}", "\u{301}", "\u{300}", "\u{340}", "\u{327}"]
        for _ in 0..<300 {
            var expected: [[UInt8]: JSONValue] = [:]
            let members = (0..<Int.random(in: 0...12, using: &generator)).map { number in
                let name = generator.text(of: parts, count: 0...3)
                let value = JSONValue.number(JSONNumber(number))
                expected[Array(name.utf8)] = value
                return "\(JSONValue.string(name).text):\(value.text)"
            }
            let value = try JSONValue(parsing: Data("{\(members.joined(separator: ","))}".utf8))
            let read = try #require(value.members)
            #expect(read.count == expected.count)
            for (name, member) in read { #expect(expected[Array(name.utf8)] == member) }
            #expect(value == JSONValue(Data(value.text.utf8)))
            let reordered = try JSONValue(parsing: Data("{\(members.reversed().joined(separator: ","))}".utf8))
            if members.count == expected.count {
                #expect(value == reordered)
                #expect(value.text == reordered.text)
                #expect(value.hashValue == reordered.hashValue)
            }
        }
    }
}
