import Foundation

/// The reason why a host, a path or a URL can't be used as a pattern, with the fix.
package struct PatternProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ fact: String, fix: String) {
        description = "\(fact). To fix this, \(fix)."
    }

    init(host: String, _ fact: String, fix: String) {
        self.init("the host \(Redaction.text(ofHost: host).swiftLiteral) \(fact)", fix: fix)
    }

    init(path: String, _ fact: String, fix: String) {
        self.init("the path \(Redaction.text(ofAddress: path).swiftLiteral) \(fact)", fix: fix)
    }
}
