/// Tasks that wait for a value, in the order in which they began.
///
/// Changed under the lock of its owner, which resumes the returned continuations without the lock.
struct WaitingTasks<Value: Sendable>: Sendable {
    typealias Continuation = CheckedContinuation<Value, Never>

    private struct Waiting: Sendable {
        let id: UInt64
        let continuation: Continuation
    }

    private var waiting: [Waiting] = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ continuation: Continuation, id: UInt64) {
        waiting.append(Waiting(id: id, continuation: continuation))
    }

    mutating func removeFirst() -> Continuation? {
        guard !waiting.isEmpty else { return nil }
        return waiting.removeFirst().continuation
    }

    mutating func remove(id: UInt64) -> Continuation? {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: index).continuation
    }

    mutating func removeAll() -> [Continuation] {
        exchange(&waiting, with: []).map(\.continuation)
    }
}
