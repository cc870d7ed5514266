import Foundation
import Testing

@testable import HTTPMock

/// The target of a request for a URL.
func target(_ url: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> RequestTarget {
    RequestTarget(url: try #require(URL(string: url), sourceLocation: sourceLocation))
}
