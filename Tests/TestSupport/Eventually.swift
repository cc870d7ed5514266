import Foundation

/// Waits until what was let go of is gone: what has just ended lets go of it on a queue of its own.
///
/// It looks again and again, because nobody is told when a weak reference becomes nil; where something changes an
/// ``Observed`` as it goes, wait for that.
///
/// - Parameter condition: Whether it is gone.
/// - Returns: Whether it is, false after ten seconds.
public func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async -> Bool {
    for _ in 0..<1_000 where !condition() {
        try? await Task.sleep(for: .milliseconds(10))
    }
    return condition()
}
