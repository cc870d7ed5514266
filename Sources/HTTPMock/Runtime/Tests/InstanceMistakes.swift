/// The mistakes found at an instance that a test has created by `HTTPMock()`, next to the mock made for the test.
package struct InstanceMistakes: Sendable {
    /// The requests without a response, one line each.
    let unmocked: [String]
    /// The responses that no request has used, one line each.
    let unused: [String]

    /// Returns the warning for the end of the test; nil without mistakes.
    ///
    /// - Parameter allowsUnused: Whether an unused response is no mistake.
    package func warning(allowsUnused: Bool) -> String? {
        var mistakes = unmocked
        if !allowsUnused { mistakes += unused }
        guard !mistakes.isEmpty else { return nil }
        var lines = ["HTTPMock: the test made a mock with HTTPMock(), which is not strict, so these fail nothing"]
        let shown = mistakes.prefix(10)
        lines += shown.map { "  \($0)" }
        if mistakes.count > shown.count { lines.append("  and \(mistakes.count - shown.count) more") }
        lines.append("  To fix this, use HTTPMock.current, or in XCTest what makeHTTPMock returns.")
        return lines.joined(separator: "\n")
    }
}
