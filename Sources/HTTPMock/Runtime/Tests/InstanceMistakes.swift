/// The mistakes found at an instance that a strict test has created by `HTTPMock()`, which is not strict.
package struct InstanceMistakes: Sendable {
    /// The requests without a response, one line each.
    let unmocked: [String]
    /// The responses that no request has used, one line each.
    let unused: [String]

    /// Returns the warning for the end of the test; nil without mistakes.
    package func warning(allowsUnused: Bool) -> String? {
        var lines = unmocked
        if !allowsUnused { lines += unused }
        guard !lines.isEmpty else { return nil }
        var text = ["HTTPMock: the test made a mock with HTTPMock(), which is not strict, so these fail nothing"]
        let shown = lines.prefix(10)
        text += shown.map { "  \($0)" }
        if lines.count > shown.count { text.append("  and \(lines.count - shown.count) more") }
        text.append("  To fix this, use HTTPMock.current, or in XCTest what makeHTTPMock returns.")
        return text.joined(separator: "\n")
    }
}
