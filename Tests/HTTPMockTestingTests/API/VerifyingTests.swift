import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct VerifyingTests {
    private let mock = HTTPMock()

    /// The one issue that a check recorded, and the number of lines below the call's own closure.
    private func issue(_ check: @escaping @Sendable (HTTPMock) -> Void) async -> String? {
        let mock = mock
        let issues = await CollectedIssues.of { check(mock) }
        #expect(issues.entries.count <= 1)
        return issues.texts.first
    }

    private func sendSome() async {
        await get("https://api.a.com/users/7?page=2", from: mock)
        await get("https://b.com/login", from: mock, method: "POST")
        await get("https://u:s3cret@api.a.com/users/8?token=s3cret", from: mock)
    }

    private let arrived = """
          these arrived:
            GET https://api.a.com/users/7?page=2
            POST https://b.com/login
            GET https://REDACTED@api.a.com/users/8?token=REDACTED
        """

    @Test func whatArrivedAsOftenAsExpectedPasses() async {
        await sendSome()
        let issue = await issue { mock in
            mock.verify(.post, "/login", times: 1)
            mock.verify(.get, "/users/*", host: "api.*.com", times: 2...)
            mock.verify(.get, "/users/{id}", times: 1...3)
            mock.verify("/**", times: 1..<4)
            mock.verify("/**", times: ...3)
            mock.verify(.delete, "/**", times: 0)
            mock.verify("/users/7?page=2")
            mock.verify(.get, "/users/7?page=2", times: 1)
            mock.verify(.get, "/users/*")
            mock.verify("login", host: "B.com", times: 1)
        }
        #expect(issue == nil)
    }

    @Test func failureShowsTheNearestRequestPartByPartAndWhatArrived() async {
        await sendSome()
        #expect(
            await issue { $0.verify(.post, "/users/7", host: "b.com", times: 1) } == """
                HTTPMock: POST b.com/users/7 was expected once, but never arrived
                  nearest: POST /login
                    path is "/login", expected "/users/7"
                \(arrived)
                """)
        #expect(
            await issue { $0.verify(.get, "/users/7?page=3") } == """
                HTTPMock: GET /users/7?page=3 was expected at least once, but never arrived
                  nearest: GET /users/7?page=2
                    query is "page=2", expected "page=3"
                \(arrived)
                """)
    }

    @Test func tooFewShowTheNearestOtherAndTooManyDoNot() async {
        await sendSome()
        #expect(
            await issue { $0.verify(.get, "/users/7", times: 2...) } == """
                HTTPMock: GET /users/7 was expected at least 2 times, but arrived once
                  nearest: GET /users/8?token=REDACTED
                    path is "/users/8", expected "/users/7"
                \(arrived)
                """)
        #expect(
            await issue { $0.verify("/users/*", times: ...1) } == """
                HTTPMock: /users/* was expected at most once, but arrived 2 times
                \(arrived)
                """)
    }

    @Test func nothingAtAllIsSaidSo() async {
        #expect(
            await issue { $0.verify(.get, "/x", host: "a.com", times: 2) } == """
                HTTPMock: GET a.com/x was expected 2 times, but never arrived
                  no request arrived at all
                  If it is late, write before: try await mock.waitForRequest(method: .get, host: "a.com", path: "/x")
                """)
    }

    @Test(arguments: [
        (0...0, "not expected"), (1...1, "expected once"), (2...2, "expected 2 times"),
        (2...4, "expected 2 to 4 times"),
        (0...1, "expected at most once"), (0...3, "expected at most 3 times"),
        (4...Int.max, "expected at least 4 times"),
    ])
    func rangesAreSpelledOut(range: ClosedRange<Int>, text: String) async {
        let count = range.contains(0) ? range.upperBound + 1 : 0
        for _ in 0..<count { await get("https://a.com/x", from: mock) }
        let issue = await issue { $0.verify("/x", times: range) }
        #expect(issue?.components(separatedBy: "\n").first?.hasPrefix("HTTPMock: /x was \(text), but ") == true)
    }

    @Test func impossibleRangeFails() async {
        let first = await issue { $0.verify("/x", times: 3..<3) }?.components(separatedBy: "\n").first
        #expect(first == "HTTPMock: /x was expected an impossible number of times, but never arrived")
    }

    @Test func negativeNumbersAreImpossible() async {
        let issues = await CollectedIssues.of {
            let mock = HTTPMock()
            mock.verify(.get, "/x", times: -1)
            mock.verify("/x", times: -1)
            mock.verify("/x", times: -3 ... -1)
            mock.verify("/x", times: -3 ..< -1)
            mock.verify("/x", times: -3..<0)
            mock.verify("/x", times: ..<(-1))
            mock.verify("/x", times: ...(-2))
            mock.verify("/x", times: ..<0)
        }
        #expect(issues.entries.count == 8)
        #expect(issues.texts.allSatisfy { $0.contains("expected an impossible number of times, but never arrived") })
    }

    @Test func numbersFromBelowZeroAreThoseFromZero() async {
        let issues = await CollectedIssues.of {
            let mock = HTTPMock()
            mock.verify("/x", times: -1...3)
            mock.verify("/x", times: (-1)...)
            mock.verify("/x", times: ...0)
        }
        #expect(issues.entries.isEmpty, "\(issues.text)")
    }

    /// Checks that would pass in vain, because no request can match.
    private static let vainChecks: [(String, @Sendable (HTTPMock) -> Void)] = [
        (
            #""DELETE /x" begins with a method. To fix this, write the method by itself: .delete, "/x""#,
            { $0.verify("DELETE /x", times: 0) }
        ),
        (
            #""get https://a.com/x" begins with a method. To fix this, write the method by itself: .get, "https://a.com/x""#,
            { $0.verify("get https://a.com/x", times: 0) }
        ),
        (
            #""/a b" has a white space, which no URL has. To fix this, write %20 for a space"#,
            { $0.verify(.get, "/a b", times: 0) }
        ),
        (
            #"the method "/x" is a path. To fix this, write the method before the path"#,
            { $0.verify("/x", "GET", times: 0) }
        ),
        (
            #""\n" has no path. To fix this, write one, such as "/users/7""#,
            { $0.verifyInOrder(["\n"]) }
        ),
        (
            #""GET  /x" begins with a method. To fix this, write the method by itself: .get, "/x""#,
            { $0.verifyInOrder([.request(nil, "GET  /x")]) }
        ),
    ]

    @Test(arguments: vainChecks)
    func checkThatNoRequestCanMatchFailsAndSaysWhatToWrite(
        text: String, check: @escaping @Sendable (HTTPMock) -> Void
    ) async {
        #expect(await issue(check) == "HTTPMock: no request can match: \(text)")
    }

    @Test func adviceForAMethodInThePathFindsTheRequest() async {
        await get("https://a.com/x", from: mock, method: "DELETE")
        let followed = await issue { $0.verify(.delete, "/x", times: 0) }
        #expect(followed?.hasPrefix("HTTPMock: DELETE /x was not expected, but arrived once") == true)
        await get("https://a.com/a%20b", from: mock)
        #expect(await issue { $0.verify(.get, "/a%20b", times: 1) } == nil)
    }

    @Test func waitsAndFiltersRefuseAMethodInThePath() async throws {
        let reports = InterceptedReports(containing: #""HEAD /vain-filter" begins with a method"#)
        #expect(mock.requests("HEAD /vain-filter").isEmpty)
        #expect(reports.texts.count == 1)
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.waitForRequest(path: "HEAD /vain-filter")
        }
        #expect(error?.message.hasSuffix(#"write the method by itself: .head, "/vain-filter""#) == true)
        #expect(throws: HTTPMockError.self) { try mock.request(.get, "HEAD /vain-filter") }
    }

    @Test func filterThatCanMatchNothingFailsItsStrictTest() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            #expect(HTTPMock.current.requests("GET /x").isEmpty)
        }
        #expect(
            issues.texts == [
                #"HTTPMock: no request can match: "GET /x" begins with a method. To fix this, write the method by itself: .get, "/x""#
            ])
    }

    @Test func requestsOfOnePathAreThoseOfAllMethods() async {
        await get("https://a.com/x", from: mock)
        await get("https://b.com/x", from: mock, method: "POST")
        await get("https://a.com/y", from: mock)
        #expect(mock.requests("/x").map(\.method) == [.get, .post])
        #expect(mock.requests("/x", host: "b.com").count == 1)
    }

    @Test(arguments: [7, 8])
    func testWithArgumentsHasNoLinesThatFitAll(id: Int) async {
        await get("https://a.com/users/\(id)", from: mock)
        let text = await issue { $0.expectRequests() }
        #expect(
            text == """
                HTTPMock: expectRequests() can't write lines that fit all arguments of the test \
                "testWithArgumentsHasNoLinesThatFitAll(id:)"
                  To fix this, write what each argument requests, with the argument in the text, such as \
                mock.verify(.get, "/users/\(id)", times: 1)
                  these arrived:
                    GET https://a.com/users/\(id)
                """)
        mock.verify(.get, "/users/\(id)", times: 1)
    }

    @Test(arguments: ["/user;token=secrex"]) func adviceMasksTheSecretsOfAPath(path: String) async {
        await get("https://a.com/users;token=secret", from: mock)
        let lines = await issue { $0.expectRequests() }
        #expect(lines?.contains(#"such as mock.verify(.get, "/users;token=REDACTED", times: 1)"#) == true)
        let edit = await issue { $0.verify(.get, "\(path)") }
        #expect(edit?.contains(#"Did you mean "/users;token=REDACTED"?"#) == true)
        mock.verify(.get, "/users;token=REDACTED", times: 1)
    }

    @Test func patternThatCannotMatchFails() async {
        #expect(
            await issue { $0.verify(.get, "/x", host: "https://a.com") }?.hasPrefix(
                "HTTPMock: no request can match: the host \"https://a.com\" has a scheme") == true)
    }

    @Test func orderIsVerifiedWithOthersBetween() async {
        await sendSome()
        let issue = await issue { mock in
            mock.verifyInOrder(["GET /users/7?page=2", "/users/*"])
            mock.verifyInOrder([.request(.get, "/users/7", host: "api.a.com"), "POST /login", "GET /users/{id}"])
            mock.verifyInOrder([])
        }
        #expect(issue == nil)
    }

    @Test func wrongOrderIsToldFromWhatNeverArrived() async {
        await sendSome()
        #expect(
            await issue { $0.verifyInOrder(["POST /login", "GET /users/7"]) } == """
                HTTPMock: GET /users/7 did not arrive after POST /login
                  it arrived only earlier
                \(arrived)
                """)
        #expect(
            await issue { $0.verifyInOrder(["PUT /login"]) } == """
                HTTPMock: PUT /login did not arrive
                  nearest: POST /login
                    method is POST, expected PUT
                \(arrived)
                """)
        #expect(
            await issue { $0.verifyInOrder(["POST /login", "POST /login"]) }?.hasPrefix(
                "HTTPMock: POST /login did not arrive after POST /login\n  it arrived only earlier\n") == true)
    }

    @Test func failureStandsAtTheCall() async throws {
        let mock = mock
        let line = #line
        let issues = await CollectedIssues.of {
            mock.verify(.get, "/x", times: 1)
            mock.verify("/x", times: 1)
            mock.verify("/x", times: 1...)
            mock.verify(.get, "/x", times: 1...)
            mock.verify(.get, "/x")
            mock.verifyInOrder(["/x"])
            mock.expectRequests { "GET /x" }
        }
        #expect(issues.entries.map(\.line) == (2...8).map { line + $0 })
        #expect(Set(issues.entries.map(\.file)) == ["VerifyingTests.swift"])
    }

    @Test func requestsAreComparedByTheBytesOfTheirQuery() async {
        await get("https://a.com/caf%C3%A9?%C3%A9=e%CC%81&q=%82%A0", from: mock)
        for (line, isEqual) in [
            ("GET /caf%C3%A9?%C3%A9=e%CC%81&q=%82%A0", true), ("GET /caf%C3%A9?e%CC%81=e%CC%81&q=%82%A0", false),
            ("GET /caf%C3%A9?%C3%A9=%C3%A9&q=%82%A0", false), ("GET /cafe%CC%81?%C3%A9=e%CC%81&q=%82%A0", false),
            ("GET /caf%C3%A9?%C3%A9=e%CC%81&q=%82%A2", false), ("GET /caf\u{E9}?%C3%A9=e%CC%81&q=%82%A0", false),
        ] {
            let text = await issue { mock in mock.expectRequests { line } }
            #expect((text == nil) == isEqual, "\(line)")
        }
    }

    @Test func linesInTwoNormalFormsDiffer() {
        let difference = LineDifference(from: "GET /\u{E9}\nGET /", to: "GET /e\u{301}\nGET /")
        #expect(
            difference.description
                == "  − GET /\u{E9}\n  + GET /e\u{301}\n    GET /\n  (− expected, + arrived)")
    }

    @Test func expectedLinesMayEndWithCRLF() async {
        await sendSome()
        let lines = ["GET /users/7?page=2", "POST /login", "GET /users/8?token=REDACTED", ""]
        #expect(await issue { $0.expectRequests { lines.joined(separator: "\r\n") } } == nil)
        #expect(
            await issue { $0.expectRequests { lines.dropFirst().joined(separator: "\r\n") } } == """
                HTTPMock: the requests differ from the expected ones
                  + GET /users/7?page=2
                    POST /login
                    GET /users/8?token=REDACTED
                  (− expected, + arrived)
                """)
    }

    @Test func requestsAreComparedWithALineDifference() async {
        await sendSome()
        let passes = await issue { mock in
            mock.expectRequests {
                """

                GET /users/7?page=2
                POST /login
                GET /users/8?token=REDACTED

                """
            }
        }
        #expect(passes == nil)
        let text = await issue { mock in
            mock.expectRequests {
                """
                GET /users/7
                POST /login
                POST /logout
                GET /users/8?token=REDACTED
                """
            }
        }
        #expect(
            text == """
                HTTPMock: the requests differ from the expected ones
                  − GET /users/7
                  + GET /users/7?page=2
                    POST /login
                  − POST /logout
                    GET /users/8?token=REDACTED
                  (− expected, + arrived)
                """)
        #expect(
            await issue { $0.expectRequests { "" } } == """
                HTTPMock: the requests differ from the expected ones
                  + GET /users/7?page=2
                  + POST /login
                  + GET /users/8?token=REDACTED
                  (− expected, + arrived)
                """)
    }
}
