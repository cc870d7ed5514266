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
