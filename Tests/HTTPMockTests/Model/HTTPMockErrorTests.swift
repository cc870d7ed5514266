import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct HTTPMockErrorTests {
    @Test func errorIsReadBackFromItsNSError() {
        let error = HTTPMockError("HTTPMock: text", cause: .testEnded)
        let bridged = NSError(
            domain: HTTPMockError.errorDomain, code: error.errorCode,
            userInfo: error.errorUserInfo.merging(["NSErrorFailingURLStringKey": "https://a.com"]) { $1 })

        #expect(HTTPMockError(bridged) == error)
        #expect(HTTPMockError(error) == error)
        #expect(HTTPMockError(URLError(.timedOut)) == nil)
        #expect(HTTPMockError(NSError(domain: "other", code: 1)) == nil)
    }
}

@Suite(.bounded) struct CallSiteTests {
    // @Test(.httpMock(host: "a.com") { Path("/attribute") })
    // func savesResponses() {
    //     stub("/call",
    //         "/argument")
    //     stub("/after")
    private static let end: UInt = #line

    /// The lines count from the end of the source above.
    @Test(arguments: [
        (4, "/attribute", true), (4, "/call", false), (3, "/call", true), (3, "/argument", true), (3, "/after", false),
        (3, "/attribute", false),
    ])
    func sourceIsTheCallOrTheAttributeOfTheDeclaration(distance: UInt, text: String, isSource: Bool) {
        // The compiler gives the column of the keyword `func`.
        let site = CallSite(fileID: #fileID, filePath: #filePath, line: Self.end - distance, column: 8)
        #expect(SourceFiles().contains(text, at: site) == isSource)
    }
}
