import Foundation

/// A host pattern for other modules: the same rules as for the host of a registration.
package struct HostMatcher: Sendable {
    private let pattern: HostPattern

    /// Parses a pattern.
    ///
    /// - Throws: ``HTTPMockError`` if the pattern can't match any host.
    package init(_ text: String) throws(HTTPMockError) {
        do throws(PatternProblem) {
            pattern = try HostPattern(text)
        } catch {
            throw HTTPMockError("HTTPMock: \(error)", cause: .invalidPattern)
        }
    }

    /// Returns whether the pattern matches the host and port of a URL.
    package func matches(_ url: URL) -> Bool {
        pattern.matches(RequestTarget(url: url))
    }
}
