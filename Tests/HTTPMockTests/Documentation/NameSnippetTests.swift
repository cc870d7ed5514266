import Foundation
import HTTPMock
import TestSupport
import Testing

import typealias HTTPMock.Headers
import typealias HTTPMock.Host
import typealias HTTPMock.Path

/// The short names, imported by themselves next to Foundation.
@Suite(.bounded) struct NameSnippetTests {
    @Test func shortNamesAreThoseOfTheMock() {
        let host: Host = Host("a.com") {
            Headers(["X-A": "1"])
            Path("/a", responses: [.empty()])
        }
        let mock = HTTPMock()
        mock.registerResponses { host }
        #expect(mock.unusedResponses.map(\.registration.route) == ["a.com/a"])
    }
}
