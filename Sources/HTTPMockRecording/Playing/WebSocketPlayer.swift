import Foundation
import HTTPMock

/// The WebSockets of a recording, each of which is played once unless the playing starts over.
///
/// Created and owned by a ``Cassette``. The WebSockets are no entries of the cassette, because only a server can play a
/// WebSocket. May be used on any thread.
package final class WebSocketPlayer: Sendable {
    /// The WebSockets in the order of the file.
    package let webSockets: [RecordedWebSocket]
    private let index: EntryIndex
    private let player: Locked<EntryPlayer>
    private let fileName: String?

    /// The decision about a request for a WebSocket.
    package enum Decision: Sendable {
        case play(RecordedWebSocket)
        /// No WebSocket of the file is left for the request; the lines give the reasons.
        case unmocked([String])
    }

    /// Creates a player.
    ///
    /// - Parameters:
    ///   - webSockets: The WebSockets, in the order in which equal requests get them.
    ///   - fileName: The name of their file; nil without a file.
    ///   - rules: How requests are compared.
    init(_ webSockets: [RecordedWebSocket], in fileName: String?, rules: MatchingRules) {
        self.webSockets = webSockets
        self.fileName = fileName
        index = EntryIndex(webSockets.map(\.entry), in: fileName, rules: rules)
        player = Locked(EntryPlayer(index, repeatsLast: false))
    }

    /// Decides which WebSocket a request opens.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - startsOver: Whether equal requests get their first WebSocket again after the last one.
    package func decide(_ request: MockRequest, startingOver startsOver: Bool) -> Decision {
        guard let queue = index.queue(of: request) else { return .unmocked(reasons(for: request)) }
        switch player.withLock({ $0.play(queue: queue, startingOver: startsOver) }) {
        case .played(let position):
            // The index leaves out entries whose URL can't be parsed, so its positions are not those of `webSockets`.
            let number = index.entries[position].number
            guard let webSocket = webSockets.first(where: { $0.number == number }) else { return .unmocked([]) }
            return .play(webSocket)
        case .exhausted(let positions):
            let numbers = positions.map { "\(index.entries[$0].number)" }.joined(separator: ", ")
            return .unmocked(["\(name) has this WebSocket \(positions.count.times) (entry \(numbers)), all played"])
        case .unknown: return .unmocked(reasons(for: request))
        }
    }

    /// Returns whether a request can play one of the WebSockets, without playing it.
    package func canPlay(_ request: MockRequest, startingOver startsOver: Bool) -> Bool {
        guard let queue = index.queue(of: request) else { return false }
        let positions = index.queues[queue]
        return player.withLock { $0.canPlay(positions, startingOver: startsOver) }
    }

    private var name: String { fileName ?? "the cassette" }

    private func reasons(for request: MockRequest) -> [String] {
        guard let nearest = index.nearest(to: request, count: 1).first else { return ["\(name) has no WebSocket"] }
        return [
            "nearest entry: \(Cassette.Entry(nearest.entry, in: fileName))", "  \(nearest.difference.text)",
        ]
    }
}
