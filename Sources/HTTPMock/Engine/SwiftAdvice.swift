/// Advice in Swift, which a tool replaces, because its user writes no Swift.
///
/// Each module declares the advice of its own messages. The tool gives its own advice to ``Store/toolAdvice``.
package struct SwiftAdvice: Hashable, Sendable {
    /// The text after "To fix this, ".
    package let fix: String

    package init(fix: String) {
        self.fix = fix
    }

    /// Returns the fix of a tool, or else the one in Swift.
    package func fix(replacedBy toolAdvice: [SwiftAdvice: String]) -> String {
        toolAdvice[self] ?? fix
    }
}

extension SwiftAdvice {
    /// The advice for a preflight that nothing answers.
    package static let answeringPreflights = SwiftAdvice(
        fix: "let the server answer preflights: mock.serve(cors: .any), or register the path with method: .options.")
    /// The advice for an upgrade that nothing answers.
    package static let answeringUpgrades = SwiftAdvice(
        fix: "register MockResponse.webSocket { socket in … } for its path.")
}
