/// A gate at which responses wait until the test opens it.
///
/// ```swift
/// let gate = ResponseGate()
/// mock.addResponses(forPath: "/slow", responses: [.plaintext("done", delivery: .held(gate))])
/// async let answer = client.load("/slow")
/// await gate.reached()      // the request has arrived and waits
/// gate.open()               // now it is answered
/// ```
///
/// A gate may be used from any thread. After it has been opened, every later response passes at once.
public final class ResponseGate: Sendable {
    private struct State {
        var isOpen = false
        var isReached = false
        var nextWaiter = 0
        var held: [Int: @Sendable () -> Void] = [:]
        var watchers: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    /// Creates a closed gate.
    public init() {}

    /// Releases every response that waits, and lets all later responses pass.
    public func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [:] }
            return state.held.sorted { $0.key < $1.key }.map(\.value)
        }
        for release in held { release() }
    }

    /// Waits until a response has reached the gate.
    ///
    /// Returns at once if a response has reached the gate before. Returns early if the waiting task is cancelled.
    public func reached() async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    guard !state.isReached, !Task.isCancelled else { return true }
                    state.watchers[waiter] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: waiter) }?.resume()
        }
    }

    /// Whether responses pass at once.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Calls a function when the gate opens; at once if the gate is open.
    ///
    /// - Returns: The number to pass to ``cancel(_:)`` if the response is no longer wanted.
    func arrive(_ release: @escaping @Sendable () -> Void) -> Int {
        let (number, isOpen, watchers) = state.withLock { state in
            state.nextWaiter += 1
            state.isReached = true
            if !state.isOpen { state.held[state.nextWaiter] = release }
            defer { state.watchers = [:] }
            return (state.nextWaiter, state.isOpen, Array(state.watchers.values))
        }
        if !watchers.isEmpty {
            BackgroundThread.run { for watcher in watchers { watcher.resume() } }
        }
        if isOpen { release() }
        return number
    }

    /// Removes a waiting response, without calling its function.
    func cancel(_ number: Int) {
        _ = state.withLock { $0.held.removeValue(forKey: number) }
    }
}
