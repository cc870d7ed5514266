import Foundation
import HTTPMock

/// Runs functions that may recurse deeper than a caller's stack allows.
///
/// A caller's stack may be as small as 512 kB.
enum LargeStack {
    /// The bytes of the stack, 256 MB; only those that are used cost memory.
    private static let size = 1 << 28

    /// Runs a function on its own thread, and waits for the function's end.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        let result = Locked<Result<Value, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            let outcome = Result { try body() }
            result.withLock { $0 = outcome }
            isDone.signal()
        }
        thread.stackSize = size
        thread.start()
        isDone.wait()
        guard let outcome = result.withLock({ $0 }) else { preconditionFailure("the thread ended without a result") }
        return try outcome.get()
    }
}
