import Foundation

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
    private struct State: AwaitedState {
        var isOpen = false
        var isReached = false
        var lastNumber = 0
        /// The functions that release the waiting responses, by number.
        var held: [Int: @Sendable () -> Void] = [:]
        var waits = Waits<State>()
    }

    private let state = Locked(State())

    /// Creates a closed gate.
    public init() {}

    /// Releases every response that waits, and lets all later responses pass.
    public func open() {
        let held = state.withLock { state in
            state.isOpen = true
            return exchange(&state.held, with: [:])
        }
        for (_, release) in held.sorted(by: { $0.key < $1.key }) { release() }
    }

    /// Waits until a response has reached the gate.
    ///
    /// Returns at once if a response has reached the gate before. Returns early if the waiting task is cancelled.
    public func reached() async {
        let isReached = state.withLock(\.isReached)
        if isReached { return }
        _ = await PendingWait.report {
            """
            gate.reached() waits for a response that no request has brought to the gate. To fix this, give a \
            response this gate as its delivery, and make its request
            """
        } during: {
            await state.wait { $0.isReached }
        }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Notes that a response has reached the gate, and calls a function when the gate opens.
    ///
    /// The function is called at once if the gate is open.
    ///
    /// - Returns: The number to pass to ``cancel(_:)`` if the response is no longer wanted.
    func arrive(_ release: @escaping @Sendable () -> Void) -> Int {
        let (number, isOpen) = state.withLock { state in
            state.lastNumber += 1
            state.isReached = true
            if !state.isOpen { state.held[state.lastNumber] = release }
            state.endWaits()
            return (state.lastNumber, state.isOpen)
        }
        if isOpen { release() }
        return number
    }

    func cancel(_ number: Int) {
        _ = state.withLock { $0.held.removeValue(forKey: number) }
    }
}
