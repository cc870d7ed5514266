import Foundation
import HTTPMock

/// The WebSockets of one instance, of which a test takes one after another.
///
/// Inserted into the instance by its first WebSocket, or by the first call that looks for one. May be used on any
/// thread.
final class WebSocketRegistry: EngineExtension {
    typealias Connection = HTTPMock.WebSocketConnection

    private struct Entry: Sendable {
        let connection: Connection
        var isTaken = false
    }

    private struct State: AwaitedState {
        /// The connections in the order in which they were opened.
        var entries: [Entry] = []
        /// The number of connections so far.
        var count = 0
        var waits = Waits<State>()

        /// With more connections than this, ended ones are forgotten.
        var threshold = WebSocketRegistry.leastThreshold

        /// The warnings about unread messages of forgotten connections, in the order of the connections.
        var warnings: [Problem] = []

        /// Forgets ended connections without an unread message.
        ///
        /// Of the other ended ones, the latest ``WebSocketRegistry/keptEndedCount`` are kept, and the warnings of the
        /// earlier ones.
        mutating func forgetEnded() {
            guard entries.count > threshold else { return }
            entries.removeAll { $0.connection.channel.isOver && $0.connection.channel.pendingCount == 0 }
            let ended = entries.indices.filter { entries[$0].connection.channel.isOver }
            let forgotten = ended.dropLast(WebSocketRegistry.keptEndedCount)
            warnings += forgotten.compactMap { entries[$0].connection.unreadProblem }
            warnings = warnings.suffix(WebSocketRegistry.keptWarningCount)
            for index in forgotten.reversed() { entries.remove(at: index) }
            // Twice as many as are left, so that a look at all of them is rare.
            threshold = max(WebSocketRegistry.leastThreshold, 2 * entries.count)
        }
    }

    private let state = Locked(State())

    /// The number of connections up to which none is forgotten.
    private static let leastThreshold = 1000
    /// The number of ended connections with unread messages that are kept.
    private static let keptEndedCount = 500
    /// The number of warnings of forgotten connections that are kept; more would make a server grow that runs for days.
    private static let keptWarningCount = 10_000

    /// True, because the WebSockets stay open when the instance is reset.
    var survivesReset: Bool { true }

    /// Adds a connection that was just opened.
    func add(_ connection: Connection) {
        state.withLock { state in
            state.forgetEnded()
            state.entries.append(Entry(connection: connection))
            state.count += 1
            state.endWaits()
        }
    }

    /// The connections that neither side has closed or dropped, in the order in which they were opened.
    var open: [Connection] {
        state.withLock { $0.entries.map(\.connection) }.filter { $0.closing == nil }
    }

    /// Takes the oldest connection that nobody has taken and whose request matches.
    ///
    /// - Returns: The connection, nil if there is none; the number of connections so far.
    func take(_ filter: RequestFilter) -> (connection: Connection?, count: Int) {
        let (candidates, count) = state.withLock { state in
            (state.entries.filter { !$0.isTaken }.map(\.connection), state.count)
        }
        // Compared without the lock. Another task may take a connection meanwhile.
        for candidate in candidates where filter.matches(candidate.request) {
            if take(candidate) { return (candidate, count) }
        }
        return (nil, count)
    }

    private func take(_ connection: Connection) -> Bool {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.connection === connection && !$0.isTaken }) else {
                return false
            }
            state.entries[index].isTaken = true
            return true
        }
    }

    /// Returns whether a connection whose request matches was taken.
    func hasTaken(_ filter: RequestFilter) -> Bool {
        let taken = state.withLock { $0.entries.filter(\.isTaken).map(\.connection) }
        return taken.contains { filter.matches($0.request) }
    }

    /// Waits for another connection; false at a deadline in real time, or if cancelled.
    ///
    /// - Parameter count: The number of connections that the caller knows of.
    func waitForConnection(after count: Int, before deadline: ContinuousClock.Instant) async -> Bool {
        await state.wait(until: { $0.count != count }, before: deadline)
    }

    // MARK: The end of the test

    func problemsAtEnd(testHasFailed: Bool) -> [Problem] {
        let (warnings, connections) = state.withLock { ($0.warnings, $0.entries.map(\.connection)) }
        return warnings + connections.compactMap(\.unreadProblem)
    }
}

extension HTTPMock.WebSocketConnection {
    /// The warning about messages that nobody has received; nil if there are none.
    fileprivate var unreadProblem: Problem? {
        let messages = pendingMessages
        guard let first = messages.first else { return nil }
        let text = """
            HTTPMock: nobody has received \(messages.count.counted("message")) that the client sent on the WebSocket \
            \(request), the first of which is \(first.shownText). To fix this, receive them: for await message in \
            socket.messages, or socket.receive().
            """
        return Problem(.warning, text: text, location: registration.location)
    }
}
