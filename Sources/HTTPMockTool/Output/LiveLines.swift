import Foundation
import HTTPMock

/// Lines that a thread of its own writes, so that nobody else waits for a reader.
///
/// Created by ``Output`` and retained by it. Lines are dropped while too many wait.
final class LiveLines: Sendable {
    /// The result of adding a line.
    enum Addition {
        case added
        /// The line is dropped, as the first one.
        case firstDropped
        case dropped
    }

    /// The most bytes that wait.
    private static let limit = 64 << 10
    /// The longest wait at the end, in seconds.
    private static let lastWait = 1.0

    private let condition = NSCondition()
    // The next three variables are safe, because they are accessed only while the condition is locked.
    nonisolated(unsafe) private var waiting = Data()
    nonisolated(unsafe) private var isWriting = false
    nonisolated(unsafe) private var hasDropped = false

    /// Creates the lines of one output.
    ///
    /// - Parameter write: Writes bytes and waits for room. Called on a thread of its own.
    init(_ write: @escaping @Sendable (Data) -> Void) {
        let thread = Thread { [self] in
            while true { write(next()) }
        }
        thread.name = "HTTPMock.output"
        thread.start()
    }

    /// Adds a line.
    func add(_ line: Data) -> Addition {
        condition.withLock {
            guard waiting.count + line.count <= Self.limit else {
                if hasDropped { return .dropped }
                hasDropped = true
                return .firstDropped
            }
            waiting += line
            condition.broadcast()
            return .added
        }
    }

    /// Waits until all lines are written, at most a second.
    func finish() {
        let end = Date(timeIntervalSinceNow: Self.lastWait)
        condition.withLock {
            while !waiting.isEmpty || isWriting, condition.wait(until: end) {}
        }
    }

    /// Waits for lines, and returns them all.
    private func next() -> Data {
        condition.withLock {
            isWriting = false
            condition.broadcast()
            while waiting.isEmpty { condition.wait() }
            isWriting = true
            return exchange(&waiting, with: Data())
        }
    }
}
