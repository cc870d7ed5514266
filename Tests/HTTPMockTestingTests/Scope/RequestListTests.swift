import Foundation
import HTTPMock
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct RequestListTests {
    @Test func isEmptyWithoutARequest() {
        #expect(RequestList(requests: [], test: "t", framework: .swiftTesting, log: "l.har").text() == nil)
    }

    @Test(arguments: [ScopeSummary.Framework.swiftTesting, .xctest])
    func namesTheLastTwentyInBothFrameworks(framework: ScopeSummary.Framework) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/{n}", host: "a.com", responses: [.empty(lifetime: .eternal)], line: 7)
        for number in 1...21 { await get("https://a.com/\(number)", from: mock) }
        let list = RequestList(requests: mock.requests, test: "the test", framework: framework, log: "l.har")
        let lines = try #require(list.text()).components(separatedBy: "\n")
        #expect(lines[0] == "HTTPMock: the last 20 of 21 requests of the test, which failed:")
        #expect(lines[1] == "  GET https://a.com/2: 200, mocked by a.com/{n}  (RequestListTests.swift:7)")
        #expect(lines.filter { $0.contains("mocked by") }.count == 20)
    }

    @Test func saysHowToKeepTheLogUnlessItIsKept() async throws {
        let mock = HTTPMock()
        await get("https://a.com/x", from: mock)
        let list = RequestList(requests: mock.requests, test: "the test", framework: .swiftTesting, log: "l.har")
        let lines = try #require(list.text(arguments: ["a.xctest"], environment: [:])).components(separatedBy: "\n")
        #expect(
            lines == [
                "HTTPMock: the requests of the test, which failed:",
                "  GET https://a.com/x: 404, unmocked",
                "  To keep the network log, run: mkdir -p .build/attachments && swift test --attachments-path "
                    + ".build/attachments",
                "  To see it as a page, run: swift run http-mock view .build/attachments/l.har",
            ])
        for arguments in [["a.xctest", "--attachments-path", "x"], ["a.xctest", "--attachments-path=x"]] {
            let text = list.text(arguments: arguments, environment: [:])
            #expect(text?.contains("To keep") == false)
            #expect(text?.hasSuffix("\n  To see it as a page, run: swift run http-mock view x/l.har") == true)
        }
        #expect(list.text(arguments: [], environment: ["XCTestConfigurationFilePath": "x"])?.contains("keep") == false)
        #if !canImport(Darwin)
            let xctestList = RequestList(requests: mock.requests, test: "-[A test]", framework: .xctest, log: "l.har")
            let xctest = xctestList.text(arguments: [], environment: [:])
            #expect(xctest?.contains("To keep the network log, write it in the test: try mock.networkLogHAR()") == true)
        #endif
    }

    @Test func showsWhatTheClientHasGotWithoutSecrets() async throws {
        let mock = HTTPMock()
        let long = String(repeating: "long ", count: 100)
        mock.addResponses(forPath: "/user", host: "a.com", responses: [.json("{\n  \"nmae\": \"x\"\n}")], line: 7)
        mock.addResponses(forPath: "/login", host: "a.com", responses: [.json(#"{"token":"s3cret"}"#)], line: 8)
        mock.addResponses(forPath: "/text", host: "a.com", responses: [.plaintext(long)], line: 9)
        mock.addResponses(forPath: "/data", host: "a.com", responses: [.data(Data([0, 0xFF, 1]))], line: 10)
        mock.addResponses(forPath: "/empty", host: "a.com", responses: [.empty()], line: 11)
        for path in ["user", "login", "text", "data", "empty", "unmocked"] {
            await get("https://a.com/\(path)", from: mock)
        }
        let list = RequestList(requests: mock.requests, test: "the test", framework: .swiftTesting, log: "l.har")
        let lines = try #require(list.text()).components(separatedBy: "\n")
        #expect(
            lines[1...10].map { $0.trimmingPrefix { $0 == " " } } == [
                "GET https://a.com/user: 200, mocked by a.com/user  (RequestListTests.swift:7)",
                #"application/json, 17 bytes: { "nmae": "x" }"#,
                "GET https://a.com/login: 200, mocked by a.com/login  (RequestListTests.swift:8)",
                #"application/json, 18 bytes: {"token":"REDACTED"}"#,
                "GET https://a.com/text: 200, mocked by a.com/text  (RequestListTests.swift:9)",
                "text/plain, 500 bytes: \(long.prefix(200))…",
                "GET https://a.com/data: 200, mocked by a.com/data  (RequestListTests.swift:10)",
                "application/octet-stream, 3 bytes",
                "GET https://a.com/empty: 200, mocked by a.com/empty  (RequestListTests.swift:11)",
                "GET https://a.com/unmocked: 404, unmocked",
            ])
    }

    private func send(_ method: String, _ address: String, by mock: HTTPMock) async throws {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        _ = try await mock.data(for: request)
    }

    @Test func methodsThatUseTheResponsesOfOneRegistrationAreNamed() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/x", host: "a.com", responses: [.json("{}")])
        mock.addResponses(forPath: "/x", host: "a.com", responses: [.empty(status: .noContent)])
        try await send("DELETE", "https://a.com/x", by: mock)
        try await send("GET", "https://a.com/x", by: mock)
        let note =
            "  a.com/x is registered without a method, so these took its responses in turn: DELETE, GET. If a response "
            + "is meant for one method only, write method: where it is registered."
        #expect(SharedQueue.notes(on: mock) == [note])
        let list = RequestList(
            requests: mock.requests, test: "the test", framework: .swiftTesting, log: "l.har", notes: [note])
        #expect(list.text()?.contains("\n\(note)\n") == true)
    }

    @Test func registrationsThatDifferInASecretOnlyAreTwo() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/x;token=one", host: "a.com", responses: [.json("{}")])
        mock.addResponses(forPath: "/x;token=two", host: "a.com", responses: [.json("{}")])
        try await send("GET", "https://a.com/x;token=one", by: mock)
        try await send("POST", "https://a.com/x;token=two", by: mock)
        #expect(mock.requests.map { $0.registration?.route } == Array(repeating: "a.com/x;token=REDACTED", count: 2))
        #expect(SharedQueue.notes(on: mock) == [])
    }

    @Test func methodsWithResponsesOfTheirOwnAreNotNamed() async throws {
        let mock = HTTPMock()
        // Of one method, of two methods, for any number of requests, and for one of the two.
        mock.addResponses(forPath: "/a", host: "a.com", responses: [.json("{}"), .json("{}")])
        mock.addResponses(forPath: "/b", host: "a.com", method: .get, responses: [.json("{}")])
        mock.addResponses(forPath: "/b", host: "a.com", method: .post, responses: [.empty()])
        mock.addResponses(forPath: "/c", host: "a.com", responses: [.json("{}", lifetime: .eternal)])
        mock.addResponses(forPath: "/d", host: "a.com", responses: [.json("{}")])
        for (method, path) in [
            ("GET", "a"), ("GET", "a"), ("GET", "b"), ("POST", "b"), ("GET", "c"), ("POST", "c"), ("GET", "d"),
            ("POST", "d"),
        ] {
            try await send(method, "https://a.com/\(path)", by: mock)
        }
        #expect(SharedQueue.notes(on: mock) == [])
    }
}
