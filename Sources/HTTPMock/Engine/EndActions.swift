/// The actions that run when an instance's test ends or the instance is released.
///
/// The actions run once, at the earlier of the two moments. A front end with open sockets adds an action that closes
/// them. Owned by the instance.
package final class EndActions: Sendable {
    private struct State: Sendable {
        var actions: [Int: @Sendable () -> Void] = [:]
        var lastID = 0
        var hasEnded = false
    }

    private let state = Locked(State())

    deinit {
        run()
    }

    /// Adds an action, or runs the action at once if the end has come.
    ///
    /// - Returns: The number to remove the action with.
    @discardableResult
    package func add(_ action: @escaping @Sendable () -> Void) -> Int {
        let id: Int? = state.withLock { state in
            guard !state.hasEnded else { return nil }
            state.lastID += 1
            state.actions[state.lastID] = action
            return state.lastID
        }
        guard let id else {
            action()
            return 0
        }
        return id
    }

    /// Removes an action without running it.
    ///
    /// - Parameter id: The number that ``add(_:)`` returned.
    package func remove(_ id: Int) {
        // Returned from the closure, so that the action is released after unlocking.
        _ = state.withLock { $0.actions.removeValue(forKey: id) }
    }

    /// Runs the actions, in the order in which they were added.
    func run() {
        let actions = state.withLock { state in
            defer { state.actions = [:] }
            state.hasEnded = true
            return state.actions
        }
        for (_, action) in actions.sorted(by: { $0.key < $1.key }) { action() }
    }
}
