import Foundation
import Testing

/// Issues collected from any thread.
final class FoundIssues: @unchecked Sendable {
    // Sendable although `issues` is mutable: it is used under the lock only.
    private var issues: [Issue] = []
    private let lock = NSLock()

    func add(_ issue: Issue) {
        lock.withLock { issues.append(issue) }
    }

    var all: [Issue] { lock.withLock { issues } }
}
