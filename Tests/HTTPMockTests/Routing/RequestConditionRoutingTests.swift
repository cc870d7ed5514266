import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests how conditions decide which registration answers, and which differences a diagnosis names.
@Suite(.bounded) struct RequestConditionRoutingTests {
    private let mock = HTTPMock()

    @Test func moreConditionsWin() async throws {
        mock.addResponses(forPath: "/x", responses: [.plaintext("none", lifetime: .eternal)])
        mock.addResponses(forPath: "/x", when: .header("A"), responses: [.plaintext("one", lifetime: .eternal)])
        mock.addResponses(
            forPath: "/x", when: .header("A"), .header("B"), responses: [.plaintext("two", lifetime: .eternal)])
        mock.addResponses(forPath: "/x", when: .header("C"), responses: [.plaintext("later", lifetime: .eternal)])
        #expect(try await mock.reply("/x").body == "none")
        #expect(try await mock.reply("/x", headers: ["A": "1"]).body == "one")
        #expect(try await mock.reply("/x", headers: ["A": "1", "B": "1"]).body == "two")
        #expect(try await mock.reply("/x", headers: ["B": "1"]).body == "none")
        #expect(try await mock.reply("/x", headers: ["A": "1", "C": "1"]).body == "one")
    }

    @Test func methodAndQueryComeBeforeConditions() async throws {
        mock.addResponses(forPath: "/x", when: .header("A"), .header("B"), responses: [.plaintext("conditions")])
        mock.addResponses(forPath: "/x", method: .get, responses: [.plaintext("method")])
        #expect(try await mock.reply("/x", headers: ["A": "1", "B": "1"]).body == "method")
    }

    @Test func sameConditionsInAnyOrderAreOneRegistration() async throws {
        mock.addResponses(forPath: "/x", when: .header("A"), .scheme("https"), responses: [.plaintext("1")])
        mock.addResponses(forPath: "/x", when: .scheme("HTTPS"), .header("a"), responses: [.plaintext("2")])
        mock.addResponses(forPath: "/x", when: .header("A"), .where("own") { _ in true }, responses: [.plaintext("3")])
        for expected in ["1", "2"] {
            #expect(try await mock.reply("/x", headers: ["A": ""]).body == expected)
        }
        // The winner is exhausted; a less specific registration does not replace it.
        #expect(try await mock.reply("/x", headers: ["A": ""]).status == 404)
        mock.replaceResponses(forPath: "/x", when: .header("a"), .scheme("https"), responses: [.plaintext("4")])
        #expect(try await mock.reply("/x", headers: ["A": ""]).body == "4")
    }

    @Test func predicateRunsOncePerRequestAndUnlocked() async throws {
        let asked = Observed(0)
        let isSlow = RequestCondition.where("counts") { [mock] request in
            asked.change { $0 += 1 }
            // Would deadlock under the lock.
            mock.addResponses(forPath: "/other", responses: [.empty()])
            #expect(request.callCount == 0)
            return request.queryValue("ok") == "1"
        }
        mock.addResponses(forPath: "/x", when: isSlow, responses: [.plaintext("yes", lifetime: .eternal)])
        mock.addResponses(forPath: "/y", when: isSlow, responses: [.plaintext("yes", lifetime: .eternal)])
        #expect(try await mock.reply("/x?ok=1").body == "yes")
        #expect(asked.value == 1)
        #expect(try await mock.reply("/x").status == 404)
        #expect(asked.value == 2)
        #expect(try await mock.reply("/x", method: "POST", body: "b").status == 404)
        #expect(asked.value == 3)
    }

    @Test func predicateSeesPathParameters() async throws {
        mock.addResponses(
            forPath: "/users/{id}",
            when: .where("id is even") { Int($0.pathParameter("id") ?? "")?.isMultiple(of: 2) ?? false },
            responses: [.handler { .plaintext("even \($0.pathParameter("id") ?? "?")") }])
        mock.addResponses(
            forPath: "/users/{name}", responses: [.handler { .plaintext("any \($0.pathParameter("name") ?? "?")") }])
        #expect(try await mock.reply("/users/4").body == "even 4")
        #expect(try await mock.reply("/users/5").body == "any 5")
    }

    @Test(arguments: [
        ("/{a}", "/x%2Fy", ["a": "x/y"]), ("/{a}/{b}", "/1/2", ["a": "1", "b": "2"]),
        ("/v{n}.json", "/v12.json", ["n": "12"]),
        ("/{a}-{b}", "/1-2", ["a": "1", "b": "2"]), ("/**/{last}", "/1/2/3", ["last": "3"]),
        ("/{a}/*", "/1/2", ["a": "1"]),
        ("/{a}", "/", ["a": ""]), ("/caf{x}", "/caf%C3%A9", ["x": "é"]),
    ])
    func parametersAreTheTextThatMatched(pattern: String, path: String, expected: [String: String]) async throws {
        mock.addResponses(
            forPath: pattern,
            responses: [
                .handler { request in
                    .encodable(Dictionary(uniqueKeysWithValues: expected.keys.map { ($0, request.pathParameter($0)) }))
                }
            ])
        let body = try await mock.reply(path).body
        #expect(try JSONDecoder().decode([String: String].self, from: Data(body.utf8)) == expected)
    }

    @Test func diagnosisNamesTheConditionsThatDoNotMatch() async throws {
        mock.addResponses(
            forPath: "/login", method: .post,
            when: .json(["user": "alice", "password": "hunter2"]), .bearerToken("s3cret"), .header("X-A"),
            responses: [.empty()])
        let text = try await mock.reply(
            "/login", method: "POST", headers: ["X-A": "1", "Authorization": "Bearer wr0ng"],
            body: #"{"user":"bob","password":"other"}"#
        ).body
        #expect(
            text.contains(
                #"body is JSON {"password":"REDACTED","user":"alice"}: password differs; user is "bob", expected "alice""#
            ))
        #expect(text.contains("the bearer token differs"))
        #expect(!text.contains("X-A header"))
        for secret in ["hunter2", "other\"", "s3cret", "wr0ng"] { #expect(!text.contains(secret)) }
        let notJSON = try await mock.reply("/login", method: "POST", body: "user=alice").body
        #expect(notJSON.contains("the body is not JSON: expected a value (byte 0)"))
    }

    @Test func concurrentRequestsFindTheirOwnRegistrations() async throws {
        for number in 0..<20 {
            mock.addResponses(
                forPath: "/x", when: .json(["n": number]), responses: [.plaintext("\(number)", lifetime: .eternal)])
        }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask { [mock] in
                    let body = #"{"n":\#(number % 20)}"#
                    return try await mock.reply("/x", method: "POST", body: body).body == "\(number % 20)"
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
