import Foundation

/// The streams of ended requests, and the actions at the end of a test or an instance.
extension Store {
    func makeUpdates() -> AsyncStream<RecordedRequest> {
        let (updates, continuation) = AsyncStream.makeStream(of: RecordedRequest.self)
        let id = UUID()
        transition { $0.subscribers[id] = continuation }
        continuation.onTermination = { [weak self] _ in
            _ = self?.transition { $0.subscribers.removeValue(forKey: id) }
        }
        // If stalls are not reported, no test waits: a tool that serves a mock waits as long as its user wants.
        guard read(\.reportsStalls) else { return updates }
        return AsyncStream {
            await PendingWait.report {
                """
                a loop over requestUpdates waits for the end of a request, and none has ended since. To fix this, begin \
                the loop before the request, let the request end, and leave the loop after the last one
                """
            } during: {
                var iterator = updates.makeAsyncIterator()
                return await iterator.next()
            }
        }
    }

    /// Ends the streams and runs the end actions, because the instance is released.
    func finish() {
        let subscribers = transition { exchange(&$0.subscribers, with: [:]).values }
        // After the records that were sent before.
        if !subscribers.isEmpty { updates.async { for subscriber in subscribers { subscriber.finish() } } }
        runEndActions()
    }

    // MARK: The actions at the end

    /// Adds an action for the end, which runs at once if the instance's test has ended; returns its number.
    @discardableResult
    package func addEndAction(_ action: @escaping @Sendable () -> Void) -> Int {
        let (id, hasEnded) = transition { state in
            state.lastEndAction += 1
            if state.ended == nil { state.endActions[state.lastEndAction] = action }
            return (state.lastEndAction, state.ended != nil)
        }
        if hasEnded { action() }
        return id
    }

    package func removeEndAction(_ id: Int) {
        // Returned from the closure, so that the action is released after unlocking.
        _ = transition { $0.endActions.removeValue(forKey: id) }
    }

    func runEndActions() {
        let actions = transition { exchange(&$0.endActions, with: [:]) }
        for (_, action) in actions.sorted(by: { $0.key < $1.key }) { action() }
    }
}
