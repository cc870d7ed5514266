import Foundation
import HTTPMock
import TestSupport
import Testing

/// Mistakes in a condition, where the rest of the registration matches.
@Suite(.bounded) struct ConditionMistakeTests {
    private static let address = "https://api.example.com/orders"

    /// Registers one response under a condition.
    private static func expect(_ condition: RequestCondition) {
        HTTPMock.current.addResponses(
            forPath: "/orders", host: "api.example.com", method: .post, when: condition, responses: [.json("[]")],
            line: 3)
    }

    /// Serialized, because each list of requests names the test.
    @Test(.serialized, arguments: mistakes) func conditionMistakeLeadsToItsFix(mistake: Mistake) async {
        await mistake.check()
    }

    private struct Order: Encodable {
        var userName: String
        var count: Int
    }

    static let mistakes: [Mistake] = [
        Mistake(
            "another member of a JSON body", says: #"user is "bob", expected "alice""#,
            #"Did you mean "bob"? Change "alice" of user in .json(…) at ConditionMistakeTests.swift:3."#
        ) {
            expect(.json(["user": "alice", "item": "tea"]))
            try await send(address, method: "POST", body: #"{"user": "bob", "item": "tea"}"#)
        },
        Mistake(
            "a number as a string", says: #"id is 7, expected "7""#,
            #"Did you mean 7? Change "7" of id in .json(containing: …) at ConditionMistakeTests.swift:3."#
        ) {
            expect(.json(containing: ["id": "7"]))
            try await send(address, method: "POST", body: #"{"id": 7}"#)
        },
        Mistake(
            "names of members in another style",
            says: #"userName is missing, expected "alice"; user_name is not expected"#,
            "Change .json(…) at ConditionMistakeTests.swift:3, or what the code under test sends."
        ) {
            expect(.json(Order(userName: "alice", count: 1)))
            try await send(address, method: "POST", body: #"{"user_name": "alice", "count": 1}"#)
        },
        Mistake(
            "a member more than the condition has", says: "at is not expected",
            "Change .json(…) at ConditionMistakeTests.swift:3"
        ) {
            expect(.json(["user": "alice"]))
            try await send(address, method: "POST", body: #"{"user": "alice", "at": "2026-11-22T07:00:00Z"}"#)
        },
        Mistake(
            "the bytes of a JSON body", says: "body is the same JSON in other bytes; to compare JSON, write .json(…)",
            "Change .body(…) at ConditionMistakeTests.swift:3"
        ) {
            expect(.body(Data(#"{"a": 1, "b": 2}"#.utf8)))
            try await send(address, method: "POST", body: #"{"b": 2, "a": 1}"#)
        },
        Mistake(
            "no body", says: "the body is empty",
            "Change .json(…) at ConditionMistakeTests.swift:3, or what the code under test sends."
        ) {
            expect(.json(["user": "alice"]))
            try await send(address, method: "POST")
        },
        Mistake(
            "a compressed body", says: "the body is compressed (Content-Encoding: gzip)",
            #"match it with .body(_:) or .header("Content-Encoding", "gzip")"#,
            "Change .json(…) at ConditionMistakeTests.swift:3"
        ) {
            expect(.json(["user": "alice"]))
            try await send(
                address, method: "POST", headers: ["Content-Encoding": "gzip", "Content-Type": "application/json"],
                body: "\u{1f}\u{8b}")
        },
        Mistake(
            "the media type without its parameter",
            says: #"Change .header("Content-Type", "application/json") at ConditionMistakeTests.swift:3."#
        ) {
            expect(.header("Content-Type", "application/json"))
            try await send(
                address, method: "POST", headers: ["Content-Type": "application/json; charset=utf-8"], body: "{}")
        },
        Mistake(
            "another token", says: "the bearer token differs", "Change .bearerToken(…) at ConditionMistakeTests.swift:3"
        ) {
            expect(.bearerToken("t0k3n"))
            try await send(address, method: "POST", headers: ["Authorization": "Bearer expired"], body: "{}")
        },
        Mistake(
            "a token with its scheme", says: #"write it without "Bearer ", which the condition adds"#,
            "Change .bearerToken(…) at ConditionMistakeTests.swift:3"
        ) {
            expect(.bearerToken("Bearer t0k3n"))
            try await send(address, method: "POST", headers: ["Authorization": "Bearer t0k3n"], body: "{}")
        },
        Mistake(
            "a token without its scheme", says: #"header Authorization has no scheme, expected "Bearer …""#,
            "or what the code under test sends."
        ) {
            expect(.bearerToken("t0k3n"))
            try await send(address, method: "POST", headers: ["Authorization": "t0k3n"], body: "{}")
        },
        Mistake(
            "another password", says: "the user or the password of the basic authentication differs",
            #"Change .basicAuth(user: "alice", password: …) at ConditionMistakeTests.swift:3"#
        ) {
            expect(.basicAuth(user: "alice", password: "secret"))
            try await send(address, method: "POST", headers: ["Authorization": "Basic YWxpY2U6b3RoZXI="], body: "{}")
        },
        Mistake(
            "another field of a form", says: "form field pass is missing", "form field password is not expected",
            "Change .form(…) at ConditionMistakeTests.swift:3"
        ) {
            expect(.form(["user": "alice", "pass": "p"]))
            try await send(
                address, method: "POST", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: "user=alice&password=p")
        },
        Mistake(
            "a form that is sent as JSON",
            says: "the body is not a form: Content-Type is application/json; to compare JSON, write .json(…)",
            "Change .form(…) at ConditionMistakeTests.swift:3"
        ) {
            expect(.form(["user": "alice"]))
            try await send(
                address, method: "POST", headers: ["Content-Type": "application/json"], body: #"{"user": "alice"}"#)
        },
        Mistake(
            "another part of a multipart form",
            says: #"the part "avatar" file "a.png" is missing; the part "image" is not expected"#,
            "Change .multipart(…) at ConditionMistakeTests.swift:3"
        ) {
            expect(.multipart(["avatar": .file(named: "a.png")]))
            try await send(
                address, method: "POST", headers: ["Content-Type": "multipart/form-data; boundary=B"],
                body: "--B\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\nx\r\n--B--\r\n")
        },
        Mistake(
            "another GraphQL operation", says: #"GraphQL operation is "GetUsers", expected "GetUser""#,
            #"Change .graphQL(operation: "GetUser") at ConditionMistakeTests.swift:3."#
        ) {
            expect(.graphQL(operation: "GetUser"))
            try await send(
                address, method: "POST", headers: ["Content-Type": "application/json"],
                body: #"{"operationName": "GetUsers", "query": "query GetUsers { users { id } }"}"#)
        },
        Mistake(
            "a predicate that is false", says: #".where("the order is small") returned false"#,
            #"Change .where("the order is small") { … } at ConditionMistakeTests.swift:3"#
        ) {
            expect(.where("the order is small") { $0.body.count < 3 })
            try await send(address, method: "POST", body: #"{"user": "alice"}"#)
        },
        Mistake(
            "a text that the body has in another case", says: #"body does not contain "Alice""#,
            #"Change .body(containing: "Alice") at ConditionMistakeTests.swift:3"#
        ) {
            expect(.body(containing: "Alice"))
            try await send(address, method: "POST", body: #"{"user": "alice"}"#)
        },
        Mistake(
            "a header that is missing", says: "no Idempotency-Key header",
            #"Change .header("Idempotency-Key") at ConditionMistakeTests.swift:3"#
        ) {
            expect(.header("Idempotency-Key"))
            try await send(address, method: "POST", body: "{}")
        },
    ]
}
