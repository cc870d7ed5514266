/// The tasks that wait for requests, and the actions at the end.
extension Store {
    /// Waits until the state has a property; false if the task was cancelled.
    func wait(until isOver: @escaping @Sendable (State) -> Bool) async -> Bool {
        let id = transition { $0.nextID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Bool? = transition { state in
                    if isOver(state) { return true }
                    if Task.isCancelled { return false }
                    state.watchers[id] = (isOver, { continuation.resume(returning: $0) })
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            transition { $0.watchers.removeValue(forKey: id) }?.resume(false)
        }
    }

    /// Waits until the state has a property; false at a real deadline, or if cancelled.
    func wait(
        until isOver: @escaping @Sendable (State) -> Bool, before deadline: ContinuousClock.Instant
    ) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.wait(until: isOver) }
            group.addTask {
                try? await ContinuousClock().sleep(until: deadline)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// The number of tasks that wait.
    var watcherCount: Int { read { $0.watchers.count } }

    // MARK: Following

    /// Returns a stream of the requests that end from now on.
    func makeUpdates() -> AsyncStream<RecordedRequest> {
        let (updates, continuation) = AsyncStream.makeStream(of: RecordedRequest.self)
        let id: Int? = transition { state in
            guard !state.isFinished else { return nil }
            let id = state.nextID()
            state.subscribers[id] = continuation
            return id
        }
        if let id {
            continuation.onTermination = { [weak self] _ in
                _ = self?.transition { $0.subscribers.removeValue(forKey: id) }
            }
        } else {
            continuation.finish()
        }
        return AsyncStream {
            await PendingWait.report {
                """
                a loop over requestUpdates waits for the end of a request, and none has ended since. To fix this, begin \
                the loop before the request, let the request end, and leave the loop after the last one
                """
            } ifNothingEnds: {
                var iterator = updates.makeAsyncIterator()
                return await iterator.next()
            }
        }
    }

    /// Ends the streams and runs the end actions, because the instance is released.
    func finish() {
        let subscribers = transition { state in
            defer { state.subscribers = [:] }
            state.isFinished = true
            return Array(state.subscribers.values)
        }
        // After the records that were sent before.
        if !subscribers.isEmpty { updates.async { for subscriber in subscribers { subscriber.finish() } } }
        runEndActions()
    }

    // MARK: End actions

    /// Adds an action for the end of the instance or its test; returns its number.
    ///
    /// Runs the action at once if the instance's test has ended.
    @discardableResult
    package func addEndAction(_ action: @escaping @Sendable () -> Void) -> Int {
        let id: Int? = transition { state in
            guard state.refusal == nil else { return nil }
            let id = state.nextID()
            state.endActions[id] = action
            return id
        }
        if id == nil { action() }
        return id ?? 0
    }

    /// Notes that a server was released before it was stopped.
    package func noteReleasedServer(_ url: String) { transition { $0.releasedServer = url } }

    /// Removes an action without running it.
    package func removeEndAction(_ id: Int) {
        // Returned from the closure, so that the action is released after unlocking.
        _ = transition { $0.endActions.removeValue(forKey: id) }
    }

    /// Runs the actions, in the order in which they were added.
    func runEndActions() {
        let actions = transition { state in
            defer { state.endActions = [:] }
            return state.endActions
        }
        for (_, action) in actions.sorted(by: { $0.key < $1.key }) { action() }
    }
}

extension Store.State {
    /// Removes the watchers whose wait is over, and returns the functions that end it.
    mutating func takeSatisfiedWatchers() -> [@Sendable (Bool) -> Void] {
        let satisfied = watchers.filter { $0.value.isOver(self) }
        for id in satisfied.keys { watchers[id] = nil }
        return satisfied.values.map { $0.resume }
    }
}
