/// Holds a response back until the test lets it go.
///
/// ```swift
/// let gate = ResponseGate()
/// mock.addResponses(forPath: "/slow", responses: [.plaintext("done", delivery: .held(gate))])
/// async let answer = client.load("/slow")
/// await gate.reached()      // the request has arrived and waits
/// gate.open()               // now it is answered
/// ```
///
/// May be used from any thread. A gate that is open lets every later response pass at once.
public final class ResponseGate: Sendable {
    private struct State {
        var isOpen = false
        var isReached = false
        var nextWaiter = 0
        var held: [Int: @Sendable () -> Void] = [:]
        var watchers: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    /// Makes a closed gate.
    public init() {}

    /// Lets go of every response that waits, and of all to come.
    public func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [:] }
            return state.held.sorted { $0.key < $1.key }.map(\.value)
        }
        for release in held { release() }
    }

    /// Waits until a response has come up to the gate; returns at once if one has already.
    ///
    /// Returns early if the task that waits is cancelled.
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

    /// Calls back when the gate is open, at once if it is.
    ///
    /// - Returns: What to give to ``cancel(_:)`` if the response is no longer wanted.
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

    /// Forgets a response that was held back.
    func cancel(_ number: Int) {
        _ = state.withLock { $0.held.removeValue(forKey: number) }
    }
}
