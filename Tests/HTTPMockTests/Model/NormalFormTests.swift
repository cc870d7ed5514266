import Foundation
import TestSupport
import Testing

@testable import HTTPMock

/// An accented letter in two normal forms is two texts.
@Suite(.bounded) struct NormalFormTests {
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    @Test func registrationAnswersItsOwnFormOfAQuery() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/name", query: [Self.composed: "1"], responses: [.plaintext("composed", lifetime: .eternal)])
        mock.addResponses(
            forPath: "/name", query: [Self.decomposed: "1"], responses: [.plaintext("decomposed", lifetime: .eternal)])
        mock.addResponses(
            forURL: "http://example.com/value?q=\(Self.composed)",
            responses: [.plaintext("composed", lifetime: .eternal)])
        mock.addResponses(
            forURL: "http://example.com/value?q=e%CC%81", responses: [.plaintext("decomposed", lifetime: .eternal)])
        #expect(try await mock.reply("http://example.com/name?%C3%A9=1").body == "composed")
        #expect(try await mock.reply("http://example.com/name?e%CC%81=1").body == "decomposed")
        #expect(try await mock.reply("http://example.com/value?q=%C3%A9").body == "composed")
        #expect(try await mock.reply("http://example.com/value?q=e%CC%81").body == "decomposed")
    }

    @Test func registrationHasBothFormsOfAName() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/", query: [Self.composed: "1", Self.decomposed: "2"],
            responses: [.plaintext("both", lifetime: .eternal)])
        #expect(try await mock.reply("/?e%CC%81=2&%C3%A9=1").body == "both")
        #expect(try await mock.reply("/?e%CC%81=1&%C3%A9=2").status == 404)
        #expect(try await mock.reply("/?%C3%A9=1&%C3%A9=2").status == 404)
    }

    @Test func differencesOfBothFormsHaveOneOrder() {
        let query = HTTPMock.Query([Self.composed: "1"])
        let other = HTTPMock.Query([Self.decomposed: "1"])
        for _ in 0..<20 {
            let differences = QueryPattern(query).differences(from: other).map(\.name)
            #expect(differences.map { Array($0.utf8) } == [Array(Self.decomposed.utf8), Array(Self.composed.utf8)])
        }
    }

    @Test(arguments: ["\u{E9}", "e\u{301}"])
    func conditionMatchesItsOwnFormOfACookie(own: String) async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/name", when: .where("the cookie") { $0.cookie(own) == "1" },
            responses: [.plaintext("found", lifetime: .eternal)])
        mock.addResponses(
            forPath: "/field", when: .header("Cookie", "a=\(own)*"),
            responses: [.plaintext("found", lifetime: .eternal)])
        for form in [Self.composed, Self.decomposed] {
            let status = form.utf8.elementsEqual(own.utf8) ? 200 : 404
            #expect(try await mock.reply("/name", headers: ["Cookie": "a=b; \(form)=1"]).status == status)
            #expect(try await mock.reply("/field", headers: ["Cookie": "a=\(form)"]).status == status)
        }
    }

    @Test func cookiesHaveBothForms() async throws {
        let mock = HTTPMock.answering("")
        _ = try await mock.reply("/", headers: ["Cookie": "\(Self.decomposed)=2; \(Self.composed)=1"])
        let request = try #require(mock.requests.first?.request)
        #expect(request.cookie(Self.composed) == "1")
        #expect(request.cookie(Self.decomposed) == "2")
    }

    @Test func orderOfConditionsInBothFormsDoesNotCount() {
        let conditions = [RequestCondition.form([Self.composed: "1"]), .form([Self.decomposed: "1"])]
        #expect(conditions.identity == conditions.reversed().identity)
        #expect(conditions[0...0].map(\.self).identity != conditions[1...1].map(\.self).identity)
    }
}
