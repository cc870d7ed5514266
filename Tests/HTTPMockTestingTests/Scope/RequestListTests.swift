import Foundation
import HTTPMock
import Testing
import TestingSupport

@testable import HTTPMockTesting

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
}
