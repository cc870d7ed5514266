/// The actions that run once, when an instance's test ends or the instance is released.
///
/// A front end with open sockets adds one, to close them. Owned by the instance.
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

    package func remove(_ id: Int) {
        let removed = state.withLock { $0.actions.removeValue(forKey: id) }
        // Released here, after unlocking.
        _ = removed
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
