/// The tasks that wait for requests, and the actions at the end.
extension Store {
    /// Waits until the state has a property; false at a real deadline, or if cancelled.
    func wait(
        until isOver: @escaping @Sendable (State) -> Bool, before deadline: ContinuousClock.Instant? = nil
    ) async -> Bool {
        let (ends, watcher) = AsyncStream.makeStream(of: Void.self)
        let id: Int? = transition { state in
            guard !isOver(state) else { return nil }
            let id = state.nextID()
            state.watchers[id] = (isOver, watcher)
            return id
        }
        guard let id else { return true }
        let cancelTimer = deadline.map { ElapsedTime.wait(until: $0) { BackgroundThread.run { watcher.finish() } } }
        defer {
            cancelTimer?()
            _ = transition { $0.watchers.removeValue(forKey: id) }
        }
        for await _ in ends { return true }
        return false
    }

    // MARK: Following

    /// Returns a stream of the requests that end from now on.
    func makeUpdates() -> AsyncStream<RecordedRequest> {
        let (updates, continuation) = AsyncStream.makeStream(of: RecordedRequest.self)
        let id = transition { state in
            let id = state.nextID()
            state.subscribers[id] = continuation
            return id
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.transition { $0.subscribers.removeValue(forKey: id) }
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
    /// Removes the watchers whose wait is over, and ends it.
    mutating func endSatisfiedWaits() {
        let satisfied = watchers.filter { $0.value.isOver(self) }
        guard !satisfied.isEmpty else { return }
        for id in satisfied.keys { watchers[id] = nil }
        // Not on the transport's queue, because a resumed task may use the session.
        BackgroundThread.run { for (_, watcher) in satisfied.values { watcher.yield() } }
    }
}
