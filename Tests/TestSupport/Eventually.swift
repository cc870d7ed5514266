import Foundation

/// Polls until a condition is true, for at least a minute if it stays false.
///
/// Only for conditions without an event, such as a weak reference that becomes nil on another queue. If an ``Observed``
/// changes, wait for that instead.
///
/// - Parameter condition: The condition, for example that an object has been released.
/// - Returns: Whether the condition became true.
public func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool) async -> Bool {
    for _ in 0..<6_000 {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return await condition()
}
